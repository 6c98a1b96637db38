extension String {
    /// Creates the text of `parts`, one after the other.
    ///
    /// Takes memory once and copies each part once; appending a part to a string costs some four
    /// hundred instructions.
    package init(joining parts: [String]) {
        let count = parts.reduce(0) { $0 + $1.utf8.count }
        unsafe self.init(unsafeUninitializedCapacity: count) { target in
            var end = 0
            for part in parts {
                var part = part
                part.withUTF8 { bytes in
                    guard let start = bytes.baseAddress, let place = target.baseAddress else {
                        return
                    }
                    unsafe (place + end).update(from: start, count: bytes.count)
                    end += bytes.count
                }
            }
            return end
        }
    }
}

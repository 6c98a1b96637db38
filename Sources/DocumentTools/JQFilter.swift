import CJQ
package import Documents
import HTTPModel

/// A jq program.
///
/// Runs in libjq, which is opened at first use. jq reads every number as a 64-bit float, so what the
/// program gives is compared with the document: where the program only selects, values are the document's
/// own bytes; where it computes, values with a number that jq changed say so.
///
/// - SeeAlso: <https://jqlang.org/manual/v1.6/>
package struct JQFilter: Sendable, Equatable {
    /// The program.
    package let text: String

    /// Reads a program.
    ///
    /// - Throws: `FilterError` with code `.expression` and the place, or `.library`.
    package init(_ text: String) throws(FilterError) {
        self.text = text
        _ = try Self.compiled(text)
    }

    private static func compiled(_ text: String) throws(FilterError) -> JQHandle {
        let handle = try JQHandle()
        if text.utf8.contains(0) {
            throw FilterError(.expression, "a NUL cannot stand in a program")
        }
        if let place = JQProblem.place(ofWord: "stderr", in: text) {
            throw FilterError(.expression, at: place, "stderr would write over the screen")
        }
        if handle.compile(text) { return handle }
        let messages = handle.text
        throw JQProblem(messages, of: text).error(handle)
    }

    /// The values that the program gives for each value of a document, one after another.
    ///
    /// - Parameters:
    ///   - tape: The document; of a sequence, lines that are no JSON are left out.
    ///   - limit: The most values.
    ///   - cancellation: Ends it from another thread.
    /// - Returns: The values; with what went wrong after them, if anything did.
    package func values(
        in tape: JSONTape,
        limit: Int = .max,
        cancellation: FilterCancellation? = nil
    ) -> FilteredContent {
        var content = FilteredContent(mediaType: DocumentFilter.jsonLinesType)
        if !tape.isSequence, let fault = tape.fault {
            content.error = FilterError(.document, "the document is not JSON at \(fault)")
            return content
        }
        do {
            // A program that follows paths must come to its end by itself; see `cj_abandon`.
            let endsItself = limit < .max && !tape.isSequence && JQPaths.mayBeFollowed(by: text)
            let handle = try Self.compiled(endsItself ? "limit(\(limit); \(text)\n)" : text)
            let numbers = AlteredNumbers(tape)
            for root in tape.roots where content.error == nil && content.values.count < limit {
                let room = endsItself ? .max : limit - content.values.count
                var part = Self.run(handle, on: root, of: tape, room, cancellation)
                if part.values.contains(where: numbers.isAltered) {
                    restore(&part, of: root, in: tape, cancellation)
                    numbers.mark(&part.values)
                }
                content.values += part.values
                content.error = part.error
            }
        } catch {
            content.error = error
        }
        if let repeated = tape.repeatedName {
            content.remarks.append(
                "the document repeats names, and jq sees the last of each only; the first is \(repeated)"
            )
        }
        return content
    }

    /// Runs a program on one value of the document.
    private static func run(
        _ handle: JQHandle,
        on root: Int,
        of tape: JSONTape,
        _ limit: Int,
        _ cancellation: FilterCancellation?
    ) -> FilteredContent {
        let work = { () -> FilteredContent in
            var content = FilteredContent(mediaType: nil)
            let range = tape.storage.range(of: root)
            var outcome = unsafe tape.octets.slice(range).withUnsafeBytes {
                unsafe handle.start($0)
            }
            while outcome == .value, content.values.count < limit {
                outcome = handle.next()
                guard outcome == .value else { break }
                let octets = Octets(handle.bytes)
                content.values.append(
                    FilteredValue(.json, octets: octets, text: Self.text(of: octets))
                )
            }
            switch outcome {
            case .failed: content.error = FilterError(.evaluation, handle.text)
            case .cancelled: content.error = FilterError(.cancelled, "cancelled")
            case .end, .value: break
            }
            return content
        }
        guard let cancellation else { return work() }
        return cancellation.watch({ handle.cancel() }, during: work)
    }

    /// The decoded text of a string, the text as written of anything else.
    static func text(of octets: Octets) -> String {
        guard octets.first == UInt8(ascii: "\"") else { return octets.text }
        return (try? JSONValue(parsing: octets))?.stringValue ?? octets.text
    }

    /// Replaces values by the document's own bytes when the program does nothing but select.
    private func restore(
        _ content: inout FilteredContent,
        of root: Int,
        in tape: JSONTape,
        _ cancellation: FilterCancellation?
    ) {
        let count = content.values.count
        guard let handle = try? Self.compiled("limit(\(count); path(\(text)\n))") else { return }
        // To its end, which it comes to by itself.
        let found = Self.run(handle, on: root, of: tape, .max, cancellation)
        guard found.error == nil, found.values.count == content.values.count else { return }
        for (place, value) in found.values.enumerated() {
            guard let steps = (try? JSONValue(parsing: value.octets))?.arrayValue,
                let index = tape.value(from: root, at: steps)
            else { continue }
            let octets = tape.octets.slice(tape.storage.range(of: index))
            content.values[place] = FilteredValue(
                .json,
                octets: octets,
                text: Self.text(of: octets)
            )
        }
    }
}

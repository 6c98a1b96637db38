public import HTTPModel

extension CurlCommand {
    /// Reads a file that a command names; `nil` when it is not to be had.
    public typealias FileReader = (_ path: String) -> Octets?

    /// The requests of the command, one for each URL.
    ///
    /// A file that is content whole, or a part of a form, stays a reference and is read when the request
    /// is sent. URLs without a scheme are `http`, as for curl; `{a,b}` and `[1-9]` in them are expanded as
    /// curl does.
    ///
    /// - Parameter readFile: Gives the content of files that content is made of.
    /// - Returns: The requests, in the order of the URLs; never empty.
    /// - Throws: `CurlProblem` when there is no URL, one cannot be read, or a file is missing.
    public func requests(
        readFile: FileReader = { _ in nil }
    ) throws(CurlProblem) -> [HTTPRequest] {
        guard !urls.isEmpty else { throw CurlProblem("the curl command names no URL") }
        guard let method = HTTPMethod(rawValue: method) else {
            throw CurlProblem("the method of the curl command is no token")
        }
        let body = try body(readFile)
        var query = try join(queryParts, readFile)
        var request = HTTPRequest(method, try target(expandedURLs[0]), options: options)
        request.fields = try fields(readFile)
        request.options.authentication = authentication
        if putsDataInQuery {
            let data = try join(data, readFile)
            query += (query.isEmpty || data.isEmpty ? [] : [UInt8(ascii: "&")]) + data
        } else {
            request.body = body
        }
        return try expandedURLs.map { (url) throws(CurlProblem) in
            var copy = request
            copy.target = try target(url)
            if !query.isEmpty {
                let added = String(decoding: query, as: UTF8.self)
                let old = copy.target.query ?? ""
                copy.target.query = PercentEncoding.encodeIllegal(
                    old.isEmpty ? added : old + "&" + added
                )
            }
            return copy
        }
    }

    private func target(_ url: String) throws(CurlProblem) -> TargetURI {
        let text = url.contains("://") ? url : "http://" + url
        do throws(TargetURIError) {
            return try TargetURI(text)
        } catch {
            throw CurlProblem(error.description)
        }
    }

    private func body(_ readFile: FileReader) throws(CurlProblem) -> RequestBody {
        if !form.isEmpty {
            return .multipart(
                MultipartForm(
                    try form.map { (part) throws(CurlProblem) in
                        try self.part(part, readFile)
                    }
                )
            )
        }
        if let uploadFile { return try whole(.file(uploadFile), readFile) }
        guard !data.isEmpty else { return .none }
        if data.count == 1, data[0].treatment == .asIs || data[0].treatment == .json {
            return try whole(data[0].source, readFile)
        }
        return .octets(Octets(try join(data, readFile)))
    }

    private func whole(_ source: Source, _ readFile: FileReader) throws(CurlProblem) -> RequestBody
    {
        if case .file(let path) = source, path != "-", path != "." { return .file(path) }
        return .octets(try read(source, readFile))
    }

    private func part(
        _ part: FormPart,
        _ readFile: FileReader
    ) throws(CurlProblem) -> MultipartForm.Part {
        var result = MultipartForm.Part(
            name: part.name,
            filename: part.fileName,
            mediaType: part.mediaType,
            fields: part.fields,
            content: .octets(Octets())
        )
        guard case .file(let path) = part.source, path != "-" else {
            result.content = .octets(try read(part.source, readFile))
            return result
        }
        result.content = .file(path)
        if part.isFile {
            let name = part.fileName ?? String(path.split(separator: "/").last ?? "")
            result.filename = name
            result.mediaType = part.mediaType ?? MediaType.essence(ofFileNamed: name)
        }
        return result
    }

    private func join(_ parts: [DataPart], _ readFile: FileReader) throws(CurlProblem) -> [UInt8] {
        var result: [UInt8] = []
        for (i, part) in parts.enumerated() {
            if i > 0, part.treatment != .json { result.append(UInt8(ascii: "&")) }
            let octets = try read(part.source, readFile)
            switch part.treatment {
            case .asIs, .json: result += octets
            case .withoutLineBreaks:
                result += octets.filter { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
            case .encoded(let name):
                if !name.isEmpty { result += (name + "=").utf8 }
                result += PercentEncoding.encodeForm(octets)
            }
        }
        return result
    }

    private func read(_ source: Source, _ readFile: FileReader) throws(CurlProblem) -> Octets {
        switch source {
        case .octets(let octets): return octets
        case .file(let path): return try read(path, readFile)
        }
    }

    private func read(_ path: String, _ readFile: FileReader) throws(CurlProblem) -> Octets {
        var path = path
        if path == "-" || path == "." {
            switch input {
            case .text(let bytes): return Octets(bytes)
            case .file(let file): path = file
            case nil: throw CurlProblem("the content comes from standard input")
            }
        }
        guard let octets = readFile(path) else {
            throw CurlProblem("the content is in the file \(path), which could not be read")
        }
        return octets
    }

    /// The fields, first those given, then what other options and the content ask for.
    private func fields(_ readFile: FileReader) throws(CurlProblem) -> HTTPFields {
        var fields = HTTPFields()
        var removed: [String] = []
        for header in headers {
            switch header {
            case .field(let field):
                // Who sends the form adds its boundary.
                let isBare =
                    field.isNamed("Content-Type")
                    && MediaType(field.value).map {
                        $0.essence == "multipart/form-data" && $0.parameter("boundary") == nil
                    } ?? false
                if form.isEmpty || !isBare { fields.append(field) }
            case .removed(let name): removed.append(name)
            case .file(let path):
                for line in try read(path, readFile).split(separator: 0x0A) {
                    let text = String(decoding: line, as: UTF8.self)
                    guard let colon = text.firstIndex(of: ":") else { continue }
                    let value = text[text.index(after: colon)...].filter { $0 != "\r" }
                    fields.append(String(text[..<colon]), value.trimmingBlanks)
                }
            case .unusable: continue
            }
        }
        func add(_ name: String, _ value: String?) {
            let isRemoved = removed.contains { HTTPToken.equalsIgnoringCase($0, name) }
            guard let value, !isRemoved, !fields.contains(named: name) else { return }
            fields.append(name, value)
        }
        if let userAgent, !userAgent.isEmpty { add("User-Agent", userAgent) }
        add("Referer", referer)
        add("Cookie", cookies)
        add("Range", range.map { "bytes=" + $0 })
        add("Authorization", bearer.map { "Bearer " + $0.value })
        if data.contains(where: { $0.treatment == .json }) {
            add("Content-Type", "application/json")
            add("Accept", "application/json")
        } else if !data.isEmpty, !putsDataInQuery {
            add("Content-Type", "application/x-www-form-urlencoded")
        }
        return fields
    }
}

extension PercentEncoding {
    /// Encodes octets as a value of a form, a space as `+`.
    fileprivate static func encodeForm(_ octets: Octets) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in octets {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.append(byte)
            case 0x20: result.append(UInt8(ascii: "+"))
            default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return result
    }
}

extension HTTPRequest {
    /// Creates the request of a `curl` command line, the first when it makes several.
    ///
    /// `CurlCommand.read(_:)` gives them all, with notes about what was left out. Files are read by
    /// `readFile` alone.
    ///
    /// - Throws: `CurlProblem` when the text holds no curl command, or one that makes no request.
    public init(
        curl text: String,
        readFile: CurlCommand.FileReader = { _ in nil }
    ) throws(CurlProblem) {
        let commands = try CurlCommand.read(text)
        self = try commands[0].requests(readFile: readFile)[0]
    }
}

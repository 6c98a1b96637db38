import Foundation

extension MultipartForm {
    /// A form of the members that `tree` has, in their order; what has no names gives no parts.
    ///
    /// Text, numbers and `true` or `false` are parts of text. Octets are parts without a file name, files
    /// are parts with one. An array gives a part for each element, all with its name; members of a member
    /// are named `name[member]`, and what is null is left out.
    init(_ tree: ParameterTree, boundary: String? = nil) {
        self.init(boundary: boundary)
        guard case .object(let members) = tree else { return }
        for member in members { append(member.tree, named: member.name) }
    }

    private mutating func append(_ tree: ParameterTree, named name: String) {
        switch tree {
        case .scalar(.text(let text)), .scalar(.number(let text)):
            append(name: name, value: text)
        case .scalar(.bool(let isTrue)):
            append(name: name, value: isTrue ? "true" : "false")
        case .scalar:
            break
        case .data(let data):
            append(name: name, octets: data.octets, mediaType: "application/octet-stream")
        case .file(let file):
            append(file, named: name)
        case .array(let elements):
            for element in elements { append(element, named: name) }
        case .object(let members):
            for member in members { append(member.tree, named: "\(name)[\(member.name)]") }
        }
    }

    private mutating func append(_ file: FormFile, named name: String) {
        switch file.content {
        case .data(let data):
            append(
                name: name,
                octets: data.octets,
                filename: file.fileName,
                mediaType: file.mediaType
            )
        case .file(let url):
            append(
                name: name,
                file: url.path(percentEncoded: false),
                filename: file.fileName,
                mediaType: file.mediaType
            )
        }
    }

    /// The form as it goes out, with the content of its files.
    ///
    /// - Throws: `FormFileError` for a file that cannot be read.
    func wholeContent() throws(FormFileError) -> Data {
        var content = Data()
        for (i, part) in parts.enumerated() {
            content += head(ofPart: i)
            switch part.content {
            case .octets(let octets): content += octets.data
            case .file(let path):
                do {
                    content += try Data(contentsOf: URL(filePath: path))
                } catch {
                    throw FormFileError(path: path)
                }
            // Parameters give no streams.
            case .stream: break
            }
        }
        return content + tail
    }
}

/// That a file of a form cannot be read.
struct FormFileError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The path of the file.
    let path: String

    var description: String { "the file \(path) of the form cannot be read" }
    var errorDescription: String? { description }
}

extension ParameterTree {
    /// An object of these members, in the order of their names.
    static func members(_ parameters: [String: Any]) -> ParameterTree {
        .object(
            parameters.sorted { $0.key < $1.key }
                .map { ParameterBranch(name: $0.key, tree: ParameterTree(any: $0.value)) }
        )
    }

    /// Reads any value: nested collections, octets and files as such, the rest as parameters are read.
    private init(any value: Any) {
        switch value {
        case let value as any OptionalValue:
            self = value.wrappedValue.map { ParameterTree(any: $0) } ?? .scalar(.null)
        case let data as Data: self = .data(data)
        case let file as FormFile: self = .file(file)
        case let image as ImageResource: self = .file(FormFile(image))
        case let members as [String: Any]: self = .members(members)
        case let elements as [Any]: self = .array(elements.map { ParameterTree(any: $0) })
        default: self = .scalar(ParameterValue(value))
        }
    }
}

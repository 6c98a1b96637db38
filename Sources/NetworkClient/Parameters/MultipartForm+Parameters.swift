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

    /// The form as it goes out; parts that are not in memory are left empty.
    var octetsInMemory: Octets {
        var bytes: [UInt8] = []
        for (i, part) in parts.enumerated() {
            bytes += head(ofPart: i)
            if case .octets(let octets) = part.content { bytes += octets }
        }
        return Octets(bytes + tail)
    }
}

extension ParameterTree {
    /// The same value with its members in their order.
    init(_ value: ParameterValue) {
        switch value {
        case .array(let elements): self = .array(elements.map { ParameterTree($0) })
        case .object(let members):
            self = .object(
                members.map { ParameterBranch(name: $0.name, tree: ParameterTree($0.value)) }
            )
        default: self = .scalar(value)
        }
    }
}

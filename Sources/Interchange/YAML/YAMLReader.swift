import CYAML
package import Documents
package import HTTPModel

/// Where and why a text is not YAML, or more than this reader takes.
package struct YAMLFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where the fault is.
    package var location: TextLocation
    /// What is wrong, a fragment without a capital or full stop.
    package var detail: String

    /// Creates a fault.
    package init(location: TextLocation, detail: String) {
        self.location = location
        self.detail = detail
    }

    /// `line:column: what is wrong`.
    package var description: String { "\(location): \(detail)" }
}

extension JSONValue {
    /// Reads the first document of a YAML text.
    ///
    /// Plain scalars get their type by the core schema; numbers keep their spelling, and so do dates,
    /// which are strings. Keys that are no strings become their text. `<<` merges.
    ///
    /// - Throws: `YAMLFault` when the text is not YAML, nested deeper than `deepestNesting`, grows by
    ///   its aliases to more than a million values, or has keys that are long lists or mappings.
    /// - SeeAlso: YAML 1.2.2 §10.3.2.
    package init(parsingYAML octets: Octets) throws(YAMLFault) {
        try self.init(parsingYAML: octets, keepsTags: false)
    }

    /// Reads YAML in which a local tag has a meaning: `!tag value` becomes `{"!tag": value}`.
    init(parsingYAML octets: Octets, keepsTags: Bool) throws(YAMLFault) {
        var reader = YAMLReader()
        reader.keepsTags = keepsTags
        self = try reader.document(octets)
    }
}

/// Builds a value from libyaml's events.
struct YAMLReader {
    /// The most values a document may have, aliases counted each time.
    static let mostValues = 1_000_000

    /// A collection whose end has not come.
    private struct Open {
        var isMapping: Bool
        var anchor: String?
        var tag: String?
        var elements: [JSONValue] = []
        var members: [JSONMember] = []
        var key: String?
        var size = 1
    }

    /// Whether local tags are kept, as objects of one member.
    var keepsTags = false
    private var stack: [Open] = []
    private var anchors: [String: (value: JSONValue, size: Int)] = [:]
    private var result: JSONValue?
    private var total = 0

    mutating func document(_ octets: Octets) throws(YAMLFault) -> JSONValue {
        var fault: YAMLFault?
        unsafe octets.withUnsafeBytes { bytes in
            var parser = unsafe yaml_parser_t()
            guard unsafe yaml_parser_initialize(&parser) == 1 else {
                fault = YAMLFault(location: Self.start, detail: "there is not enough memory")
                return
            }
            defer { unsafe yaml_parser_delete(&parser) }
            unsafe yaml_parser_set_input_string(
                &parser,
                bytes.bindMemory(to: UInt8.self).baseAddress,
                bytes.count
            )
            fault = unsafe run(&parser)
        }
        if let fault { throw fault }
        return result ?? .null
    }

    private static let start = TextLocation(line: 1, column: 1)

    private mutating func run(_ parser: inout yaml_parser_t) -> YAMLFault? {
        while result == nil {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(&parser, &event) == 1 else {
                return unsafe Self.fault(parser)
            }
            defer { unsafe yaml_event_delete(&event) }
            let mark = unsafe event.start_mark
            let location = TextLocation(line: mark.line + 1, column: mark.column + 1)
            if unsafe event.type == YAML_STREAM_END_EVENT { break }
            do {
                try unsafe take(event)
            } catch {
                return YAMLFault(location: location, detail: error.detail)
            }
        }
        return nil
    }

    private static func fault(_ parser: yaml_parser_t) -> YAMLFault {
        let mark = unsafe parser.problem_mark
        let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "this is not YAML"
        let context = unsafe parser.context.map { unsafe String(cString: $0) + ": " } ?? ""
        return YAMLFault(
            location: TextLocation(line: mark.line + 1, column: mark.column + 1),
            detail: context + problem
        )
    }

    private struct Refusal: Error { var detail: String }

    private mutating func take(_ event: yaml_event_t) throws(Refusal) {
        var event = unsafe event
        switch unsafe event.type {
        case YAML_SCALAR_EVENT:
            let anchor = unsafe Self.text(apus_yaml_scalar_anchor(&event))
            let tag = unsafe Self.text(apus_yaml_scalar_tag(&event))
            try add(tagged(unsafe Self.scalar(&event), tag), size: 1, anchor: anchor)
        case YAML_SEQUENCE_START_EVENT:
            try open(
                false,
                anchor: unsafe Self.text(apus_yaml_sequence_anchor(&event)),
                tag: unsafe Self.text(apus_yaml_sequence_tag(&event))
            )
        case YAML_MAPPING_START_EVENT:
            try open(
                true,
                anchor: unsafe Self.text(apus_yaml_mapping_anchor(&event)),
                tag: unsafe Self.text(apus_yaml_mapping_tag(&event))
            )
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            guard let last = stack.popLast() else { return }
            let value: JSONValue =
                last.isMapping ? .object(Self.merged(last.members)) : .array(last.elements)
            try add(tagged(value, last.tag), size: last.size, anchor: last.anchor)
        case YAML_ALIAS_EVENT:
            let name = unsafe Self.text(apus_yaml_alias(&event)) ?? ""
            guard let known = anchors[name] else {
                throw Refusal(detail: "nothing is named &\(name) before this *\(name)")
            }
            try add(known.value, size: known.size, anchor: nil)
        default: break
        }
    }

    private func tagged(_ value: JSONValue, _ tag: String?) -> JSONValue {
        guard keepsTags, let tag, tag.hasPrefix("!"), tag.count > 1 else { return value }
        return .object([JSONMember(tag, value)])
    }

    private mutating func open(
        _ isMapping: Bool,
        anchor: String?,
        tag: String?
    ) throws(Refusal) {
        guard stack.count < JSONValue.deepestNesting else {
            throw Refusal(detail: "nested deeper than \(JSONValue.deepestNesting) levels")
        }
        stack.append(Open(isMapping: isMapping, anchor: anchor, tag: tag))
    }

    private mutating func add(_ value: JSONValue, size: Int, anchor: String?) throws(Refusal) {
        if let anchor { anchors[anchor] = (value, size) }
        guard !stack.isEmpty else {
            result = value
            return
        }
        let top = stack.count - 1
        stack[top].size += size
        total += size
        guard total <= Self.mostValues else {
            throw Refusal(detail: "aliases make this grow to more than a million values")
        }
        if !stack[top].isMapping {
            stack[top].elements.append(value)
        } else if let key = stack[top].key {
            stack[top].members.append(JSONMember(key, value))
            stack[top].key = nil
        } else {
            stack[top].key = try Self.keyText(value)
        }
    }

    /// The longest text of a key that is a list or a mapping, in bytes.
    private static let longestKey = 4096

    private static func keyText(_ value: JSONValue) throws(Refusal) -> String {
        switch value {
        case .string(let text), .number(let text): return text
        case .bool(let value): return value ? "true" : "false"
        case .null: return "null"
        case .array, .object:
            let text = value.encoded(pretty: false)
            // Keys in keys double their escapes with each level.
            guard text.utf8.count <= longestKey else {
                throw Refusal(detail: "a list or a mapping is too large to be a key")
            }
            return text
        }
    }

    /// Members with those of `<<` put in, which never replace a member written out.
    private static func merged(_ members: [JSONMember]) -> [JSONMember] {
        guard members.contains(where: { $0.key == "<<" }) else { return members }
        var result = members.filter { $0.key != "<<" }
        var names = Set(result.map(\.key))
        for member in members where member.key == "<<" {
            for source in member.value.arrayValue ?? [member.value] {
                for inherited in source.members ?? [] where names.insert(inherited.key).inserted {
                    result.append(inherited)
                }
            }
        }
        return result
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }

    private static func scalar(_ event: inout yaml_event_t) -> JSONValue {
        let bytes = unsafe UnsafeRawBufferPointer(
            start: apus_yaml_value(&event),
            count: apus_yaml_length(&event)
        )
        let value = unsafe String(decoding: bytes, as: UTF8.self)
        let tag = unsafe text(apus_yaml_scalar_tag(&event))
        if let tag {
            return tag.hasSuffix(":str") || tag == "!" ? .string(value) : YAMLScalar.value(value)
        }
        guard unsafe apus_yaml_is_plain(&event) != 0 else { return .string(value) }
        return YAMLScalar.value(value)
    }
}

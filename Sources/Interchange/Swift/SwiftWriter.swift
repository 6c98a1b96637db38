package import Collections
import HTTPModel

/// Writes saved requests as functions of a Swift program that imports `NetworkClient`.
///
/// What is a variable in the request file is a parameter of the function, so that no value of an
/// environment, and no secret of one, gets into the program text.
package struct SwiftWriter: Sendable {
    /// What could not be carried over: the request's id, and a fragment that says what.
    package private(set) var notes: [(id: String, text: String)] = []
    private let collection: RequestCollection
    private var functions: [String] = []
    private var names: Set<String> = []

    /// Creates a file without functions.
    ///
    /// - Parameter collection: Where the requests are from; what its settings add to each request is
    ///   added.
    package init(collection: RequestCollection) {
        self.collection = collection
    }

    /// Adds the function of a request.
    package mutating func add(_ selected: SelectedRequest) {
        let base = SwiftName.lowerCamel(selected.request.name)
        var name = base
        var number = 2
        while !names.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        var writer = SwiftFunctionWriter(selected, settings: collection.settings)
        functions.append(writer.text(named: SwiftName.spelled(name)))
        notes += writer.notes.map { (selected.request.id, $0) }
    }

    /// The program text.
    package var text: String {
        (["import NetworkClient\n"] + functions).joined(separator: "\n")
    }
}

/// Names as Swift has them.
enum SwiftName {
    private static let reserved: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "Self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]

    /// `text` in lower camel case, fit for an identifier: `createABooking` of `Create a booking`.
    static func lowerCamel(_ text: String) -> String {
        var words: [String] = []
        var word = ""
        for character in text {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        if !word.isEmpty { words.append(word) }
        guard let first = words.first else { return "request" }
        // `GET` alone is a word of capitals, `createABooking` is written as meant.
        let isCapitals = first.allSatisfy { $0.isUppercase || $0.isNumber }
        let head =
            isCapitals ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let name = ([head] + rest).joined()
        return name.first?.isNumber == true ? "request" + name : name
    }

    /// A name as it is written where one is declared or used.
    static func spelled(_ name: String) -> String {
        reserved.contains(name) ? "`\(name)`" : name
    }
}

import CollectionRun
import Documents
import HTTPModel

extension ViewCommand {
    /// Prints Swift types that decode a JSON document, or each value of a sequence.
    static func printTypes(
        _ typeName: String,
        of document: ResponseDocument,
        _ name: String,
        _ context: CommandContext
    ) -> ExitCode {
        guard let tape = document.tape, tape.rootCount > 0 else {
            context.console.complain("\(title(name)): no JSON to make types of")
            return .invalidInput
        }
        if document.kind == .json, let fault = tape.fault { return report(fault, name, context) }
        var shape: Shape?
        for root in tape.roots {
            let octets = tape.octets.slice(tape.storage.range(of: root))
            do {
                let next = Shape(of: try JSONValue(parsing: octets))
                shape = shape.map { $0.merged(with: next) } ?? next
            } catch {
                return report(error, name, context)
            }
        }
        context.console.output.write(
            Octets(utf8: SwiftTypes(of: shape ?? Shape(), name: typeName).source)
        )
        return report(document.fault, name, context)
    }
}

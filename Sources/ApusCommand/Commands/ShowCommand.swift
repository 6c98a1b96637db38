import ClientCore
import CollectionRun
import Collections
import Documents
import Fixtures
import HTTPModel

/// `apus show`: a request as it would be sent, with the origin of each value.
enum ShowCommand {
    /// Prints the request; nothing is sent.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let selected = try OneRequest(arguments, context)
        let preview: RequestPreview
        switch try selected.preview() {
        case .ready(let ready):
            preview = ready
        case .open(let obstacle):
            context.console.complain("\(obstacle)")
            return .invalidInput
        }
        let console = context.console
        if arguments.has("json") {
            console.output.writeLine(value(preview, selected.selected).encoded(pretty: true))
        } else {
            console.output.write(text(preview, console.paint))
        }
        return .success
    }

    private static func text(_ preview: RequestPreview, _ paint: Paint) -> String {
        let mask = preview.mask
        var target = preview.shown.target
        target.maskSensitiveQuery()
        var text = paint(preview.sent.method.rawValue, .accent) + " "
        text += TextEscaping.visible(mask(target.displayText)) + "\n"
        for field in preview.shown.fields {
            let value = TextEscaping.visible(masked(field, mask))
            text += "\(paint(TextEscaping.visible(field.name), .strong)): \(value)\n"
        }
        let body = preview.shown.body
        if !body.isEmpty {
            text += "\n"
            if let content = body.validText {
                for line in mask(content).split(separator: "\n", omittingEmptySubsequences: false) {
                    text += TextEscaping.visible(String(line)) + "\n"
                }
            } else {
                text += paint("(\(body.count) bytes that are not text)", .dim) + "\n"
            }
        }
        text += "\n"
        let rows = preview.resolved.origins.map { origin in
            [
                origin.variable.map { "{{\($0)}}" } ?? "\(origin.part)",
                shortened(mask(origin.text)), origin.source,
            ]
        }
        return text + TextTable.text([["Value", "Is", "From"]] + rows, paint)
    }

    private static func value(
        _ preview: RequestPreview,
        _ selected: SelectedRequest
    ) -> JSONValue {
        let mask = preview.mask
        var target = preview.shown.target
        target.maskSensitiveQuery()
        return [
            "schema": 1,
            "id": .string(selected.request.id),
            "method": .string(preview.sent.method.rawValue),
            "url": .string(mask(target.displayText)),
            "fields": .array(
                preview.shown.fields.map { field in
                    ["name": .string(field.name), "value": .string(masked(field, mask))]
                }
            ),
            "body": preview.shown.body.validText.map { .string(mask($0)) } ?? .null,
            "bodyBytes": .number("\(preview.sent.body.count)"),
            "origins": .array(
                preview.resolved.origins.map { origin in
                    [
                        "part": .string("\(origin.part)"),
                        "variable": origin.variable.map { .string($0) } ?? .null,
                        "value": .string(mask(origin.text)),
                        "source": .string(origin.source),
                    ]
                }
            ),
        ]
    }

    /// The value of a field, its credential hidden; the scheme of `Authorization` stays.
    static func masked(_ field: HTTPField, _ mask: SecretMask) -> String {
        let isSecret =
            SecretMask.isSensitive(name: field.name)
            || RedactionPolicy.standard.fieldNames.contains { field.isNamed($0) }
        guard isSecret else { return mask(field.value) }
        let words = field.value.split(separator: " ", maxSplits: 1)
        guard field.isNamed("Authorization"), words.count == 2 else {
            return SecretMask.placeholder
        }
        return "\(words[0]) \(SecretMask.placeholder)"
    }

    private static func shortened(_ text: String) -> String {
        let line = text.prefix { !$0.isNewline }
        return line.count > 60 || line.count < text.count ? "\(line.prefix(59))…" : text
    }
}

/// The one request that a selector names, with the session that can prepare it.
struct OneRequest {
    let selected: SelectedRequest
    let collection: RequestCollection
    private let session: RunSession

    /// Finds the request.
    ///
    /// - Throws: `CommandFailure` when the selector names none, several, or a broken one.
    init(_ arguments: ParsedArguments, _ context: CommandContext) throws {
        let selection = try Selection(arguments.operands)
        let problems = selection.problems(selectors: arguments.operands)
        guard let part = selection.parts.first, let first = part.requests.first else {
            context.complain(problems)
            throw CommandFailure(.invalidInput, "no request can be read")
        }
        guard part.requests.count == 1 else {
            let names = part.requests.prefix(5).map(\.request.id).joined(separator: ", ")
            throw CommandFailure(
                .invalidInput,
                "the selector names \(part.requests.count) requests, such as \(names); name one"
            )
        }
        selected = first
        collection = part.collection
        session = try RunPart(part, arguments, context, isSending: false).session
    }

    /// The request as it would be sent, or what keeps it from being prepared.
    enum Preview {
        case ready(RequestPreview)
        case open(RunProblem)
    }

    /// Takes the request through everything but the network.
    func preview() throws -> Preview {
        let session = session
        let selected = selected
        let ending = Interruption.run { () -> Result<RequestPreview, any Error> in
            do {
                return .success(try await session.preview(selected.request, in: selected.file))
            } catch {
                return .failure(error)
            }
        }
        guard case .finished(let result, _) = ending else {
            throw CommandFailure(.interrupted, "interrupted")
        }
        do {
            return .ready(try result.get())
        } catch let error as ResolveError {
            var problem = RunProblem(error)
            problem.file = collection.displayPath(of: problem.file)
            return .open(problem)
        } catch let failure as PreparationFailure {
            let file = collection.displayPath(of: selected.file.path)
            return .open(
                RunProblem(file: file, location: selected.request.location, message: failure.detail)
            )
        }
    }
}

import CollectionRun
import Collections
import Documents
import Files
import Fixtures
import HTTPModel

/// `apus fixtures`: reads archives into fixtures, and finds secrets in fixtures.
enum FixturesCommand {
    /// Does what the first operand names.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let rest = Array(arguments.operands.dropFirst())
        switch arguments.operands[0] {
        case "import":
            guard !rest.isEmpty else {
                throw UsageError(.fixtures, "import takes the archives to read")
            }
            return try importArchives(rest, arguments, context)
        case "lint":
            return try lint(rest.isEmpty ? [CommandContext.defaultPath] : rest, arguments, context)
        case let other:
            throw UsageError(
                .fixtures,
                "'\(other)' is neither import nor lint"
                    + Suggestion.phrase(for: other, in: ["import", "lint"])
            )
        }
    }

    // MARK: Import

    /// - Returns: Wrong input when a file is no archive or a fixture cannot be written; entries that
    ///   become no fixture are named and are no fault.
    private static func importArchives(
        _ files: [String],
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let collection = try? CollectionLocator.load(CommandContext.defaultPath)
        let root =
            arguments.value("output")
            ?? FilePath.join(CommandContext.defaultPath, FixtureStore.folderName)
        let policy = policy(of: collection)
        let isDry = arguments.has("dry-run")
        let store = FixtureStore(root: root)
        var code = ExitCode.success
        for file in files {
            let archive: HARArchive
            do {
                archive = try HARArchive(parsing: try FileSystem.read(file), path: file)
            } catch {
                context.console.complain("\(error)")
                code = .invalidInput
                continue
            }
            var written: Set<String> = []
            var made = 0
            for (position, entry) in archive.entries.enumerated() {
                let name =
                    "\(FilePath.absolute(file).split(separator: "/").last ?? "")#\(position + 1)"
                do {
                    let fixture = try entry.fixture(policy: policy, source: name)
                    let saved = isDry ? store.destination(of: fixture) : try store.save(fixture)
                    made += 1
                    guard written.insert(saved.metaPath).inserted else { continue }
                    for path in saved.paths {
                        let shown = TextEscaping.visible(shown(FilePath.join(root, path)))
                        context.console.output.writeLine(shown)
                    }
                } catch let skip as HARSkip {
                    context.console.complain("\(name): left out: \(skip.reason)")
                } catch {
                    context.console.complain("\(name): \(error)")
                    code = .invalidInput
                }
            }
            let folded = made - written.count
            context.console.complain(
                "\(file): \(made) of \(archive.entries.count) entries became fixtures"
                    + (folded > 0 ? "; \(folded) of them were replaced by a later one" : "")
            )
        }
        return code
    }

    /// What must not be written of exchanges of a collection: its rules, and the values it knows.
    static func policy(of collection: RequestCollection?) -> RedactionPolicy {
        guard let collection else { return .standard }
        return RedactionPolicy.standard.adding(collection.settings.redaction)
            .adding(secrets: secrets(of: collection).map(\.value))
    }

    /// The path without `./` in front.
    private static func shown(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    // MARK: Lint

    private static func lint(
        _ paths: [String],
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        var found: [(path: String, finding: LintFinding)] = []
        for path in paths {
            guard FileSystem.isDirectory(path) else {
                throw CommandFailure(.invalidInput, "\(path): no such folder")
            }
            let root = MockCommand.fixturesFolder(in: path)
            let collection = try? CollectionLocator.load(path)
            var policy = RedactionPolicy.standard
            if let collection { policy = policy.adding(collection.settings.redaction) }
            let lint = FixtureLint(
                policy: policy,
                secrets: collection.map { secrets(of: $0) } ?? []
            )
            found += try FixtureStore(root: root).findings(by: lint).map {
                (shown(FilePath.join(root, $0.path)), $0.finding)
            }
            if let collection { found += copies(in: collection, policy) }
        }
        let output = context.console.output
        if arguments.has("json") {
            output.writeLine(json(found).encoded(pretty: true))
        } else {
            for (path, finding) in found {
                let place = finding.line == 0 ? "\(path): in the name" : "\(path):\(finding.line)"
                output.writeLine(TextEscaping.visible("\(place): \(finding.detail)"))
            }
        }
        return found.isEmpty ? .success : .invalidInput
    }

    /// Private values and tokens that were copied into request files, public environments or settings.
    private static func copies(
        in collection: RequestCollection,
        _ policy: RedactionPolicy
    ) -> [(path: String, finding: LintFinding)] {
        let lint = FixtureLint(
            policy: policy,
            secrets: secrets(of: collection) { $0.isPrivate }
        )
        var texts = collection.files.map { ($0.path, $0.source.bytes) }
        let variables = collection.environments.flatMap(\.variables) + collection.sharedVariables
        let environments = Set(variables.filter { !$0.isPrivate }.map(\.file))
        for name in environments.sorted() + ["apus.json"] {
            let bytes = try? FileSystem.read(FilePath.join(collection.root, name))
            if let bytes { texts.append((name, bytes)) }
        }
        return texts.flatMap { path, bytes in
            lint.copies(in: bytes).map { (collection.displayPath(of: path), $0) }
        }
    }

    private static func json(_ found: [(path: String, finding: LintFinding)]) -> JSONValue {
        let findings = found.map { path, finding -> JSONValue in
            [
                "path": .string(path),
                "line": finding.line == 0 ? .null : .number("\(finding.line)"),
                "rule": .string(finding.rule.rawValue),
                "detail": .string(finding.detail),
            ]
        }
        return ["schema": 1, "findings": .array(findings)]
    }

    /// The shortest value of a public file that counts as secret by its name alone.
    private static let shortestByName = 6

    /// Whether a variable is private, or secret by its name.
    private static func isSecret(_ variable: EnvironmentVariable) -> Bool {
        variable.isPrivate
            || SecretMask.isSensitive(name: variable.name)
                && variable.value.utf8.count >= shortestByName
    }

    /// The values of the collection's variables that are secret.
    private static func secrets(
        of collection: RequestCollection,
        where isWanted: (EnvironmentVariable) -> Bool = FixturesCommand.isSecret
    ) -> [FixtureLint.KnownSecret] {
        var found: [FixtureLint.KnownSecret] = []
        let variables = collection.environments.flatMap(\.variables) + collection.sharedVariables
        for variable in variables {
            guard isWanted(variable), !variable.value.contains("{{"),
                !found.contains(where: { $0.value == variable.value })
            else { continue }
            let name = "the value of the variable \(variable.name) of \(variable.file)"
            found.append(FixtureLint.KnownSecret(name: name, value: variable.value))
        }
        return found
    }
}

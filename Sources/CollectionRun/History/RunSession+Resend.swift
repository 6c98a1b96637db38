package import ClientCore
package import Collections
import Fixtures
import HTTPModel
package import History

extension RunSession {
    /// Sends a request of the history again, as it was.
    ///
    /// Secrets are taken from the saved request as it is now; what it does not give is asked for with
    /// the settings' `prompt`.
    ///
    /// - Parameters:
    ///   - entry: What was sent.
    ///   - given: Values by placeholder; these win.
    ///   - observer: Told of the progress of the hops.
    /// - Returns: What came of it; its problem names the values that must be given, if any.
    package func resend(
        _ entry: HistoryEntry,
        given: [String: String] = [:],
        observer: (any HopObserver)? = nil
    ) async -> RunResult {
        let origin = entry.item.origin
        let saved = collection.request(withID: origin.requestID)
        var result =
            saved.map { RunResult(of: $0.request, in: $0.file.path, outcome: .error) }
            ?? RunResult(
                named: origin.name,
                method: entry.item.method,
                url: entry.item.url,
                requestID: origin.requestID
            )
        let location = saved?.request.location ?? TextLocation(line: 1, column: 1)
        do {
            let (resolved, obstacle) = await resolved(saved, &result)
            var values = given
            let origins = settings.overrideSources.keys.compactMap { settings.overrides[$0] }
            func resending(_ values: [String: String]) -> Resending {
                Resending(entry, resolved: resolved, given: values, movingOrigins: origins)
            }
            var sending = resending(values)
            if let obstacle, !sending.missing.isEmpty { throw obstacle }
            for value in sending.missing {
                let prompt = Prompt(name: value.placeholder, message: "secret of \(value.text)")
                if let answer = await settings.prompt(prompt) {
                    values[value.placeholder] = answer
                }
            }
            if values != given { sending = resending(values) }
            if let reason = sending.reason(entry.item.id) {
                throw RunProblem(file: result.file, location: location, message: reason)
            }
            var request = ResolvedRequest(
                request: sending.request,
                token: sending.token,
                secrets: (resolved?.secrets ?? []) + values.values.filter { !$0.isEmpty }
            )
            request.origins = [
                ValueOrigin(
                    part: .target,
                    text: entry.item.url,
                    source: "history, entry \(entry.item.id)"
                )
            ]
            request.assertions = resolved?.assertions ?? []
            request.disguise = Resending.disguise(entry, resolved, values, origins)
            request.captures = resolved?.captures ?? []
            try await send(request, &result, observer: observer)
        } catch {
            note(error, in: result.file, at: location, &result)
        }
        return result
    }

    /// The saved request as it is now, or why it cannot be resolved.
    private func resolved(
        _ saved: SelectedRequest?,
        _ result: inout RunResult
    ) async -> (ResolvedRequest?, (any Error)?) {
        guard let saved else { return (nil, nil) }
        do {
            return (try await resolve(saved.request, in: saved.file, [], &result), nil)
        } catch {
            return (nil, error)
        }
    }

    /// Sends a request that no file holds.
    ///
    /// - Parameters:
    ///   - resolved: What to send.
    ///   - name: What it is called in reports.
    ///   - observer: Told of the progress of the hops.
    /// - Returns: What came of it.
    package func send(
        _ resolved: ResolvedRequest,
        named name: String,
        observer: (any HopObserver)? = nil
    ) async -> RunResult {
        var result = RunResult(
            named: name,
            method: resolved.request.method.rawValue,
            url: resolved.request.target.displayText
        )
        do {
            try await send(resolved, &result, observer: observer)
        } catch {
            note(error, in: "", at: TextLocation(line: 1, column: 1), &result)
        }
        return result
    }
}

extension Resending.MissingValue {
    /// Where the value stands, for people.
    fileprivate var text: String {
        places.isEmpty ? "the request" : places.joined(separator: " and ")
    }
}

extension Resending {
    /// Why the request cannot be sent; `nil` when it can.
    fileprivate func reason(_ id: Int64) -> String? {
        if let problem { return "entry \(id) of the history cannot be sent again: \(problem)" }
        guard !missing.isEmpty else { return nil }
        let list = missing.map { "\($0.placeholder) (\($0.text))" }.joined(separator: ", ")
        let first = missing.first?.placeholder ?? ""
        return "entry \(id) of the history needs what was secret and is not kept: \(list); "
            + "give it with --value \(first)=…"
    }
}

extension Resending {
    /// The request put together with stand-ins for short secrets; `nil` when it needs none.
    fileprivate static func disguise(
        _ entry: HistoryEntry,
        _ resolved: ResolvedRequest?,
        _ values: [String: String],
        _ movingOrigins: [String]
    ) -> DisguisedRequest? {
        var standIns = StandIns()
        let given = values.mapValues { standIns.text(for: $0) }
        var shown = resolved
        if let disguise = resolved?.disguise {
            shown?.request.target = disguise.request.target
            shown?.request.fields = disguise.request.fields
            shown?.request.body = disguise.request.body
            shown?.token = disguise.token
        }
        let texts = (resolved?.disguise?.standIns ?? []) + standIns.texts
        guard !texts.isEmpty else { return nil }
        let sending = Resending(
            entry,
            resolved: shown,
            given: given,
            movingOrigins: movingOrigins
        )
        return DisguisedRequest(
            request: sending.request,
            token: sending.token,
            assertions: resolved?.disguise?.assertions ?? resolved?.assertions ?? [],
            standIns: texts
        )
    }
}

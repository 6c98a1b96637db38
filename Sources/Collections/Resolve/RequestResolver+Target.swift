import HTTPModel

// Where a request goes.
extension RequestResolver {
    /// Where the request goes.
    func target(
        _ fields: HTTPFields,
        _ resolution: inout Resolution
    ) throws(ResolveError) -> TargetURI {
        let site = Resolution.Site(
            file: resolution.file.path,
            location: resolution.request.urlLocation,
            part: .target
        )
        var text = try resolution.expand(resolution.request.url, at: site).trimmingSpace
        let isPath = text.utf8.first == Byte.slash
        if isPath, let host = fields["Host"] {
            text = "http://\(host)\(text)"
        } else if !isPath, !text.holdsScheme, !text.isEmpty {
            text = "http://" + text
        }
        let (target, isDisplayText) = try reading(text, site, resolution)
        resolution.origins.append(
            ValueOrigin(
                part: .target,
                // Nothing is made anew when it is the same.
                text: isDisplayText ? text : target.displayText,
                origin: site.source
            )
        )
        guard let userInfo = target.userInfo, let colon = userInfo.firstIndex(of: ":") else {
            return target
        }
        let password = String(userInfo[userInfo.index(after: colon)...])
        resolution.addSecret(password)
        var carrying = target
        carrying.userInfo = userInfo[...colon] + resolution.standIn(for: password, at: .target)
        return carrying
    }

    private func reading(
        _ text: String,
        _ site: Resolution.Site,
        _ resolution: borrowing Resolution
    ) throws(ResolveError) -> (target: TargetURI, isDisplayText: Bool) {
        do {
            return try TargetURI.reading(text)
        } catch {
            throw resolution.error(.invalidURL, site, error.description)
        }
    }
}

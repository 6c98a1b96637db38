import HTTPModel

extension RunResult {
    /// The result without what no report shows: content, fields and heads.
    ///
    /// A run of thousands of requests keeps one of these for each, and not all that came.
    package consuming func reported() -> RunResult {
        exchange?.dropUnreported()
        disguisedSent = nil
        for i in upstream.indices { upstream[i] = upstream[i].reported() }
        return self
    }
}

extension Exchange {
    fileprivate mutating func dropUnreported() {
        request.body = .none
        request.fields = HTTPFields()
        for i in hops.indices {
            hops[i].sent.fields = HTTPFields()
            hops[i].sent.body = Octets()
            hops[i].sent.headOctets = Octets()
            hops[i].responseHead?.fields = HTTPFields()
            hops[i].failure?.partialBody = Octets()
            hops[i].failure?.partialHead = nil
        }
        switch result {
        case .success(let response):
            var head = response.head
            head.fields = HTTPFields()
            result = .success(HTTPResponse(head: head))
        case .failure(var failure):
            failure.partialBody = Octets()
            failure.partialHead = nil
            result = .failure(failure)
        }
    }
}

import HTTPModel

extension Exchange {
    /// Lets go of content, fields and heads.
    mutating func dropUnreported() {
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

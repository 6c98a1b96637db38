import HTTPModel

extension ResponseDocument.Kind {
    /// The rows of a structure that is no JSON; `nil` where there is none to show.
    func rows(of content: Octets, _ mediaType: MediaType?, depth: Int) -> (any RowSource)? {
        nil
    }
}

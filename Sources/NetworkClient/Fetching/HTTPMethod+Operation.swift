extension HTTPMethod {
    /// The method token in the spelling of `URLRequest.httpMethod`, such as `GET`.
    public var operation: String { rawValue }
}

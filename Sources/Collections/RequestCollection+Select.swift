extension RequestCollection {
    /// The requests a selector names, in the collection's order.
    ///
    /// A selector is, in this order of trying: empty or `.` (all), `file#name` or `file#number`, a file or a folder
    /// (relative to the collection's folder, or to the working folder), the name or id of a request, or a
    /// glob over ids, paths and names, where `*` stays within a part, `**` does not, and `?` is one
    /// character.
    ///
    /// - Throws: `CollectionError` with code `.nothingSelected`, which names what is near.
    package func requests(
        matching selector: String
    ) throws(CollectionError) -> [SelectedRequest] {
        []
    }
}

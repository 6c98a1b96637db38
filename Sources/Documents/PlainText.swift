/// Writes a document as plain text, folds ignored, in chunks.
///
/// - Parameters:
///   - document: What to write.
///   - isExact: Whether text goes out byte for byte; otherwise control and formatting characters become
///     visible symbols, as a terminal needs it.
///   - sink: Takes each chunk; the pointer is valid during the call only.
/// - Throws: What `sink` throws.
package func renderPlainText<Failure: Error>(
    _ document: ResponseDocument,
    isExact: Bool = true,
    to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
) throws(Failure) {
}

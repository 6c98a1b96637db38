public import ClientCore
public import Foundation
public import HTTPModel

extension ByteStream {
    /// The content as `Data`, piece by piece.
    public var data: AsyncMapSequence<ByteStream, Data> { map { $0.data } }

    /// The values of JSON Lines, decoded one by one; blank lines are left out.
    ///
    /// - Parameters:
    ///   - type: What each line holds.
    ///   - decoder: Decodes each line.
    /// - Returns: The values; the first line that does not decode ends them with its error.
    public func jsonLines<Value: Decodable & Sendable>(
        _ type: Value.Type,
        decoder: JSONDecoder = JSONDecoder()
    ) -> AsyncThrowingMapSequence<ByteStreamElements<Octets>, Value> {
        jsonLines.map { line in try decoder.decode(Value.self, from: line.data) }
    }

    /// The values of a JSON text sequence, decoded one by one.
    ///
    /// - Parameters:
    ///   - type: What each text holds.
    ///   - decoder: Decodes each text.
    /// - Returns: The values; the first text that does not decode ends them with its error.
    public func jsonSequence<Value: Decodable & Sendable>(
        _ type: Value.Type,
        decoder: JSONDecoder = JSONDecoder()
    ) -> AsyncThrowingMapSequence<ByteStreamElements<Octets>, Value> {
        jsonSequence.map { text in try decoder.decode(Value.self, from: text.data) }
    }
}

extension ServerSentEvent {
    /// Decodes the data of the event as JSON.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(Value.self, from: Data(data.utf8))
    }
}

extension RequestBody {
    /// What the file at `url` holds; streamed from the disk while it is sent.
    ///
    /// - Returns: `nil` when the URL is no file URL.
    public static func file(at url: URL) -> RequestBody? {
        url.isFileURL ? .file(url.path(percentEncoded: false)) : nil
    }

    /// These bytes.
    public static func data(_ data: Data) -> RequestBody { .octets(data.octets) }
}

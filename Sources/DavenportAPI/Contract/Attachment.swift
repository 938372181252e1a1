/// The answer of an endpoint that returns a document to save. The server makes the document while it sends the answer,
/// so the size isn't known in advance.
public struct Attachment: Codable, Sendable {
    /// The media type, sent as `Content-Type`.
    public let type: String
    /// The suggested file name.
    public let name: String
    private let make: @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void

    /// Creates an attachment from a function that writes it.
    /// - Parameter make: writes the whole document in parts with the function that it is given. Each call of that
    ///   function returns when the receiver has accepted the part.
    package init(type: String, name: String, make: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void) {
        (self.type, self.name, self.make) = (type, name, make)
    }

    /// Creates an attachment from complete bytes.
    package init(type: String, name: String, bytes: [UInt8]) {
        self.init(type: type, name: name) { try await $0(bytes) }
    }

    /// Writes the document in parts.
    /// - Parameter write: takes one part. It returns when the receiver has accepted the part.
    /// - Throws: the error of making or writing a part.
    public func write(to write: ([UInt8]) async throws -> Void) async throws {
        try await make(write)
    }

    /// Returns the whole document.
    /// - Throws: the error of making a part.
    public func collected() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await make { bytes += $0 }
        return bytes
    }

    /// Always throws, because the server streams the document instead of encoding it as JSON.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "A document is sent as it is made."))
    }

    /// Always throws, because clients save the document as they receive it.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "A document is kept as it comes."))
    }
}

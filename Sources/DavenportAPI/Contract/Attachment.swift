/// The answer of an endpoint that answers a document to be kept: its bytes come as it is made, and nobody knows how many before.
public struct Attachment: Codable, Sendable {
    /// As in the header `Content-Type`.
    public let type: String
    /// What to call it where it is kept.
    public let name: String
    private let make: @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void

    /// - Parameter make: writes all of it in parts, as fast as they are taken.
    package init(type: String, name: String, make: @escaping @Sendable (_ write: ([UInt8]) async throws -> Void) async throws -> Void) {
        (self.type, self.name, self.make) = (type, name, make)
    }

    /// One that is there already.
    package init(type: String, name: String, bytes: [UInt8]) {
        self.init(type: type, name: name) { try await $0(bytes) }
    }

    /// Gives its bytes in parts to whoever writes them.
    /// - Throws: what making or writing them throws.
    public func write(to write: ([UInt8]) async throws -> Void) async throws {
        try await make(write)
    }

    /// All of its bytes.
    /// - Throws: what making them throws.
    public func collected() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await make { bytes += $0 }
        return bytes
    }

    /// It is sent as it is made, never as a value.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "A document is sent as it is made."))
    }

    /// It is kept as it comes, never read as a value.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "A document is kept as it comes."))
    }
}

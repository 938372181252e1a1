/// Bytes that come part by part, so that nobody has to hold them all: a file on its way.
public struct ByteStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    /// How many there are, known before the first of them comes.
    public let count: Int
    /// What their sender says that they are, as in the header `Content-Type`.
    public let type: String?
    private let parts: @Sendable () -> () async throws -> [UInt8]?

    /// - Parameters:
    ///   - count: how many bytes all parts have together.
    ///   - type: as in the header `Content-Type`.
    ///   - parts: begins anew each time that the bytes are taken, such as when a client sends again what was not heard; what it returns
    ///     answers part after part, then nil.
    public init(count: Int, type: String? = nil, parts: @escaping @Sendable () -> () async throws -> [UInt8]?) {
        self.count = count
        self.type = type
        self.parts = parts
    }

    /// Bytes that are there already.
    public init(_ bytes: [UInt8], type: String? = nil) {
        self.init(count: bytes.count, type: type) {
            var rest: [UInt8]? = bytes
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Begins with the first part.
    public func makeAsyncIterator() -> Iterator {
        Iterator(nextPart: parts())
    }

    /// All of them in one, for whoever can't do with parts.
    /// - Throws: what taking them throws.
    public func collected() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in self { bytes += part }
        return bytes
    }

    /// Takes part after part.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let nextPart: () async throws -> [UInt8]?

        /// The next part; nil behind the last.
        public mutating func next() async throws -> [UInt8]? {
            try await nextPart()
        }
    }
}

/// The answer of an endpoint that answers a file: its bytes, part by part.
public struct Download: Codable, Sendable {
    /// As in the header `Content-Type`.
    public let type: String
    /// What to call it where it is kept.
    public let name: String
    /// The SHA-256 of all of its bytes, in hexadecimal.
    public let sha256: String
    /// How many bytes it has in all.
    public let size: Int
    private let part: @Sendable (Range<Int>) -> ByteStream

    /// - Parameter part: answers some of its bytes, of those from 0 to `size`.
    package init(type: String, name: String, sha256: String, size: Int, part: @escaping @Sendable (Range<Int>) -> ByteStream) {
        (self.type, self.name, self.sha256, self.size) = (type, name, sha256, size)
        self.part = part
    }

    /// All of its bytes.
    public var bytes: ByteStream { part(0..<size) }

    /// Some of them.
    package subscript(range: Range<Int>) -> ByteStream { part(range) }

    /// It is no JSON: the bytes themselves are sent, and the rest says their head.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "A file isn't sent as JSON."))
    }

    /// It is no JSON either where it is read.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "A file doesn't come as JSON."))
    }
}

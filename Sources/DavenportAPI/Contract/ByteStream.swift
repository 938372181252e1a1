/// A sequence of bytes that is read in parts, such as a file in transit. The whole sequence need not fit in memory.
public struct ByteStream: AsyncSequence, Sendable {
    public typealias Element = [UInt8]

    /// The total number of bytes.
    public let count: Int
    /// The media type that the sender stated, as in the header `Content-Type`; nil if the sender stated none.
    public let type: String?
    private let parts: @Sendable () -> () async throws -> [UInt8]?

    /// Creates a stream from a function that produces its parts.
    /// - Parameters:
    ///   - count: the total number of bytes of all parts.
    ///   - type: the media type, as in the header `Content-Type`.
    ///   - parts: starts a new iteration over the bytes; a client that retries a request starts a second one. It
    ///     returns a function that returns one part at each call, and nil after the last part.
    public init(count: Int, type: String? = nil, parts: @escaping @Sendable () -> () async throws -> [UInt8]?) {
        self.count = count
        self.type = type
        self.parts = parts
    }

    /// Creates a stream from complete bytes.
    public init(_ bytes: [UInt8], type: String? = nil) {
        self.init(count: bytes.count, type: type) {
            var rest: [UInt8]? = bytes
            return {
                defer { rest = nil }
                return rest
            }
        }
    }

    /// Starts a new iteration at the first part.
    public func makeAsyncIterator() -> Iterator {
        Iterator(nextPart: parts())
    }

    /// Returns all bytes at once.
    /// - Throws: the error of reading a part.
    public func collected() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in self { bytes += part }
        return bytes
    }

    /// An iteration over the parts of the stream, from the first to the last.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let nextPart: () async throws -> [UInt8]?

        /// Returns the next part; nil after the last.
        public mutating func next() async throws -> [UInt8]? {
            try await nextPart()
        }
    }
}

/// The answer of an endpoint that returns a file as a stream of bytes. A client can also request a range of the bytes.
public struct Download: Codable, Sendable {
    /// The media type, sent as `Content-Type`.
    public let type: String
    /// The suggested file name.
    public let name: String
    /// The SHA-256 of the whole file, in hexadecimal.
    public let sha256: String
    /// The total number of bytes.
    public let size: Int
    private let part: @Sendable (Range<Int>) -> ByteStream

    /// Creates a download from a function that reads any range of the file.
    /// - Parameter part: returns a range of the bytes, within 0 to `size`.
    package init(type: String, name: String, sha256: String, size: Int, part: @escaping @Sendable (Range<Int>) -> ByteStream) {
        (self.type, self.name, self.sha256, self.size) = (type, name, sha256, size)
        self.part = part
    }

    /// The stream of all bytes.
    public var bytes: ByteStream { part(0..<size) }

    /// Returns the stream of a range of bytes.
    package subscript(range: Range<Int>) -> ByteStream { part(range) }

    /// Always throws, because a download isn't encoded as JSON. The server sends the bytes as the body of the answer,
    /// and the other properties as headers.
    public func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "A file isn't sent as JSON."))
    }

    /// Always throws, because a file isn't JSON.
    public init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "A file doesn't come as JSON."))
    }
}

import NIOCore

/// Gathers the parts of a request's body into larger ones.
///
/// The server handles each part separately, which costs more than the bytes in it. A body with chunks of one byte
/// would be handled byte by byte.
struct BodyAggregator {
    private var gathered = ByteBuffer()
    private var count = 0
    private var received = 0

    mutating func add(_ part: ByteBuffer) {
        count += 1
        received += part.readableBytes
        if gathered.readableBytes == 0 { gathered = part } else { gathered.writeImmutableBuffer(part) }
    }

    /// Takes the gathered bytes, or nil if there are none.
    mutating func take() -> ByteBuffer? {
        guard gathered.readableBytes > 0 else { return nil }
        defer { gathered = ByteBuffer() }
        return gathered
    }

    /// Whether the gathered bytes are enough to pass on.
    var isLarge: Bool { gathered.readableBytes >= EdgeLimits.bodyPart }
    /// Whether the server must refuse the body, because it consists of too many tiny parts.
    var hasTinyParts: Bool { count > EdgeLimits.maximumTinyParts && received / count < EdgeLimits.tinyPartSize }
}

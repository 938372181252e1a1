import NIOCore

/// Parts of a request's body on their way to the server.
///
/// The server takes each part by itself, which costs it more than the part: of a body in chunks of one byte it would take byte after byte.
struct BodyParts {
    private var gathered = ByteBuffer()
    private var count = 0
    private var received = 0

    /// What is to be handed on now that another part has come.
    mutating func add(_ part: ByteBuffer) -> ByteBuffer? {
        count += 1
        received += part.readableBytes
        if gathered.readableBytes == 0 { gathered = part } else { gathered.writeImmutableBuffer(part) }
        return gathered.readableBytes >= EdgeLimits.bodyPart ? take() : nil
    }

    /// What was gathered, if anything.
    mutating func take() -> ByteBuffer? {
        guard gathered.readableBytes > 0 else { return nil }
        defer { gathered = ByteBuffer() }
        return gathered
    }

    /// Whether the body comes in crumbs.
    var isCrumbled: Bool { count > EdgeLimits.crumbs && received / count < EdgeLimits.crumb }
}

import NIOCore

/// Holds the bytes of a connection that haven't passed to the decoder, and divides them into pieces.
///
/// Each piece contains the end of at most one request, so it is known exactly where the next request begins. The
/// decoder can't say that: it reports nothing about a head before the head is complete.
struct InputBuffer {
    private var held = ByteBuffer()
    /// How many bytes of the sequence CR LF CR LF the last passed bytes match.
    private var matched = 0

    var isEmpty: Bool { held.readableBytes == 0 }

    mutating func add(_ bytes: ByteBuffer) {
        if isEmpty { held = bytes } else { held.writeImmutableBuffer(bytes) }
    }

    /// Takes the bytes up to the next empty line, which ends a head and also a body of chunks. If there is none, it
    /// takes all bytes.
    mutating func takeToEmptyLine() -> ByteBuffer? {
        isEmpty ? nil : take(findEmptyLine() ?? held.readableBytes)
    }

    /// Returns the number of bytes up to and including the first empty line, even if it is split across pieces.
    private mutating func findEmptyLine() -> Int? {
        for (index, byte) in held.readableBytesView.enumerated() {
            switch (matched, byte) {
            case (3, 0x0A):
                matched = 0
                return index + 1
            case (1, 0x0A): matched = 2
            case (2, 0x0D): matched = 3
            case (_, 0x0D): matched = 1
            default: matched = 0
            }
        }
        return nil
    }

    /// Takes the next bytes of a body.
    /// - Parameter framing: the part of the body that hasn't been taken. The taken bytes are subtracted from its
    ///   length.
    mutating func take(of framing: inout Framing) -> ByteBuffer? {
        guard case .length(let left) = framing else { return takeToEmptyLine() }
        guard left > 0, !isEmpty else { return nil }
        let length = min(left, held.readableBytes)
        framing = .length(left - length)
        return take(length)
    }

    /// Drops all bytes.
    mutating func clear() {
        held = ByteBuffer()
    }

    /// Takes the first bytes. When all are taken the buffer is replaced, because an empty buffer would keep its
    /// memory.
    private mutating func take(_ length: Int) -> ByteBuffer? {
        guard length == held.readableBytes else { return held.readSlice(length: length) }
        defer { clear() }
        return held
    }
}

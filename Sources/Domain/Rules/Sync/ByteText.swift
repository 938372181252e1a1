import Foundation

/// Encodes numbers, bytes and ids compactly as bytes, which `ByteTextReader` decodes.
package struct ByteTextWriter {
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer that has written nothing yet.
    package init() {}

    /// Appends a number as an integer of variable length. Small numbers take few bytes.
    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends bytes without their number, which the reader has to know.
    package mutating func write(_ raw: some Sequence<UInt8>) { bytes += raw }

    /// Appends the 16 bytes of an id.
    package mutating func write(_ id: UUID) { withUnsafeBytes(of: id.uuid) { bytes += $0 } }
}

/// Decodes bytes that `ByteTextWriter` has encoded. Its functions return nil if the bytes aren't what they expect.
package struct ByteTextReader {
    private var rest: ArraySlice<UInt8>

    /// Makes a reader that begins at the first byte.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    /// Reads a number. For each number only the encoding of the writer is accepted.
    package mutating func number() -> UInt64? {
        var (number, shift) = (UInt64(0), UInt64(0))
        while let byte = rest.popFirst() {
            guard shift < 63 || (shift == 63 && byte <= 1), shift == 0 || byte != 0 else { return nil }
            number |= UInt64(byte & 0x7f) << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
        return nil
    }

    /// Reads the next `count` bytes.
    package mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Reads the 16 bytes of an id.
    package mutating func uuid() -> UUID? {
        bytes(16).map { bytes in bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) } }
    }
}

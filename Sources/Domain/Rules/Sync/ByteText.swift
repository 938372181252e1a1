import Foundation

/// Writes numbers and ids one behind the other, as `ByteTextReader` reads them.
package struct ByteTextWriter {
    package private(set) var bytes: [UInt8] = []

    /// With nothing written.
    package init() {}

    /// Small numbers take few bytes.
    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Bytes as they are: who reads knows how many.
    package mutating func write(_ raw: some Sequence<UInt8>) { bytes += raw }

    /// 16 bytes.
    package mutating func write(_ id: UUID) { withUnsafeBytes(of: id.uuid) { bytes += $0 } }
}

/// Reads what `ByteTextWriter` has written. Whatever else it is given it answers nil.
package struct ByteTextReader {
    private var rest: ArraySlice<UInt8>

    /// From the first of these bytes on.
    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    package var isAtEnd: Bool { rest.isEmpty }

    /// A number as it is written, in one way only.
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

    /// So many bytes.
    package mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// 16 bytes.
    package mutating func uuid() -> UUID? {
        bytes(16).map { bytes in bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) } }
    }
}

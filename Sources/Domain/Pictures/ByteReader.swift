/// Reads numbers and byte sequences one after the other. Every function returns nil if too few bytes are left.
struct ByteReader {
    /// The bytes that have not been read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The byte order of a number.
    enum Order {
        case bigEndian
        case littleEndian
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    /// Reads the next `count` bytes. If fewer are left, it returns nil and reads nothing.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard (0...rest.count).contains(count) else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// Skips these bytes if they come next. Returns whether they did.
    mutating func skip(_ expected: some Collection<UInt8>) -> Bool { rest.starts(with: expected) && skip(expected.count) }

    /// Reads an unsigned number.
    ///
    /// - Parameter count: the number of bytes that the number takes, at most 4.
    mutating func number(_ count: Int, _ order: Order) -> Int? {
        guard let bytes = bytes(count) else { return nil }
        return order == .bigEndian
            ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [UInt8] {
    /// Appends a number that takes a fixed number of bytes.
    ///
    /// - Parameters:
    ///   - number: the number, which must not be negative. If it needs more than `count` bytes, the highest ones are
    ///     dropped.
    ///   - count: the number of bytes to append.
    mutating func append(_ number: Int, bytes count: Int, _ order: ByteReader.Order) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        append(contentsOf: order == .littleEndian ? bytes : bytes.reversed())
    }
}

/// Reads numbers and parts out of bytes, one after the other; beyond the end there is nil.
struct ByteReader {
    /// What has not been read yet.
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// Which byte of a number comes first.
    enum Order {
        case bigEndian
        case littleEndian
    }

    mutating func byte() -> UInt8? { rest.popFirst() }

    /// The next so many bytes; nil, and nothing read, where there are fewer.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard (0...rest.count).contains(count) else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { bytes(count) != nil }

    /// Passes over these bytes, where they come next.
    mutating func skip(_ expected: some Collection<UInt8>) -> Bool { rest.starts(with: expected) && skip(expected.count) }

    /// - Parameter count: how many bytes the number has, at most 4.
    mutating func number(_ count: Int, _ order: Order) -> Int? {
        guard let bytes = bytes(count) else { return nil }
        return order == .bigEndian
            ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension [UInt8] {
    /// - Parameters:
    ///   - number: not negative; what is beyond its bytes is left out.
    ///   - count: how many bytes it gets.
    mutating func append(_ number: Int, bytes count: Int, _ order: ByteReader.Order) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        append(contentsOf: order == .littleEndian ? bytes : bytes.reversed())
    }
}

import CLibPQ
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A result's columns, found by their names at the price of comparing one: a decoder asks for the same columns of every row in the same
/// order, so what was the n-th to be asked for in the last row is so in the next. Where it isn't, all names are compared.
struct Columns: ~Copyable {
    private struct Column {
        /// In the result's memory.
        let name: UnsafeBufferPointer<UInt8>
        let type: PostgresType

        func isNamed(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
            guard name.count == other.count else { return false }
            guard let left = name.baseAddress, let right = other.baseAddress else { return true }
            return memcmp(left, right, other.count) == 0
        }
    }

    private let columns: UnsafeMutableBufferPointer<Column>
    /// Which column was asked for in each place. Some are asked for twice: there are places enough.
    private let asked: UnsafeMutableBufferPointer<Atomic<UInt16>>
    /// The row that was asked last, and how many of its columns were, in the lower half.
    private let progress = Atomic<UInt64>(.max)

    /// Of a result that lives longer than this.
    init(of result: OpaquePointer) {
        let count = Int(PQnfields(result))
        columns = .allocate(capacity: count)
        asked = .allocate(capacity: 2 * count)
        for index in 0..<count {
            let (number, name) = (Int32(index), UnsafeRawPointer(PQfname(result, Int32(index))))
            let start = name?.assumingMemoryBound(to: UInt8.self)
            let length = name.map { strlen($0.assumingMemoryBound(to: CChar.self)) } ?? 0
            columns.initializeElement(
                at: index,
                to: Column(name: UnsafeBufferPointer(start: start, count: length), type: PostgresType(rawValue: PQftype(result, number))))
        }
        // Nothing is expected of the first row: of two columns of one name the first counts, wherever it is asked for.
        for index in asked.indices { asked.initializeElement(at: index, to: Atomic(.max)) }
    }

    deinit {
        columns.deallocate()
        asked.deallocate()
    }

    var names: [String] { columns.map { String(decoding: $0.name, as: UTF8.self) } }

    func type(_ position: Int) -> PostgresType { columns[position].type }

    /// - Parameter row: whose value is wanted.
    func position(of name: String, row: Int32) -> Int? {
        var name = name
        return name.withUTF8 { name in
            let place = place(in: row)
            guard place < asked.count else { return columns.firstIndex { $0.isNamed(name) } }
            let likely = Int(asked[place].load(ordering: .relaxed))
            if likely < columns.count, columns[likely].isNamed(name) { return likely }
            guard let position = columns.firstIndex(where: { $0.isNamed(name) }) else { return nil }
            asked[place].store(UInt16(truncatingIfNeeded: position), ordering: .relaxed)
            return position
        }
    }

    /// How many columns of the row were asked for before. Several tasks that read the same rows mislead each other, and then only compare
    /// more.
    private func place(in row: Int32) -> Int {
        let last = progress.load(ordering: .relaxed)
        let row = UInt64(UInt32(bitPattern: row)) << 32
        let place = last & ~0xFFFF_FFFF == row ? last & 0xFFFF_FFFF : 0
        progress.store(row | place + 1, ordering: .relaxed)
        return Int(place)
    }
}

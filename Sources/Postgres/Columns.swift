import CLibPQ
import LibC
import Synchronization

/// Finds a result's columns by name.
///
/// A decoder asks for the same columns in every row, each by a string literal at a fixed address. The first lookup of a
/// name caches the column under the literal's address. So names are compared once per result and not once per value.
struct Columns: ~Copyable {
    private struct Column {
        /// Points into the result's memory.
        let name: UnsafeBufferPointer<UInt8>
        let type: PostgresType

        func isNamed(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
            guard name.count == other.count else { return false }
            guard let left = name.baseAddress, let right = other.baseAddress else { return true }
            return memcmp(left, right, other.count) == 0
        }
    }

    private let columns: UnsafeMutableBufferPointer<Column>
    /// Caches the positions of columns under the addresses of the literals that name them, each packed by `mark`. It
    /// has at least 16 slots per column, so collisions are rare. Nil for results of at most one row, which don't need a
    /// cache.
    private let found: UnsafeMutablePointer<Atomic<UInt64>>?
    /// The right shift that turns an address, multiplied by a constant, into the index of its cache slot.
    private let shift: UInt64

    /// - Parameter result: the `PGresult` that holds the columns. It must outlive this value, which points into its
    ///   memory.
    init(of result: OpaquePointer) {
        let count = Int(PQnfields(result))
        columns = .allocate(capacity: count)
        let bits = 4 + Int.bitWidth - count.leadingZeroBitCount
        shift = UInt64(64 - bits)
        found = PQntuples(result) > 1 ? Self.places(1 << bits) : nil
        for index in 0..<count {
            let (number, name) = (Int32(index), UnsafeRawPointer(PQfname(result, Int32(index))))
            // libpq's names are C strings, whose bytes may be read as UInt8 or as CChar.
            let start = name?.assumingMemoryBound(to: UInt8.self)
            let length = name.map { strlen($0.assumingMemoryBound(to: CChar.self)) } ?? 0
            columns.initializeElement(
                at: index,
                to: Column(name: UnsafeBufferPointer(start: start, count: length), type: PostgresType(rawValue: PQftype(result, number))))
        }
    }

    deinit {
        columns.deallocate()
        found?.deallocate()
    }

    /// Allocates a cache of `count` empty slots.
    private static func places(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<Atomic<UInt64>>.stride, alignment: MemoryLayout<Atomic<UInt64>>.alignment)
        memory.initializeMemory(as: UInt64.self, repeating: 0, count: count)
        return memory.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    }

    var names: [String] { columns.map { String(decoding: $0.name, as: UTF8.self) } }

    func type(_ position: Int) -> PostgresType { columns[position].type }

    /// Returns the column's position, or nil if there is none. Of two columns with the same name it returns the
    /// first. The cache hit is inlined, since nearly every lookup is one.
    @inline(__always)
    func position(of name: StaticString) -> Int? {
        guard let found else { return searched(name) }
        let (address, place) = (Self.address(name), place(of: name))
        let noted = found[place].load(ordering: .relaxed)
        let likely = Int(noted & 0xFFFF)
        return noted == Self.mark(address, likely) ? likely : searched(name)
    }

    @inline(never)
    private func searched(_ name: StaticString) -> Int? {
        let text = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let position = position(of: text) else { return nil }
        if let found { found[place(of: name)].store(Self.mark(Self.address(name), position), ordering: .relaxed) }
        return position
    }

    @inline(__always)
    private static func address(_ name: StaticString) -> UInt64 { UInt64(UInt(bitPattern: name.utf8Start)) }

    /// Returns the index of the cache slot for a name. Multiplying the name's address spreads neighbouring addresses
    /// over the slots.
    @inline(__always)
    private func place(of name: StaticString) -> Int {
        Int(truncatingIfNeeded: (Self.address(name) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    }

    /// Packs the address of a name and the position of its column into one number, so that a concurrent reader never
    /// sees one without the other. An address in user space fits in 48 bits.
    @inline(__always)
    private static func mark(_ address: UInt64, _ position: Int) -> UInt64 {
        address << 16 | UInt64(UInt16(truncatingIfNeeded: position))
    }

    /// Returns the column's position for a name that was built at run time, or nil if there is none. It doesn't use the
    /// cache, which knows only names in literals.
    func position(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { position(of: $0) }
    }

    private func position(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        columns.firstIndex { $0.isNamed(name) }
    }
}

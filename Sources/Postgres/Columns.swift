import CLibPQ
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A result's columns, found by their names. Decoders ask for the same ones of every row, each by a name that lies at one place in the
/// program: where that is has been noted the first time, so that names are compared once for a result and not once for a value.
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
    /// What was found: see `mark`. Sixteen times as many places as columns at least, so that names seldom take each other's; nil where
    /// there is no second row to find it for.
    private let found: UnsafeMutablePointer<Atomic<UInt64>>?
    /// How far a multiplied address is shifted so that what is left of it numbers a place.
    private let shift: UInt64

    /// Of a result that lives longer than this.
    init(of result: OpaquePointer) {
        let count = Int(PQnfields(result))
        columns = .allocate(capacity: count)
        let bits = 4 + Int.bitWidth - count.leadingZeroBitCount
        shift = UInt64(64 - bits)
        found = PQntuples(result) > 1 ? Self.places(1 << bits) : nil
        for index in 0..<count {
            let (number, name) = (Int32(index), UnsafeRawPointer(PQfname(result, Int32(index))))
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

    /// Memory for so many places, of which none is taken yet.
    private static func places(_ count: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<Atomic<UInt64>>.stride, alignment: MemoryLayout<Atomic<UInt64>>.alignment)
        memory.initializeMemory(as: UInt64.self, repeating: 0, count: count)
        return memory.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    }

    var names: [String] { columns.map { String(decoding: $0.name, as: UTF8.self) } }

    func type(_ position: Int) -> PostgresType { columns[position].type }

    /// Of two columns of one name the first. Inlined as far as nothing is to be searched, which is for nearly every value.
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

    /// Multiplied, so that the upper bits tell apart what lies side by side.
    @inline(__always)
    private func place(of name: StaticString) -> Int {
        Int(truncatingIfNeeded: (Self.address(name) &* 0x9E37_79B9_7F4A_7C15) &>> shift)
    }

    /// Where a name lies and which column has it, in one number, so that who reads it while another writes sees both. 48 bits of an address
    /// are enough: no program is longer.
    @inline(__always)
    private static func mark(_ address: UInt64, _ position: Int) -> UInt64 {
        address << 16 | UInt64(UInt16(truncatingIfNeeded: position))
    }

    /// The same for a name that the program has made.
    func position(of name: String) -> Int? {
        var name = name
        return name.withUTF8 { position(of: $0) }
    }

    private func position(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        columns.firstIndex { $0.isNamed(name) }
    }
}

/// Reads CBOR from untrusted bytes, in time and memory proportional to their number.
///
/// It accepts only what the CTAP2 canonical CBOR encoding form allows, which WebAuthn demands of authenticators (section 2): numbers and
/// lengths in their shortest form, maps with ascending keys, no indefinite lengths, no tags, and at most four levels of arrays and maps. It
/// refuses floating-point numbers too, because no value that is read here is one.
struct CBORReader {
    /// The maximum depth to which arrays and maps may be nested.
    static let depth = 4

    private let bytes: [UInt8]
    /// The number of bytes that have been read.
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        (self.bytes, self.position) = (bytes, position)
    }

    /// Reads bytes that are exactly one value.
    static func read(_ bytes: [UInt8]) throws(CBORFault) -> CBOR {
        var reader = CBORReader(bytes)
        let value = try reader.takeValue()
        try reader.takeEnd()
        return value
    }

    /// Checks that all bytes have been read.
    func takeEnd() throws(CBORFault) {
        guard position == bytes.count else { throw .trailingBytes }
    }

    /// Reads the next value.
    mutating func takeValue(depth: Int = CBORReader.depth) throws(CBORFault) -> CBOR {
        let first = try takeByte()
        let (major, details) = (first >> 5, first & 0x1F)
        if major == 6 { throw .tag }
        if major == 7 { return try Self.simple(details) }
        let argument = try takeArgument(details)
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(try take(argument))
        case 3:
            let text = try take(argument)
            guard String(validating: text, as: UTF8.self) != nil else { throw .notUTF8 }
            return .text(text)
        case 4: return .array(try takeElements(argument, depth))
        default: return .map(try takeMembers(argument, depth))
        }
    }

    /// Reads a number of bytes that aren't CBOR themselves.
    mutating func take(_ count: some BinaryInteger) throws(CBORFault) -> [UInt8] {
        guard count <= bytes.count - position else { throw .truncated }
        defer { position += Int(count) }
        return Array(bytes[position..<position + Int(count)])
    }

    private mutating func takeElements(_ count: UInt64, _ depth: Int) throws(CBORFault) -> [CBOR] {
        guard depth > 0 else { throw .tooDeep }
        var elements: [CBOR] = []
        // Each element has a byte at least, so a false count ends with the bytes.
        for _ in 0..<count { elements.append(try takeValue(depth: depth - 1)) }
        return elements
    }

    /// Reads the members of a map. Canonical keys ascend in the order of their encoded bytes, so no two are equal.
    private mutating func takeMembers(_ count: UInt64, _ depth: Int) throws(CBORFault) -> [CBOR.Member] {
        guard depth > 0 else { throw .tooDeep }
        var members: [CBOR.Member] = []
        var last: ArraySlice<UInt8> = []
        for _ in 0..<count {
            let start = position
            let key = try takeKey()
            let encoded = bytes[start..<position]
            guard last.lexicographicallyPrecedes(encoded) else { throw .disorder }
            last = encoded
            members.append(CBOR.Member(key: key, value: try takeValue(depth: depth - 1)))
        }
        return members
    }

    private mutating func takeKey() throws(CBORFault) -> CBOR {
        guard position < bytes.count else { throw .truncated }
        guard [0, 1, 3].contains(bytes[position] >> 5) else { throw .otherKey }
        return try takeValue()
    }

    /// Reads the number that a head contains or announces.
    private mutating func takeArgument(_ details: UInt8) throws(CBORFault) -> UInt64 {
        switch details {
        case ..<24: return UInt64(details)
        case 24...27:
            let length = 1 << (details - 24)
            let value = try take(length).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // Half of these bytes, or the head alone, must not suffice for the number.
            let least: UInt64 = details == 24 ? 24 : 1 << (length * 4)
            guard value >= least else { throw .notShortest }
            return value
        case 31: throw .indefiniteLength
        default: throw .reserved
        }
    }

    private static func simple(_ details: UInt8) throws(CBORFault) -> CBOR {
        switch details {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 25...27: throw .float
        case 28...30: throw .reserved
        case 31: throw .indefiniteLength
        default: throw .simple
        }
    }

    private mutating func takeByte() throws(CBORFault) -> UInt8 {
        guard position < bytes.count else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }
}

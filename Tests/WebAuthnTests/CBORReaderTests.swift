import TestSupport
import Testing

@testable import WebAuthn

@Suite("CBOR is read within limits, and only in its canonical form")
struct CBORReaderTests {
    @Test(
        "The canonical examples of RFC 8949, appendix A, are read",
        arguments: [
            ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("18ff", .unsigned(255)), ("190100", .unsigned(256)),
            ("1903e8", .unsigned(1000)), ("1a00010000", .unsigned(65536)), ("1a000f4240", .unsigned(1_000_000)),
            ("1b0000000100000000", .unsigned(4_294_967_296)), ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
            ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)), ("20", .negative(0)),
            ("3863", .negative(99)), ("3903e7", .negative(999)), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
            ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text([])), ("6449455446", .text(Array("IETF".utf8))),
            ("62225c", .text(Array("\"\\".utf8))), ("62c3bc", .text(Array("ü".utf8))), ("64f0908591", .text(Array("𐅑".utf8))),
            ("80", .array([])), ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
            ("8301820203820405", .array([.unsigned(1), .numbers(2, 3), .numbers(4, 5)])), ("a0", .map([])),
            ("a201020304", .map([.init(.unsigned(1), .unsigned(2)), .init(.unsigned(3), .unsigned(4))])),
            ("826161a161626163", .array([.letter("a"), .map([.init(.letter("b"), .letter("c"))])])),
        ] as [(String, CBOR)])
    func examples(digits: String, value: CBOR) throws {
        #expect(try CBORReader.read(bytes(digits)) == value)
    }

    @Test(
        "Everything else is refused",
        arguments: [
            // Floating-point numbers, of which appendix A has many.
            ("f90000", .float), ("f97c00", .float), ("fa47c35000", .float), ("fb3ff199999999999a", .float), ("81f90000", .float),
            ("f7", .simple), ("f0", .simple), ("f820", .simple), ("f8ff", .simple), ("e0", .simple),
            ("c074323031332d30332d32315432303a30343a30305a", .tag), ("c11a514b67b0", .tag), ("c249010000000000000000", .tag),
            ("d9d9f700", .tag), ("a101c000", .tag),
            ("5f42010243030405ff", .indefiniteLength), ("7f657374726561646d696e67ff", .indefiniteLength), ("9fff", .indefiniteLength),
            ("9f018202039f0405ffff", .indefiniteLength), ("bf61610161629f0203ffff", .indefiniteLength), ("ff", .indefiniteLength),
            ("1f", .indefiniteLength), ("3f", .indefiniteLength), ("81ff", .indefiniteLength),
            ("1c", .reserved), ("3d", .reserved), ("5e", .reserved), ("7c", .reserved), ("9d", .reserved), ("be", .reserved),
            ("fc", .reserved),
            ("1800", .notShortest), ("1817", .notShortest), ("190000", .notShortest), ("1900ff", .notShortest),
            ("1a0000ffff", .notShortest), ("1b00000000ffffffff", .notShortest), ("3817", .notShortest), ("580100", .notShortest),
            ("780161", .notShortest), ("980100", .notShortest), ("b8010000", .notShortest), ("5900010000", .notShortest),
            ("", .truncated), ("18", .truncated), ("1901", .truncated), ("1a000f42", .truncated), ("1b000000e8d4a510", .truncated),
            ("44010203", .truncated), ("6261", .truncated), ("81", .truncated), ("8201", .truncated), ("a1", .truncated),
            ("a101", .truncated), ("a2010203", .truncated), ("5bffffffffffffffff00", .truncated), ("7bffffffffffffffff00", .truncated),
            ("9bffffffffffffffff00", .truncated), ("bbffffffffffffffff0000", .truncated), ("5b7fffffffffffffff", .truncated),
            ("61ff", .notUTF8), ("62c080", .notUTF8), ("63eda080", .notUTF8), ("64f4908080", .notUTF8), ("61c3", .notUTF8),
            ("a14000", .otherKey), ("a18000", .otherKey), ("a1a000", .otherKey), ("a1f400", .otherKey), ("a1c00000", .otherKey),
            // Equal keys; descending ones; a longer one before a shorter; a text before a number; a negative number before a positive.
            ("a201000100", .disorder), ("a202000100", .disorder), ("a2626161006162 00", .disorder), ("a2616100 0100", .disorder),
            ("a220000100", .disorder), ("a2616200616100", .disorder), ("a261610061 6100", .disorder), ("a218640017 00", .disorder),
            ("0000", .trailingBytes), ("8000", .trailingBytes), ("a000", .trailingBytes), ("4000", .trailingBytes),
            ("818181818100", .tooDeep), ("8181818180", .tooDeep), ("a101a101a101a101a0", .tooDeep), ("81a10181a10180", .tooDeep),
        ] as [(String, CBORFault)])
    func refused(digits: String, fault: CBORFault) {
        #expect(throws: fault) { try CBORReader.read(bytes(digits)) }
    }

    @Test("Arrays and maps may be nested four deep, with keys in the canonical order of CTAP2")
    func limits() throws {
        #expect(try CBORReader.read(bytes("8181818100")) == .array([.array([.array([.array([.unsigned(0)])])])]))
        #expect(try CBORReader.read(bytes("a101a101a101a10100"))[1]?[1]?[1]?[1] == .unsigned(0))
        // Keys of the example in RFC 8949, 4.2.1, as far as they are numbers and texts: 10, 100, -1, "z", "aa".
        let map = try CBORReader.read(bytes("a5 0a01 186402 2003 617a04 62616105"))
        #expect(map[10] == .unsigned(1) && map[100] == .unsigned(2) && map[-1] == .unsigned(3))
        #expect(map["z"] == .unsigned(4) && map["aa"] == .unsigned(5) && map["a"] == nil && map[0] == nil)
    }

    @Test("A value that is nested without end costs no stack, and a false count no memory")
    func hostile() {
        for head in ["81", "a100"] {
            let nested = bytes(String(repeating: head, count: 4000))
            #expect(throws: CBORFault.tooDeep) { try CBORReader.read(nested) }
        }
        #expect(throws: CBORFault.truncated) { try CBORReader.read(bytes("9affffffff") + [UInt8](repeating: 0, count: 8000)) }
    }

    @Test("What the tests' writer writes is read again", arguments: [0, 23, 24, 255, 256, 65535, 65536, 1 << 32, .max])
    func written(number: Int) throws {
        let item = CBORItem.map([(.integer(number), .array([.integer(-1 - number), .bool(true), .text("é"), .bytes([1])]))])
        let value = try CBORReader.read(item.encoded)
        let expected: [CBOR] = [.negative(UInt64(number)), .bool(true), .text(Array("é".utf8)), .bytes([1])]
        #expect(value[number] == .array(expected) && expected[0].integer == -1 - number)
    }
}

extension CBOR {
    fileprivate static func numbers(_ numbers: UInt64...) -> CBOR { .array(numbers.map { .unsigned($0) }) }
    fileprivate static func letter(_ letter: String) -> CBOR { .text(Array(letter.utf8)) }
}

extension CBOR.Member {
    fileprivate init(_ key: CBOR, _ value: CBOR) { self.init(key: key, value: value) }
}

import TestSupport
import Testing

@testable import WebAuthn

@Suite("A passkey's public key is read only in the form of its algorithm")
struct COSEKeyTests {
    @Test("A key of each algorithm verifies its signatures, and no others", arguments: PasskeyAlgorithm.allCases)
    func keys(algorithm: PasskeyAlgorithm) throws {
        let (pair, other) = (try AuthenticatorKey(algorithm: algorithm), try AuthenticatorKey(algorithm: algorithm))
        let key = try COSEKey(pair.publicKey)
        #expect(key.algorithm == algorithm)
        #expect(key.verify(pair.sign([1, 2, 3]), of: [1, 2, 3]))
        #expect(!key.verify(pair.sign([1, 2, 3]), of: [1, 2, 4]) && !key.verify(other.sign([1, 2, 3]), of: [1, 2, 3]))
    }

    @Test(
        "A key for RS256 has 2,048 to 4,096 bits",
        arguments: [(256, 0x7F, false), (256, 0x80, true), (512, 0xFF, true), (513, 0x01, false)] as [(Int, UInt8, Bool)])
    func lengths(count: Int, first: UInt8, isAccepted: Bool) throws {
        let modulus = [first] + [UInt8](repeating: 0xFF, count: count - 1)
        let key = CBORItem.map([(1, 3), (3, -257), (-1, .bytes(modulus)), (-2, .bytes([1, 0, 1]))]).encoded
        if isAccepted {
            #expect(try !COSEKey(key).verify([UInt8](repeating: 1, count: count), of: [1]))
        } else {
            #expect(throws: COSEKey.Fault.invalid) { try COSEKey(key) }
        }
    }

    @Test("Other members, types and values are refused", arguments: PasskeyAlgorithm.allCases)
    func members(algorithm: PasskeyAlgorithm) throws {
        let members = try AuthenticatorKey(algorithm: algorithm).members
        for index in members.indices {
            var missing = members
            missing.remove(at: index)
            #expect(throws: COSEKey.Fault.self) { try COSEKey(CBORItem.map(missing).encoded) }
            for value in [0, 99, "text", .bytes([1]), .bool(true), .map([])] as [CBORItem] {
                var changed = members
                changed[index].1 = value
                #expect(throws: COSEKey.Fault.self) { try COSEKey(CBORItem.map(changed).encoded) }
            }
        }
        for more in [(-70_000, 0), ("x", 0)] as [(CBORItem, CBORItem)] {
            #expect(throws: COSEKey.Fault.otherMembers) { try COSEKey(CBORItem.map(members + [more]).encoded) }
        }
        let swapped = [members[1], members[0]] + members[2...]
        #expect(throws: COSEKey.Fault.unreadable) { try COSEKey(CBORItem.map(swapped).encoded) }
        #expect(throws: COSEKey.Fault.unreadable) { try COSEKey(CBORItem.map(members).encoded + [0]) }
        #expect(throws: COSEKey.Fault.unreadable) { try COSEKey(CBORItem.array([]).encoded) }
    }

    @Test("Algorithms that no browser was asked for are refused", arguments: [-9, -19, -35, -36, -37, -47, -65535, 5])
    func algorithms(number: Int) throws {
        var members = try AuthenticatorKey(algorithm: .es256).members
        members[1].1 = .integer(number)
        #expect(throws: COSEKey.Fault.otherAlgorithm) { try COSEKey(CBORItem.map(members).encoded) }
    }

    @Test("A key for ES256 is a point of P-256, with both coordinates")
    func points() throws {
        var members = try AuthenticatorKey(algorithm: .es256).members
        let own = members[4].1
        for other in [.bytes([UInt8](repeating: 1, count: 32)), .bytes([UInt8](repeating: 1, count: 31))] as [CBORItem] {
            members[4].1 = other
            #expect(throws: COSEKey.Fault.invalid) { try COSEKey(CBORItem.map(members).encoded) }
        }
        // COSE also allows the sign of y alone. WebAuthn doesn't.
        members[4].1 = .bool(true)
        #expect(throws: COSEKey.Fault.otherMembers) { try COSEKey(CBORItem.map(members).encoded) }
        members[4].1 = own
        members[2].1 = 2
        #expect(throws: COSEKey.Fault.otherMembers) { try COSEKey(CBORItem.map(members).encoded) }
        let moved = try AuthenticatorKey(algorithm: .es256).members
        guard case .bytes(let x) = moved[3].1, case .bytes(let y) = moved[4].1 else { return }
        let uneven = moved[..<3] + [(-2, .bytes(x + y.prefix(1))), (-3, .bytes(Array(y.dropFirst())))]
        #expect(throws: COSEKey.Fault.invalid) { try COSEKey(CBORItem.map(Array(uneven)).encoded) }
        let wider = try AuthenticatorKey(algorithm: .es256, curve: "P-384")
        #expect(throws: COSEKey.Fault.invalid) { try COSEKey(wider.publicKey) }
    }

    @Test("A key for EdDSA has 32 bytes", arguments: [0, 31, 33, 57, 64])
    func lengthsOfEdDSA(count: Int) throws {
        var members = try AuthenticatorKey(algorithm: .edDSA).members
        members[3].1 = .bytes([UInt8](repeating: 1, count: count))
        #expect(throws: COSEKey.Fault.invalid) { try COSEKey(CBORItem.map(members).encoded) }
    }

    @Test("A number of a key for RS256 has no zeros before it, and the exponent is small and odd")
    func exponents() throws {
        var members = try AuthenticatorKey(algorithm: .rs256).members
        let modulus = members[2].1
        for exponent in [[], [0], [1], [2], [0, 1, 0, 1], [1, 0, 0, 0, 1]] as [[UInt8]] {
            members[3].1 = .bytes(exponent)
            #expect(throws: COSEKey.Fault.invalid) { try COSEKey(CBORItem.map(members).encoded) }
        }
        members[3].1 = .bytes([3])
        #expect(throws: Never.self) { try COSEKey(CBORItem.map(members).encoded) }
        guard case .bytes(let number) = modulus else { return }
        members[2].1 = .bytes([0] + number)
        #expect(throws: COSEKey.Fault.invalid) { try COSEKey(CBORItem.map(members).encoded) }
        members[2].1 = .bytes([])
        #expect(throws: COSEKey.Fault.invalid) { try COSEKey(CBORItem.map(members).encoded) }
    }
}

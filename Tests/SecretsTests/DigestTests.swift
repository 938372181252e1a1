import Testing

@testable import Secrets

@Suite struct DigestTests {
    @Test("SHA-256 computes the standard's examples (FIPS 180-4)")
    func sha256() {
        #expect(hex(Digest.sha256("".utf8)) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(hex(Digest.sha256("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let million = repeatElement(UInt8(ascii: "a"), count: 1_000_000)
        #expect(hex(Digest.sha256(million)) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("HMAC-SHA-256 computes the standard's examples (RFC 4231)")
    func hmac() {
        let first = Digest.hmacSHA256(key: repeatElement(0x0b, count: 20), "Hi There".utf8)
        #expect(hex(first) == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        let second = Digest.hmacSHA256(key: "Jefe".utf8, "what do ya want for nothing?".utf8)
        #expect(hex(second) == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let longKey = Digest.hmacSHA256(
            key: repeatElement(0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First".utf8)
        #expect(hex(longKey) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test("Empty keys and texts are valid")
    func emptyKey() {
        let expected = "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        #expect(hex(Digest.hmacSHA256(key: [UInt8](), "".utf8)) == expected)
        #expect(hex(Digest.hmacSHA256(key: EmptyCollection(), [UInt8]())) == expected)
    }

    @Test("A slice is hashed from its own start to its own end")
    func slices() {
        #expect(Digest.sha256("xabcx".utf8.dropFirst().dropLast()) == Digest.sha256("abc".utf8))
        #expect(Digest.sha256([9, 1, 2, 9][1...2]) == Digest.sha256([1, 2]))
    }

    @Test("Comparison is true for the same bytes alone, wherever others differ")
    func constantTime() {
        #expect(constantTimeEquals([], []))
        #expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEquals([1, 2, 3], [1, 2, 4]))
        #expect(!constantTimeEquals([0, 2, 3], [1, 2, 3]))
        #expect(!constantTimeEquals([1, 2], [1, 2, 3]))
        #expect(!constantTimeEquals([], [0]))
    }

    @Test("Random bytes have the requested number, and never repeat")
    func randomness() {
        #expect(Randomness.bytes(0).isEmpty)
        #expect(Randomness.bytes(7).count == 7)
        #expect(Set((0..<1000).map { _ in Randomness.bytes(16) }).count == 1000)
        #expect(Set(Randomness.bytes(10_000)).count == 256)
    }
}

func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

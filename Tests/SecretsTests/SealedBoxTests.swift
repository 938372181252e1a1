import Testing

@testable import Secrets

@Suite("rules 21: sealed secrets")
struct SealedBoxTests {
    struct Example: Sendable {
        let key: String
        let nonce: String
        let plaintext: String
        let associatedData: String
        let sealed: String
    }

    @Test(
        "AES-256-GCM computes its authors' examples (McGrew and Viega, 13, 14 and 16)",
        arguments: [
            Example(
                key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24), plaintext: "", associatedData: "",
                sealed: "530f8afbc74536b9a963b4f1c4cb738b"),
            Example(
                key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24),
                plaintext: String(repeating: "0", count: 32), associatedData: "",
                sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
            Example(
                key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", nonce: "cafebabefacedbaddecaf888",
                plaintext: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                    + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
                associatedData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
                sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                    + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b"),
        ])
    func examples(example: Example) throws {
        let (key, data) = (bytes(example.key), bytes(example.associatedData))
        let box = SealedBox.seal(bytes(example.plaintext), under: key, for: data, nonce: bytes(example.nonce))
        #expect(hex(box) == example.nonce + example.sealed)
        #expect(try SealedBox.open(box, under: key, for: data) == bytes(example.plaintext))
    }

    @Test("A sealed text of any length opens", arguments: [0, 1, 15, 16, 17, 227, 10_000])
    func roundTrip(length: Int) throws {
        let (key, secret) = (Randomness.bytes(32), Randomness.bytes(length))
        for data in [[], Randomness.bytes(33)] {
            let box = SealedBox.seal(secret, under: key, for: data)
            #expect(box.count == length + 28)
            #expect(try SealedBox.open(box, under: key, for: data) == secret)
        }
    }

    @Test("The same secret is sealed differently each time")
    func nonces() {
        let key = Randomness.bytes(32)
        #expect(Set((0..<1000).map { _ in SealedBox.seal([1], under: key, for: []) }).count == 1000)
    }

    /// Shows rule 21.11.
    @Test("Any changed bit, missing byte or added byte gives the same error")
    func tampering() {
        let key = Randomness.bytes(32)
        let box = SealedBox.seal(Array("a secret".utf8), under: key, for: [7])
        for index in box.indices {
            for bit in 0..<8 {
                var damaged = box
                damaged[index] ^= 1 << bit
                #expect(throws: SealedBox.Unopenable()) { try SealedBox.open(damaged, under: key, for: [7]) }
            }
        }
        for length in 0..<box.count {
            #expect(throws: SealedBox.Unopenable()) { try SealedBox.open(Array(box.prefix(length)), under: key, for: [7]) }
        }
        #expect(throws: SealedBox.Unopenable()) { try SealedBox.open(box + [0], under: key, for: [7]) }
    }

    @Test("Other associated data or another key doesn't open it")
    func elsewhere() {
        let key = Randomness.bytes(32)
        let box = SealedBox.seal([1, 2, 3], under: key, for: Array("tenant a".utf8))
        for data in ["tenant b", "", "tenant a ", "tenant"] {
            #expect(throws: SealedBox.Unopenable()) { try SealedBox.open(box, under: key, for: Array(data.utf8)) }
        }
        #expect(throws: SealedBox.Unopenable()) { try SealedBox.open(box, under: Randomness.bytes(32), for: Array("tenant a".utf8)) }
    }
}

/// Returns the bytes of hexadecimal digits.
func bytes(_ hex: String) -> [UInt8] {
    stride(from: 0, to: hex.utf8.count, by: 2).map { offset in
        UInt8(hex.dropFirst(offset).prefix(2), radix: 16) ?? 0
    }
}

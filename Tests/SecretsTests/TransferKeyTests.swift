import Testing

@testable import Secrets

@Suite("rules 15: secrets that are sealed for another deployment")
struct TransferKeyTests {
    private let here = master()
    private let there = master()

    private static func master() -> MasterKey {
        // `generate` makes valid keys only.
        guard let key = MasterKey(base64: MasterKey.generate()) else { preconditionFailure("a generated key is a key") }
        return key
    }

    @Test("HPKE computes RFC 9180's example of X25519, HKDF-SHA-256 and AES-128-GCM (A.1.1)")
    func example() {
        let hpke = HPKE(info: bytes("4f6465206f6e2061204772656369616e2055726e"), keyLength: 16)
        let sender = X25519Key(bytes("52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736"))
        let recipient = X25519Key(bytes("4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8"))
        #expect(hex(recipient.publicHalf) == "3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d")
        let plaintext = bytes("4265617574792069732074727574682c20747275746820626561757479")
        let box = hpke.seal(plaintext, for: recipient.publicHalf, associatedData: bytes("436f756e742d30"), sender: sender)
        #expect(
            box.map(hex) == "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431"
                + "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a")
        #expect(box.flatMap { hpke.open($0, with: recipient, associatedData: bytes("436f756e742d30")) } == plaintext)
    }

    /// Shows rule 15.12.
    @Test("Only the master key whose public half was given opens a secret, and each box is another one", arguments: [0, 1, 100, 10_000])
    func roundTrip(length: Int) throws {
        let secret = Randomness.bytes(length)
        let key = try #require(TransferKey(there.transferKey.text))
        let box = try key.seal(secret, for: "here")
        #expect(try there.openTransferred(box, for: "here") == secret)
        #expect(try box != key.seal(secret, for: "here"))
        for (master, place) in [(here, "here"), (there, "elsewhere"), (there, "")] {
            #expect(throws: SealedBox.Unopenable()) { try master.openTransferred(box, for: place) }
        }
    }

    /// Shows rule 15.12.
    @Test("Any changed bit and any missing byte gives the same error")
    func tampering() throws {
        let box = try there.transferKey.seal(Array("a secret".utf8), for: "here")
        for index in box.indices {
            var damaged = box
            damaged[index] ^= 1 << (index % 8)
            #expect(throws: SealedBox.Unopenable()) { try there.openTransferred(damaged, for: "here") }
            #expect(throws: SealedBox.Unopenable()) { try there.openTransferred(Array(box.prefix(index)), for: "here") }
        }
    }

    @Test("A text that isn't a public half isn't read, and a public half that everybody could share opens nothing")
    func publicHalves() throws {
        for text in ["", "x", String(repeating: "A", count: 42), String(repeating: "A", count: 44), there.transferKey.text + "="] {
            #expect(TransferKey(text) == nil, "\(text)")
        }
        let zero = try #require(TransferKey(String(repeating: "A", count: 43)))
        #expect(throws: SealedBox.Unopenable()) { try zero.seal([1], for: "here") }
    }
}

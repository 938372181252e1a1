import Secrets
import Testing

@Suite("Public keys on the curve Ed25519")
struct Ed25519Tests {
    @Test(
        "A key to which signatures fit that nobody made with a private key is none",
        arguments: [
            (0x00, 0x00, 0x00), (0x00, 0x00, 0x80), (0x01, 0x00, 0x00), (0x01, 0x00, 0x80), (0xEC, 0xFF, 0x7F), (0xED, 0xFF, 0xFF),
            (0xEE, 0xFF, 0x7F),
        ] as [(UInt8, UInt8, UInt8)])
    func smallOrder(first: UInt8, inner: UInt8, last: UInt8) {
        #expect(Ed25519VerifyingKey(bytes: [first] + [UInt8](repeating: inner, count: 30) + [last]) == nil)
    }

    @Test("A key has 32 bytes")
    func length() {
        for count in [0, 31, 33] { #expect(Ed25519VerifyingKey(bytes: [UInt8](repeating: 3, count: count)) == nil) }
        #expect(Ed25519VerifyingKey(bytes: [UInt8](repeating: 3, count: 32)) != nil)
    }
}

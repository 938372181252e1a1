import Foundation
import Testing

@testable import Secrets

@Suite struct ES256Tests {
    /// The key and the signature of "sample" in RFC 6979, A.2.5.
    enum Example {
        static let secret = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
        static let point =
            "04" + "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
            + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
        static let signature =
            "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
            + "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
        static let publicStart = "3059301306072a8648ce3d020106082a8648ce3d030107034200"
        static let publicPEM = pem("PUBLIC KEY", publicStart + point)
        static let p8Start = "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420"
        static let p8 = pem("PRIVATE KEY", p8Start + secret)
    }

    static func pem(_ label: String, _ hex: String) -> String {
        "-----BEGIN \(label)-----\n\(Data(bytes(hex)).base64EncodedString(options: .lineLength64Characters))\n-----END \(label)-----\n"
    }

    @Test("The standard's example verifies, and its key is parsed (RFC 6979)")
    func example() throws {
        let verifying = try VerifyingKey(pem: Example.publicPEM)
        #expect(verifying.verify(bytes(Example.signature), of: Array("sample".utf8)))
        #expect(!verifying.verify(bytes(Example.signature), of: Array("simple".utf8)))
        #expect(lines(try SigningKey(pem: Example.p8).verifyingKey.pem) == lines(Example.publicPEM))
    }

    @Test("Every signature has 64 bytes, however small its numbers, and verifies")
    func signing() throws {
        let key = try SigningKey(pem: Example.p8)
        // One signature in 128 has a number with a leading zero byte, which must be kept.
        for number in 0..<1000 {
            let text = Array("text \(number)".utf8)
            let signature = key.sign(text)
            #expect(signature.count == 64)
            #expect(key.verifyingKey.verify(signature, of: text))
        }
    }

    @Test("Only the owner's signature of exactly these bytes verifies")
    func forging() {
        let (key, text) = (SigningKey.generate().key, Array("text".utf8))
        let signature = key.sign(text)
        for index in signature.indices {
            var forged = signature
            forged[index] ^= 1
            #expect(!key.verifyingKey.verify(forged, of: text))
        }
        let (zeros, ones) = ([UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xff, count: 64))
        for malformed in [[], zeros, ones, signature + [0], Array(signature.dropLast())] {
            #expect(!key.verifyingKey.verify(malformed, of: text))
        }
        #expect(!SigningKey.generate().key.verifyingKey.verify(signature, of: text))
    }

    @Test("A new key differs each time, and is parsed from its own text")
    func generating() throws {
        let (key, pem) = SigningKey.generate()
        #expect(pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try SigningKey(pem: pem).verifyingKey.pem == key.verifyingKey.pem)
        #expect(try VerifyingKey(pem: key.verifyingKey.pem).verify(key.sign([1]), of: [1]))
        #expect(SigningKey.generate().pem != pem)
    }

    @Test(
        "An invalid private key is refused: empty, public, encrypted, damaged, zero, or of mismatched halves"
    )
    func unreadablePrivateKeys() throws {
        let zero = Self.pem("PRIVATE KEY", Example.p8Start + String(repeating: "0", count: 64))
        let stranger = try point(of: SigningKey.generate().key.verifyingKey)
        let mixed = Self.pem(
            "PRIVATE KEY",
            "308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420" + Example.secret + "a144034200" + stranger)
        let encrypted = Example.p8.replacing("PRIVATE", with: "ENCRYPTED PRIVATE")
        for text in ["", "no key", Example.publicPEM, String(Example.p8.dropLast(60)), encrypted, mixed, zero] {
            #expect(throws: KeyError.unreadablePrivateKey) { try SigningKey(pem: text) }
        }
    }

    @Test("An encrypted key is refused without asking for its password, which would block on a terminal")
    func encryptedTexts() {
        let header = "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF\n\n"
        #expect(throws: KeyError.unreadablePrivateKey) { try SigningKey(pem: Example.p8.replacing("KEY-----\nM", with: "KEY\(header)M")) }
        #expect(throws: KeyError.unreadablePublicKey) {
            try VerifyingKey(pem: Example.publicPEM.replacing("KEY-----\nM", with: "KEY\(header)M"))
        }
    }

    @Test("An invalid public key is refused: empty, private, or with a point off the curve")
    func unreadablePublicKeys() {
        let beside = Self.pem("PUBLIC KEY", Example.publicStart + Example.point.dropLast() + "7")
        for text in ["", Example.p8, beside] {
            #expect(throws: KeyError.unreadablePublicKey) { try VerifyingKey(pem: text) }
        }
    }

    @Test("A key on another curve or of another type is refused with that reason")
    func otherKinds() {
        let ed25519 = "302e020100300506032b657004220420" + Example.secret
        let secp256k1 = "303e020100301006072a8648ce3d020106052b8104000a042730250201010420" + Example.secret
        for key in [ed25519, secp256k1] {
            #expect(throws: KeyError.otherCurve) { try SigningKey(pem: Self.pem("PRIVATE KEY", key)) }
        }
        let publicEd25519 = "302a300506032b6570032100d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
        #expect(throws: KeyError.otherCurve) { try VerifyingKey(pem: Self.pem("PUBLIC KEY", publicEd25519)) }
    }

    @Test("No description contains a key")
    func descriptions() {
        let key = SigningKey.generate().key
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "SigningKey")
        #expect(!dumped.contains("KeyHandle"))
    }

    /// Returns the public point, which is at the end of the DER.
    private func point(of key: VerifyingKey) throws -> String {
        let base64 = key.pem.split(separator: "\n").dropFirst().dropLast().joined()
        return hex(Array(try #require(Data(base64Encoded: base64)).suffix(65)))
    }

    /// Returns a PEM text without line breaks, which may differ.
    private func lines(_ pem: String) -> String { pem.filter { !$0.isNewline } }
}

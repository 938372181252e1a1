import Foundation

@testable import Secrets

extension Parser {
    /// Parsers of tokens, codes, keys, stored password hashes and sealed secrets.
    static let secrets = [
        Parser("session-token", [token, "davenport_"]) { text in
            guard let token = SessionToken(text) else { return }
            try require(token.text.utf8.elementsEqual(text.utf8) && token.digest.count == 32, "a token has one spelling")
        },
        Parser("key-secret", [KeySecret(tenant: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6))).text, "davenport_key_"]) {
            text in
            guard let secret = KeySecret(text) else { return }
            try require(secret.text.utf8.elementsEqual(text.utf8) && secret.digest.count == 32, "a secret has one spelling")
            try require(SessionToken(text) == nil, "a key is no session")
        },
        Parser(
            "invite-code", ["C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR", "c01jc9h78tz8cbm50vz3xqwr", "oil1 ————"], words: ["—", "-", " ", "O", "l"]
        ) { text in
            if let code = PasswordLinkCode(text) {
                try require(
                    PasswordLinkCode(code.text)?.digest == code.digest && code.text.utf8.count == 32, "a code is read as it is written")
            }
            guard let code = InviteCode(text) else { return }
            try require(InviteCode(code.text)?.digest == code.digest && code.text.utf8.count == 29, "a code is read as it is written")
        },
        Parser("password-hash", [hash, "$scrypt$ln=4,r=8,p=1$$"], words: ["$", "ln=", ",r=", ",p=", "$scrypt$", "="]) { text in
            guard let hash = PasswordHash(text) else { return }
            try require(hash.text.utf8.elementsEqual(text.utf8), "a stored hash has one spelling: \(hash.text)")
        },
        Parser("base64", ["", "AA", "AAA", "AAAA", "-_-_", "+/+/", "AB==", "Zm9vYmFy"]) { text in
            for base64 in [Base64.standard, .url] {
                guard let bytes = base64.decode(text.utf8) else { continue }
                try require(base64.encode(bytes).utf8.elementsEqual(text.utf8), "bytes have one spelling: \(bytes)")
            }
        },
        Parser("master-key", [masterKey, " \(masterKey)\n"], words: ["=", "\n", " "]) { text in
            guard let key = MasterKey(base64: text) else { return }
            try require(key.id.utf8.count == 16, "a key's id has 16 digits")
        },
        Parser("sealed-box", bytes: [sealed, [], Array(repeating: 7, count: 28)]) { box in
            guard let master = MasterKey(base64: masterKey) else { return }
            let key = [UInt8](repeating: 7, count: SealedBox.keyLength)
            if let secret = try? SealedBox.open(box, under: key, for: [1]) {
                try require(secret == [1, 2, 3], "only what was sealed is opened")
            }
            let envelope = Envelope(kekID: master.id, wrappedKey: box, sealed: box)
            try require((try? envelope.open(with: master, for: "x")) == nil, "what was sealed under no master key stays closed")
        },
        Parser("private-key", [privateKey, publicKey, ""], words: pemWords) { text in
            guard let key = try? SigningKey(pem: text) else { return }
            try require(key.verifyingKey.verify(key.sign([1]), of: [1]), "a key that was read signs")
        },
        Parser("public-key", [publicKey, privateKey, ""], words: pemWords) { text in
            guard let key = try? VerifyingKey(pem: text) else { return }
            try require(!key.verify([UInt8](repeating: 1, count: 64), of: [1]), "no signature of nobody's is right")
        },
        Parser("signature", bytes: [signature, [UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xFF, count: 64)]) { bytes in
            guard let key = try? VerifyingKey(pem: publicKey), key.verify(bytes, of: [1, 2, 3]) else { return }
            // R and −S are also a valid signature, which anyone can compute from R and S.
            try require(bytes.prefix(32) == signature.prefix(32), "only the key's own signature is right")
        },
    ]

    // These are constants, so that a seed gives the same inputs in every run.
    private static let token: String = {
        let secret = [UInt8](1...48)
        return "davenport_" + Base64.url.encode(secret + Digest.sha256(secret).prefix(4))
    }()
    private static let hash =
        "$scrypt$ln=15,r=8,p=3$" + Base64.standard.encode([UInt8](repeating: 1, count: 16)) + "$"
        + Base64.standard.encode([UInt8](repeating: 2, count: 32))
    private static let masterKey = Base64.standard.encode([UInt8](repeating: 9, count: 32)) + "="
    private static let sealed = SealedBox.seal(
        [1, 2, 3], under: [UInt8](repeating: 7, count: SealedBox.keyLength), for: [1], nonce: [UInt8](repeating: 3, count: 12))
    private static let signature = [UInt8](
        Data(base64Encoded: "4Q5nnr0mtMmUpv9cl7TiOuek+xMVFG2q9iBbjxT7jn/KrAqbJaFRSmYOewOYVGWDdK9nDkbPpt3tSc8T7dXKIg==") ?? Data())
    private static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpq0bMHmpzW0Aujr+
        Tqqr3hXpsiu8z7mcGX6Hxy6SzfuhRANCAARZyfmGIJL8QiEszihxG+OVOTLcL5Zk
        MuNYiRSYxD7yjfYRbYq/oc72MguZKgM40q2O8s7Wv0PAy/Ce5+p/Qyw4
        -----END PRIVATE KEY-----

        """
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEWcn5hiCS/EIhLM4ocRvjlTky3C+W
        ZDLjWIkUmMQ+8o32EW2Kv6HO9jILmSoDONKtjvLO1r9DwMvwnufqf0MsOA==
        -----END PUBLIC KEY-----

        """
    private static let pemWords = [
        "-----BEGIN PRIVATE KEY-----\n", "-----END PRIVATE KEY-----\n", "-----BEGIN EC PRIVATE KEY-----\n", "ENCRYPTED ", "EC ",
        "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF\n\n", "\n", "=", "A", "MII",
    ]
}

import TestSupport

@testable import WebAuthn

extension Parser {
    /// Parsers of what browsers and authenticators answer for passkeys.
    static let webAuthn = [
        Parser("cbor", bytes: [[0xF6]] + passkeys.flatMap { [$0.vector.registration.attestationObject, $0.made.publicKey] }, words: words) {
            bytes in
            guard let value = try? CBORReader.read(bytes) else { return }
            try require(value.item.encoded == bytes, "a value has one spelling: \(value)")
            try require(value.depth <= CBORReader.depth, "no value is nested deep")
        },
        Parser("cose-key", bytes: passkeys.map { $0.made.publicKey }, words: words) { bytes in
            guard let key = try? COSEKey(bytes) else { return }
            try require(!key.verify([UInt8](repeating: 1, count: 64), of: [1]), "no signature of nobody's is right")
        },
        Parser("attestation-object", bytes: passkeys.map { $0.vector.registration.attestationObject }, words: words) { bytes in
            for passkey in passkeys {
                guard let made = try? passkey.register(object: bytes) else { continue }
                try require((1...1023).contains(made.id.count) && made.aaguid.count == 16, "a passkey has an id and a model")
                try require((try? COSEKey(made.publicKey))?.algorithm == made.algorithm, "a key that was registered can be used")
                try require(made.isBackupEligible || !made.isBackedUp, "a backup is one that may be")
            }
        },
        Parser("authenticator-data", bytes: passkeys.map { $0.vector.authentication.authenticatorData }, words: words) { bytes in
            for passkey in passkeys where (try? passkey.authenticate(data: bytes)) != nil {
                try require(bytes == passkey.vector.authentication.authenticatorData, "only what was signed is believed")
            }
        },
        Parser("passkey-signature", bytes: passkeys.map { $0.vector.authentication.signature }, words: ["0", "\u{2} "]) { bytes in
            for passkey in passkeys where (try? passkey.authenticate(signature: bytes)) != nil {
                // For ES256, R and −S are also a valid signature, which anyone can compute from R and S.
                let (signature, r) = (passkey.vector.authentication.signature, 5..<36)
                try require(bytes == signature || passkey.made.algorithm == .es256 && bytes[r] == signature[r], "only the key's is right")
            }
        },
        Parser(
            "client-data", bytes: passkeys.flatMap { [$0.vector.registration.clientDataJSON, $0.vector.authentication.clientDataJSON] },
            words: ["\"", ",", ":", "{", "}", "true", "null", "\\u0041", "\"type\":", "\"challenge\":", "\"origin\":", "\"crossOrigin\":"]
        ) { bytes in
            let challenge = ClientData.challenge(of: bytes)
            for passkey in passkeys where (try? passkey.register(clientData: bytes)) != nil {
                try require(challenge == passkey.vector.registration.challenge, "accepted data answer the challenge")
            }
        },
    ]

    /// The passkeys of the W3C's vectors. They are constants, so that a seed gives the same inputs in every run.
    private static let passkeys = [.es256, .selfAttested, .edDSA, .rs256].compactMap { VectorPasskey($0) }
    private static let words = [
        "cfmt", "gattStmt", "hauthData", "dnone", "\u{18}", "\u{19}\u{1}", "X ", "Y\u{1}\u{0}", "\u{1}", " ", "\u{0}",
    ]
}

/// A vector, and the passkey that it registers.
private struct VectorPasskey: Sendable {
    let vector: PasskeyVector
    let made: RegisteredPasskey

    init?(_ vector: PasskeyVector) {
        guard let made = try? Self.register(vector) else { return nil }
        (self.vector, self.made) = (vector, made)
    }

    func register(clientData: [UInt8]? = nil, object: [UInt8]? = nil) throws(PasskeyFailure) -> RegisteredPasskey {
        try Self.register(vector, clientData: clientData, object: object)
    }

    func authenticate(data: [UInt8]? = nil, signature: [UInt8]? = nil) throws(PasskeyFailure) -> AssertedPasskey {
        try PasskeyVerifier.authenticate(
            clientDataJSON: vector.authentication.clientDataJSON, authenticatorData: data ?? vector.authentication.authenticatorData,
            signature: signature ?? vector.authentication.signature, challenge: vector.authentication.challenge,
            relyingParty: PasskeyVector.relyingParty, publicKey: made.publicKey, storedSignCount: 0,
            isBackupEligible: made.isBackupEligible, requiresUserVerification: false)
    }

    private static func register(
        _ vector: PasskeyVector, clientData: [UInt8]? = nil, object: [UInt8]? = nil
    ) throws(PasskeyFailure) -> RegisteredPasskey {
        try PasskeyVerifier.register(
            clientDataJSON: clientData ?? vector.registration.clientDataJSON,
            attestationObject: object ?? vector.registration.attestationObject, challenge: vector.registration.challenge,
            relyingParty: PasskeyVector.relyingParty, requiresUserVerification: false)
    }
}

extension CBOR {
    /// The value as the tests' writer takes it.
    fileprivate var item: CBORItem {
        switch self {
        case .unsigned(let value): Int(exactly: value).map { .integer($0) } ?? .raw([0x1B] + Self.bytes(value))
        case .negative(let value): Int(exactly: value).map { .integer(-1 - $0) } ?? .raw([0x3B] + Self.bytes(value))
        case .bytes(let bytes): .bytes(bytes)
        case .text(let text): .text(String(decoding: text, as: UTF8.self))
        case .array(let elements): .array(elements.map { $0.item })
        case .map(let members): .map(members.map { ($0.key.item, $0.value.item) })
        case .bool(let value): .bool(value)
        case .null: .raw([0xF6])
        }
    }

    /// The number of arrays and maps that are nested.
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map { $0.depth }.max() ?? 0)
        case .map(let members): 1 + (members.map { $0.value.depth }.max() ?? 0)
        default: 0
        }
    }

    private static func bytes(_ value: UInt64) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

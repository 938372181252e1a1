import Secrets

/// The public key of a passkey, read from a COSE_Key (RFC 9052, section 7).
struct COSEKey {
    let algorithm: PasskeyAlgorithm
    private let verifying: Verifying

    /// The reason why a COSE_Key is refused.
    enum Fault: String, Error, CaseIterable {
        case unreadable = "the public key is not canonical CBOR"
        case otherAlgorithm = "the public key is for none of the algorithms ES256, EdDSA and RS256"
        case otherMembers = "the public key has other members than its algorithm demands"
        case invalid = "the public key is invalid, too short or too long"
    }

    private enum Verifying {
        case es256(VerifyingKey)
        case edDSA(Ed25519VerifyingKey)
        case rs256(RS256VerifyingKey)
    }

    /// Reads a key with exactly the members that section 6.5.1 demands: `kty`, `alg`, and those of the algorithm.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard let key = try? CBORReader.read(bytes), case .map(let members) = key else { throw .unreadable }
        guard let algorithm = key[3]?.integer.flatMap({ PasskeyAlgorithm(rawValue: $0) }) else { throw .otherAlgorithm }
        // Canonical maps have their keys in this order.
        let labels: [Int?] = algorithm == .es256 ? [1, 3, -1, -2, -3] : [1, 3, -1, -2]
        guard members.map({ $0.key.integer }) == labels, let verifying = try Self.verifying(key, algorithm) else { throw .otherMembers }
        (self.algorithm, self.verifying) = (algorithm, verifying)
    }

    /// Returns whether a signature of the bytes was made with the passkey's private key. It has the form that section 6.5.5 demands.
    func verify(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
        switch verifying {
        case .es256(let key): key.verify(der: signature, of: bytes)
        case .edDSA(let key): key.verify(signature, of: bytes)
        case .rs256(let key): key.verify(signature, of: bytes)
        }
    }

    /// Returns nil if a member has another type or value than the algorithm demands.
    private static func verifying(_ key: CBOR, _ algorithm: PasskeyAlgorithm) throws(Fault) -> Verifying? {
        let type = key[1]?.integer
        switch algorithm {
        case .es256:
            // Key type EC2 on the curve P-256, with both coordinates.
            guard type == 2, key[-1]?.integer == 1, let x = key[-2]?.bytes, let y = key[-3]?.bytes else { return nil }
            // A point has 65 bytes, so y has 32 if x has.
            guard x.count == 32, let verifying = VerifyingKey(point: [4] + x + y) else { throw .invalid }
            return .es256(verifying)
        case .edDSA:
            // Key type OKP on the curve Ed25519.
            guard type == 1, key[-1]?.integer == 6, let x = key[-2]?.bytes else { return nil }
            guard let verifying = Ed25519VerifyingKey(bytes: x) else { throw .invalid }
            return .edDSA(verifying)
        case .rs256:
            // Key type RSA.
            guard type == 3, let modulus = key[-1]?.bytes, let exponent = key[-2]?.bytes else { return nil }
            guard let verifying = RS256VerifyingKey(modulus: modulus, exponent: exponent) else { throw .invalid }
            return .rs256(verifying)
        }
    }
}

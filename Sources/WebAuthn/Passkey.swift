/// The signature algorithm of a passkey, by its number in the COSE registry. Options list these in the order of the cases.
public enum PasskeyAlgorithm: Int, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256.
    case es256 = -7
    /// EdDSA with Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = -257
}

/// A passkey that was verified at its registration. The caller stores it.
public struct RegisteredPasskey: Sendable, Equatable {
    /// The credential ID: at most 1,023 bytes.
    public let id: [UInt8]
    /// The public key as the authenticator gave it: a COSE_Key in canonical CBOR, at most 2 kB.
    public let publicKey: [UInt8]
    public let algorithm: PasskeyAlgorithm
    /// The number of signatures that the authenticator reports; 0 if it doesn't count them.
    public let signCount: UInt32
    /// The 16 bytes that name the authenticator's model, without proof; zeros if it has no name.
    public let aaguid: [UInt8]
    /// Whether the authenticator verified the user, by a PIN or a fingerprint for example (UV).
    public let isUserVerified: Bool
    /// Whether the passkey is backed up now (BS).
    public let isBackedUp: Bool
    /// Whether the passkey may ever be backed up (BE). It stays as it is for the passkey's whole life.
    public let isBackupEligible: Bool
}

/// What an assertion says of its passkey. The caller stores it.
public struct AssertedPasskey: Sendable, Equatable {
    public let signCount: UInt32
    public let isUserVerified: Bool
    public let isBackedUp: Bool
    /// Whether the number of signatures didn't grow, though it or the stored one isn't 0. Somebody may have copied the passkey, so the
    /// caller ends it.
    public let wentBack: Bool
}

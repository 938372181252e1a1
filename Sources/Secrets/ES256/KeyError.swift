/// The reason why a text is no key for ES256.
public enum KeyError: Error, Equatable, CustomStringConvertible {
    /// The text has no unencrypted PKCS#8 private key in PEM, or a damaged one.
    case unreadablePrivateKey
    /// The text has no public key in PEM, or a damaged one.
    case unreadablePublicKey
    /// The key has another type, or another curve than P-256.
    case otherCurve

    public var description: String {
        switch self {
        case .unreadablePrivateKey: "This is no private key as Apple gives it: a .p8 file beginning with “-----BEGIN PRIVATE KEY-----”."
        case .unreadablePublicKey: "This is no public key: a text beginning with “-----BEGIN PUBLIC KEY-----”."
        case .otherCurve: "This key is of another kind than Apple's: it must be an elliptic-curve key on P-256."
        }
    }
}

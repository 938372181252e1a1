/// The reason why a text isn't a key for ES256.
public enum KeyError: Error, Equatable, CustomStringConvertible {
    /// The text has no unencrypted private key in PEM (PKCS#8), or the key is damaged.
    case unreadablePrivateKey
    /// The text has no public key in PEM, or the key is damaged.
    case unreadablePublicKey
    /// The key isn't an elliptic-curve key, or is on another curve than P-256.
    case otherCurve

    public var description: String {
        switch self {
        case .unreadablePrivateKey: "This is no private key as Apple gives it: a .p8 file beginning with “-----BEGIN PRIVATE KEY-----”."
        case .unreadablePublicKey: "This is no public key: a text beginning with “-----BEGIN PUBLIC KEY-----”."
        case .otherCurve: "This key is of another kind than Apple's: it must be an elliptic-curve key on P-256."
        }
    }
}

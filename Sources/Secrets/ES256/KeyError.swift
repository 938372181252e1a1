/// Why a text is no key for ES256.
public enum KeyError: Error, Equatable, CustomStringConvertible {
    /// No PEM text with an unencrypted PKCS#8 private key in it, or a damaged one.
    case unreadablePrivateKey
    /// No PEM text with a public key in it, or a damaged one.
    case unreadablePublicKey
    /// A key of another kind or on another curve than P-256.
    case otherCurve

    public var description: String {
        switch self {
        case .unreadablePrivateKey: "This is no private key as Apple gives it: a .p8 file beginning with “-----BEGIN PRIVATE KEY-----”."
        case .unreadablePublicKey: "This is no public key: a text beginning with “-----BEGIN PUBLIC KEY-----”."
        case .otherCurve: "This key is of another kind than Apple's: it must be an elliptic-curve key on P-256."
        }
    }
}

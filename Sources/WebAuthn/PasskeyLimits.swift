/// The maximum numbers of bytes of what a client sends. Longer values are refused before anything reads them.
public enum PasskeyLimits {
    public static let clientDataJSON = 4096
    public static let attestationObject = 8192
    /// The authenticator data of an assertion.
    public static let authenticatorData = 8192
    /// The limit of WebAuthn itself (section 6.5.1).
    public static let credentialID = 1023
    public static let publicKey = 2048
}

/// The site for which passkeys are made (the Relying Party), as the caller knows it.
public struct RelyingParty: Sendable {
    /// The RP ID: a domain, such as `sofa.example`.
    public let id: String
    /// The origins from which a passkey may be registered and used, such as `https://sofa.example`. Each is compared byte for byte, so a
    /// subdomain isn't among them unless it is listed.
    public let origins: [String]

    public init(id: String, origins: [String]) {
        (self.id, self.origins) = (id, origins)
    }
}

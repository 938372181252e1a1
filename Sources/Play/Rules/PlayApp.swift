import DavenportAPI

/// An app whose purchases count in a tenant, from one of Apple's stores.
public struct PlayApp: Sendable, Hashable, Encodable {
    /// Its bundle id, as `org.example.sofa`.
    public let bundle: String
    public let environment: StoreEnvironment

    public init(bundle: String, environment: StoreEnvironment) {
        (self.bundle, self.environment) = (bundle, environment)
    }
}

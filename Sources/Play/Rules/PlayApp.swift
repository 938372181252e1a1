import DavenportAPI

/// An app in one of Apple's environments whose purchases count in a tenant.
public struct PlayApp: Sendable, Hashable, Encodable {
    /// The app's bundle id, such as `org.example.sofa`.
    public let bundle: String
    public let environment: StoreEnvironment

    public init(bundle: String, environment: StoreEnvironment) {
        (self.bundle, self.environment) = (bundle, environment)
    }
}

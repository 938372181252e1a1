import DavenportAPI

/// An app of a tenant in one of Apple's environments: production or sandbox. Purchases made in it count.
public struct PlayApp: Sendable, Hashable, Encodable {
    /// The app's bundle id, such as `org.example.sofa`.
    public let bundle: String
    public let environment: StoreEnvironment

    public init(bundle: String, environment: StoreEnvironment) {
        (self.bundle, self.environment) = (bundle, environment)
    }
}

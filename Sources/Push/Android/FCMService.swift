import Domain

/// Firebase Cloud Messaging (FCM), Google's push service for Android, as an operator has configured it.
public struct FCMService: Sendable {
    /// The URL of the service, without a path.
    public let url: String
    /// The hosts from which service accounts may get access tokens.
    public let tokenHosts: PushServiceHosts
    public let transport: HTTPSTransport

    public init(url: String, tokenHosts: PushServiceHosts, transport: HTTPSTransport) {
        self.url = url
        self.tokenHosts = tokenHosts
        self.transport = transport
    }
}

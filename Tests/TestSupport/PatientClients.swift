import AsyncHTTPClient
import NIOCore
import NIOPosix

extension HTTPClient.Configuration {
    /// The configuration of all tests' clients: they follow no redirects, wait for a connection for up to 10 minutes
    /// instead of 10 seconds, for a busy machine, and fail at once if nothing listens.
    public static var patient: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .minutes(10)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }
}

extension HTTPClient {
    /// A client that lasts as long as the process.
    public static let patient = HTTPClient(eventLoopGroupProvider: .singleton, configuration: .patient)
}

extension ClientBootstrap {
    /// Returns a bootstrap that waits for a connection as `HTTPClient.patient` does.
    /// - Parameter group: the event loops; the process's own by default.
    public static func patient(_ group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton) -> ClientBootstrap {
        ClientBootstrap(group: group).connectTimeout(.minutes(10))
    }
}

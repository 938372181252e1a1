import AsyncHTTPClient
import NIOCore
import NIOPosix

extension HTTPClient {
    /// A client that lasts as long as the process. It waits for a connection for up to 10 minutes instead of 10
    /// seconds, for a busy machine. If nothing listens, it fails at once.
    public static let patient: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .minutes(10)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}

extension ClientBootstrap {
    /// Returns a bootstrap that waits for a connection as `HTTPClient.patient` does.
    /// - Parameter group: the event loops; the process's own by default.
    public static func patient(_ group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton) -> ClientBootstrap {
        ClientBootstrap(group: group).connectTimeout(.minutes(10))
    }
}

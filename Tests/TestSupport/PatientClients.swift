import AsyncHTTPClient
import NIOCore
import NIOPosix

extension HTTPClient {
    /// For as long as the process lasts. It waits for a connection for as long as a busy machine needs, where any other gives up after
    /// 10 s, and says at once that nothing listens.
    public static let patient: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.connect = .minutes(10)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}

extension ClientBootstrap {
    /// One that waits for a connection as `HTTPClient.patient` does.
    /// - Parameter group: the threads that it goes over, the process's own unless given.
    public static func patient(_ group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton) -> ClientBootstrap {
        ClientBootstrap(group: group).connectTimeout(.minutes(10))
    }
}

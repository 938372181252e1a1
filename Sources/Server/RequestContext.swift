import DavenportAPI
import Domain
import Foundation
import Hummingbird
import Logging
import NIOCore

/// What is known of a request on its way to the use case.
struct DavenportContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Answered as `X-Request-ID`, named in problems and in the log.
    let requestID: String
    /// The other end of the connection: the client, or the last proxy before us.
    let peer: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        self.init(source, peer: source.channel.remoteAddress)
    }

    /// Of a request that came over no connection.
    init(logger: Logger, peer: SocketAddress) {
        self.init(NoConnection(logger: logger), peer: peer)
    }

    private init(_ source: some RequestContextSource, peer: SocketAddress?) {
        coreContext = .init(source: source)
        self.peer = peer
        requestID = Self.newRequestID()
    }

    static func newRequestID() -> String {
        String(UInt64.random(in: .min ... .max), radix: 36)
    }

    private struct NoConnection: RequestContextSource {
        let logger: Logger
    }
}

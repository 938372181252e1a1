import DavenportAPI
import Domain
import Foundation
import Hummingbird
import Logging
import NIOCore

/// What is known of a request on its way to the use case.
struct DavenportContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Answered as `X-Request-ID`, named in problems and in the log.
    var requestID: String
    /// What is found out about it on its way; nil before it has begun.
    var trace: RequestTrace?
    /// The other end of the connection: the client, or the last proxy before us.
    let peer: SocketAddress?
    /// Tells the connection, where there is one, of the body that is coming: `WantedBody` and `AdmittedBody`.
    let tell: @Sendable (any Sendable) -> Void
    /// Whether there is still somebody to be answered.
    let isConnected: @Sendable () -> Bool

    init(source: ApplicationRequestContextSource) {
        let channel = source.channel
        self.init(
            source, peer: channel.remoteAddress, tell: { channel.triggerUserOutboundEvent($0, promise: nil) },
            isConnected: { channel.isActive })
    }

    /// Of a request that came over no connection.
    init(logger: Logger, peer: SocketAddress) {
        self.init(NoConnection(logger: logger), peer: peer, tell: { _ in }, isConnected: { true })
    }

    private init(
        _ source: some RequestContextSource, peer: SocketAddress?, tell: @escaping @Sendable (any Sendable) -> Void,
        isConnected: @escaping @Sendable () -> Bool
    ) {
        coreContext = .init(source: source)
        (self.tell, self.isConnected) = (tell, isConnected)
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

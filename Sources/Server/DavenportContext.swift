import DavenportAPI
import Domain
import Foundation
import Hummingbird
import Logging
import NIOCore

/// The context of a request: what its handlers need to know besides the request itself.
struct DavenportContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The request's ID. The server returns it in the header `X-Request-ID` and names it in problems and in the log.
    var requestID: String
    /// Collects the facts about the request for metrics and the access log; nil until the server begins to trace the
    /// request.
    var trace: RequestTrace?
    /// The address of the connection's other end: the client, or the last proxy before this server. It is nil if the
    /// system no longer knows the address.
    let peer: SocketAddress?
    /// Sends a message about the request's body to the connection, if the request came from one.
    let signalBody: @Sendable (BodySignal) -> Void
    /// Whether the client is still connected.
    let isConnected: @Sendable () -> Bool

    init(source: ApplicationRequestContextSource) {
        let channel = source.channel
        self.init(
            source, peer: channel.remoteAddress, signalBody: { channel.triggerUserOutboundEvent($0, promise: nil) },
            isConnected: { channel.isActive })
    }

    /// Creates the context of a request that doesn't come from a connection.
    init(logger: Logger, peer: SocketAddress) {
        self.init(NoConnection(logger: logger), peer: peer, signalBody: { _ in }, isConnected: { true })
    }

    private init(
        _ source: some RequestContextSource, peer: SocketAddress?, signalBody: @escaping @Sendable (BodySignal) -> Void,
        isConnected: @escaping @Sendable () -> Bool
    ) {
        coreContext = .init(source: source)
        (self.signalBody, self.isConnected) = (signalBody, isConnected)
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

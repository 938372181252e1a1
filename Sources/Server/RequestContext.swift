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
    /// Tells the connection, where there is one, of the body that is coming: `WantedBody` and `AdmittedBody`.
    let tell: @Sendable (any Sendable) -> Void

    init(source: ApplicationRequestContextSource) {
        let channel = source.channel
        self.init(source, peer: channel.remoteAddress) { channel.triggerUserOutboundEvent($0, promise: nil) }
    }

    /// Of a request that came over no connection.
    init(logger: Logger, peer: SocketAddress) {
        self.init(NoConnection(logger: logger), peer: peer) { _ in }
    }

    private init(_ source: some RequestContextSource, peer: SocketAddress?, tell: @escaping @Sendable (any Sendable) -> Void) {
        coreContext = .init(source: source)
        self.tell = tell
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

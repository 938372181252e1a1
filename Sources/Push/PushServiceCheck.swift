import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// Checks whether this machine can reach Apple or Google in the way that the push worker does. It opens a TLS connection but
/// sends no push.
public enum PushServiceCheck {
    /// Opens a connection to a push service that speaks HTTP/2, and closes it again.
    /// - Parameters:
    ///   - url: the service's URL, as the settings `APNS_PRODUCTION_URL`, `APNS_SANDBOX_URL` and `FCM_URL` have it.
    ///   - caFile: a PEM file with the certificate authority to trust instead of the system's; nil for the system's.
    ///   - waitLimit: the time limit of the whole check.
    /// - Returns: nil if the connection succeeds; otherwise the reason why it failed, in a few words.
    public static func fault(url: String, caFile: String?, within waitLimit: Duration = .seconds(5)) async -> String? {
        let address: APNsAddress
        do throws(APNsAddress.Fault) { address = try APNsAddress(url: url, caFile: caFile) } catch { return error.description }
        let (loop, time) = (MultiThreadedEventLoopGroup.singleton.any(), TimeAmount(waitLimit))
        let done = loop.makePromise(of: Void.self)
        // The connection timeout doesn't cover the system's name resolution, so limit the whole check.
        let late = loop.scheduleTask(in: time) { done.fail(ChannelError.connectTimeout(time)) }
        let channel = address.connect(on: loop, timeout: time) { [HandshakeWatch(done)] }
        channel.whenFailure { done.fail($0) }
        defer {
            late.cancel()
            channel.whenSuccess { $0.close(promise: nil) }
        }
        do { try await done.futureResult.get() } catch { return reason(error) }
        return nil
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError where error.connectionErrors.isEmpty: "its name isn't known"
        case is NIOConnectionError: "nobody takes connections there"
        case ChannelError.connectTimeout: "no answer in time"
        case NIOSSLError.handshakeFailed, is NIOSSLExtraError: "its certificate isn't believed"
        case is HandshakeWatch.OtherProtocol: "it speaks no HTTP/2"
        default: "it ends the connection"
        }
    }
}

/// Waits for the end of the TLS handshake.
private final class HandshakeWatch: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    struct OtherProtocol: Error {}

    private let done: EventLoopPromise<Void>

    init(_ done: EventLoopPromise<Void>) {
        self.done = done
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted(let negotiated) = event {
            if negotiated == "h2" { done.succeed() } else { done.fail(OtherProtocol()) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        done.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { done.fail(ChannelError.eof) }
}

import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Serves a registry's metrics over HTTP at `/metrics`, on a port of its own. The server's port for clients doesn't
/// serve them.
///
/// Each connection gets one response and is then closed. The page is made at most once a second, even if more requests
/// arrive.
public final class MetricsEndpoint: Sendable {
    /// The maximum number of open connections. Another connection is closed immediately.
    static let connections = 32

    private let channel: any Channel
    /// The port on which the endpoint listens.
    public let port: Int

    private init(_ channel: any Channel, port: Int) {
        (self.channel, self.port) = (channel, port)
    }

    /// Starts to listen.
    /// - Parameters:
    ///   - port: the port to listen on; 0 lets the system choose one.
    ///   - waitLimit: the time limit for a connection to send its request and receive the response. After it, the
    ///     connection is closed.
    /// - Throws: `AddressUnusable` if this program can't listen at the address.
    public static func open(
        host: String, port: Int, of registry: Registry, waitLimit: Duration = .seconds(10)
    ) async throws -> MetricsEndpoint {
        let scrape = CachedPage(registry)
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderListSize = 8192
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 16)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // A client may close its sending side after the request, and still read the response.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { [limits] channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: false, withErrorHandling: true, withOutboundHeaderValidation: true,
                        withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
                    try channel.pipeline.syncOperations.addHandler(MetricsHandler(scrape, TimeAmount(waitLimit)))
                }
            }
        do {
            let channel = try await bootstrap.bind(host: host, port: port).get()
            return MetricsEndpoint(channel, port: channel.localAddress?.port ?? port)
        } catch {
            throw AddressUnusable(host: host, port: port, error)
        }
    }

    /// Stops listening.
    public func close() async {
        try? await channel.close().get()
    }
}

/// The error for an address at which a program can't listen.
public struct AddressUnusable: Error, Sendable {
    public let host: String
    public let port: Int
    /// The reason why a program can't listen at the address, in a few words.
    public let reason: String
    /// Whether the host name or IP address is the reason, so that no other port there would work either.
    public let isOfHost: Bool
    /// Whether another program listens there.
    let isTaken: Bool

    init(host: String, port: Int, _ error: any Error) {
        (self.host, self.port) = (host, port)
        isTaken = (error as? IOError)?.errnoCode == EADDRINUSE
        (reason, isOfHost) =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE: ("another program listens there", false)
            case EACCES: ("it takes more rights", false)
            case EADDRNOTAVAIL: ("this machine has no such address", true)
            default: ("it is no address to listen at", true)
            }
    }
}

/// Makes the page of metrics. All requests that arrive while the page is being made, or within a second after that, get
/// the same page. So no two requests read the values from the database at once.
private actor CachedPage {
    private let registry: Registry
    private var page: Task<String, Never>?
    /// The instant at which the page was ready; nil while the page is being made.
    private var ready: ContinuousClock.Instant?
    /// The number of open connections.
    nonisolated let connections = Atomic(0)

    init(_ registry: Registry) {
        self.registry = registry
    }

    func text() async -> String {
        if let page, ready.map({ $0 + .seconds(1) > .now }) ?? true { return await page.value }
        let made = Task { [registry] in await registry.text() }
        (page, ready) = (made, nil)
        let text = await made.value
        ready = .now
        return text
    }
}

/// Answers one HTTP request for metrics and closes its connection.
private final class MetricsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let scrape: CachedPage
    private let waitLimit: TimeAmount
    private var deadline: Scheduled<Void>?
    private var hasRequest = false

    init(_ scrape: CachedPage, _ waitLimit: TimeAmount) {
        (self.scrape, self.waitLimit) = (scrape, waitLimit)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: waitLimit) { channel.close(promise: nil) }
        let isCrowded = scrape.connections.add(1, ordering: .relaxed).newValue > MetricsEndpoint.connections
        if isCrowded { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        scrape.connections.subtract(1, ordering: .relaxed)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event, !hasRequest { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data), !hasRequest else { return }
        hasRequest = true
        guard head.uri.prefix(while: { $0 != "?" }) == "/metrics" else { return answer(context, .notFound, "Metrics are at /metrics.\n") }
        guard head.method == .GET else { return answer(context, .methodNotAllowed, "Use GET.\n") }
        let (text, scrape) = (context.eventLoop.makePromise(of: String.self), scrape)
        text.completeWithTask { await scrape.text() }
        // NIO calls a handler on its channel's event loop, and the promise belongs to the same loop.
        text.futureResult.assumeIsolated().whenSuccess { [weak self] in
            if context.channel.isActive { self?.answer(context, .ok, $0) }
        }
    }

    private func answer(_ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ text: String) {
        let headers: HTTPHeaders = [
            "Content-Type": "text/plain; \(status == .ok ? "version=0.0.4; " : "")charset=utf-8", "Content-Length": "\(text.utf8.count)",
            "Connection": "close", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        ]
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}

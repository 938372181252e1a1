import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Sets up a connection's pipeline: NIO's decoder and encoder, `ConnectionHandler` before them, and `RequestHandler`
/// behind them.
struct EdgeChannel: ServerChildChannel {
    let limits: EdgeLimits
    /// All connections of the server.
    let connections: ConnectionTable
    let metrics: HTTPMetrics
    /// The web origins whose pages may read refusals.
    let origins: [String]
    /// Records each refusal that is sent in the metrics and the access log, because the refused bytes never become a
    /// request.
    let refused: @Sendable (Refusal, SocketAddress?) -> Void
    /// Answers a request. If it throws, the connection is closed.
    let answer: RequestTask.Answer
    /// Limits the bytes of responses that wait to be received, over all connections.
    let budget: ResponseBudget
    /// Returns free memory to the system after many connections have closed.
    private let memoryTrimmer = MemoryTrimmer()

    init(
        limits: EdgeLimits, connections: ConnectionTable, metrics: HTTPMetrics, origins: [String],
        refused: @escaping @Sendable (Refusal, SocketAddress?) -> Void, answer: @escaping RequestTask.Answer
    ) {
        (self.limits, self.connections, self.metrics, self.origins) = (limits, connections, metrics, origins)
        (self.refused, self.answer) = (refused, answer)
        budget = ResponseBudget(limits.unreceivedBytes)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: EdgeLimits.firstRead, maximum: EdgeLimits.read))
            let handler = try addHandlers(to: channel)
            metrics.beginConnection()
            memoryTrimmer.enter()
            channel.closeFuture.whenComplete { [metrics, memoryTrimmer] _ in
                metrics.endConnection()
                memoryTrimmer.leave()
            }
            return AcceptedConnection(channel, handler)
        }
    }

    private func addHandlers(to channel: any Channel) throws -> ConnectionHandler {
        let (pipeline, handler) = (channel.pipeline.syncOperations, ConnectionHandler(channel, self))
        try pipeline.addHandler(handler)
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: .edge)
        try pipeline.addHandler(RequestHandler(handler, self))
        return handler
    }

    func handle(value: AcceptedConnection, logger: Logger) async { await value.waitUntilClosed() }
}

extension NIOHTTPDecoderLimitConfiguration {
    fileprivate static var edge: Self {
        var limits = Self()
        limits.maxHeaderFieldSize = EdgeLimits.headerFieldBytes
        limits.maxHeaderListSize = EdgeLimits.headerBytes
        limits.maxHeaderFieldCount = EdgeLimits.headerFields
        return limits
    }
}

import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Sets up a connection's pipeline: NIO's decoder and encoder, `InboundFlowHandler` for bytes before them, and the
/// handlers for requests behind them.
struct EdgeChannel: ServerChildChannel {
    private let limits: EdgeLimits
    private let connections: ConnectionTable
    private let budget: ResponseBudget
    private let measures: HTTPMetrics
    private let origins: [String]
    private let refused: @Sendable (Refusal, SocketAddress?) -> Void
    private let answer: ConnectionHandler.Answer
    /// Trims memory after many connections have closed.
    private let spare = MemoryTrimmer()

    /// - Parameters:
    ///   - connections: all connections of the server.
    ///   - origins: the web origins whose pages may read refusals.
    ///   - refused: called for each response to bytes that aren't a valid request.
    ///   - answer: answers a request. If it throws, the connection is closed.
    init(
        limits: EdgeLimits, connections: ConnectionTable, measures: HTTPMetrics, origins: [String],
        refused: @escaping @Sendable (Refusal, SocketAddress?) -> Void, answer: @escaping ConnectionHandler.Answer
    ) {
        (self.limits, self.connections, self.measures, self.origins) = (limits, connections, measures, origins)
        (self.refused, self.answer) = (refused, answer)
        budget = ResponseBudget(limits.waiting)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        channel.eventLoop.makeCompletedFuture {
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: EdgeLimits.firstRead, maximum: EdgeLimits.read))
            let handler = try addHandlers(to: channel.pipeline.syncOperations)
            measures.beginConnection()
            spare.enter()
            channel.closeFuture.whenComplete { [measures, spare] _ in
                measures.endConnection()
                spare.leave()
            }
            return AcceptedConnection(channel, handler)
        }
    }

    private func addHandlers(to pipeline: ChannelPipeline.SynchronousOperations) throws -> ConnectionHandler {
        let bytes = InboundFlowHandler(limits, budget, connections)
        let requests = RequestFlowHandler(bytes, limits, origins: origins, refused: refused)
        let handler = ConnectionHandler(presence: TimeAmount(limits.presence), answer: answer)
        try pipeline.addHandler(bytes)
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
            withEncoderConfiguration: .init(), withDecoderLimitConfiguration: .edge)
        try pipeline.addHandlers([HeadValidator(requests), HTTP1ToHTTPServerCodec(secure: false), requests, handler])
        return handler
    }

    func handle(value: AcceptedConnection, logger: Logger) async { await value.untilOver() }
}

extension NIOHTTPDecoderLimitConfiguration {
    fileprivate static var edge: Self {
        var limits = Self()
        limits.maxHeaderFieldSize = EdgeLimits.headerField
        limits.maxHeaderListSize = EdgeLimits.header
        limits.maxHeaderFieldCount = EdgeLimits.headerFields
        return limits
    }
}

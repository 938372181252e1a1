import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Hummingbird's connection with our gates: one for bytes in front of its decoder, two for requests behind it.
struct EdgeChannel: ServerChildChannel {
    typealias Value = AcceptedConnection

    private let http: HTTP1Channel
    private let presence: TimeAmount
    private let measures: HTTPMeasures
    /// Of the connections.
    private let spare = SpareMemory()

    /// - Parameter refused: told of each answer to bytes that are no request.
    init(
        limits: EdgeLimits, measures: HTTPMeasures, refused: @escaping @Sendable (Refusal, SocketAddress?) -> Void,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        let budget = AnswerBudget(limits.waiting)
        presence = TimeAmount(limits.presence)
        self.measures = measures
        http = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [
                    RequestGate(ByteGate(limits, budget), limits, refused: refused)
                ],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: EdgeLimits.headerField, maxHeaderListSize: EdgeLimits.header,
                    maxHeaderFieldCount: EdgeLimits.headerFields)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        http.setup(channel: channel, logger: logger).map(AcceptedConnection.init).flatMapThrowing { connection in
            try channel.syncOptions?.setOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: EdgeLimits.firstRead, maximum: EdgeLimits.read))
            let pipeline = channel.pipeline.syncOperations
            let gate = try pipeline.handler(type: RequestGate.self)
            try pipeline.addHandler(gate.bytes, position: .first)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(VersionGate(gate), position: .after(decoder))
            measures.beginConnection()
            spare.enter()
            channel.closeFuture.whenComplete { [measures, spare] _ in
                measures.endConnection()
                spare.leave()
            }
            return connection
        }
    }

    /// A client that goes away ends what it asked for, down to PostgreSQL, whatever that is: its task is cancelled.
    func handle(value: Value, logger: Logger) async {
        guard let connection = value.take() else { return }
        // Detached, since a copy of what the task around it says of itself would take a kilobyte of each connection.
        let serving = Task.detached(priority: Task.currentPriority) { await http.handle(value: connection, logger: logger) }
        let (eventLoop, presence) = (connection.channel.eventLoop, presence)
        connection.channel.closeFuture.whenComplete { _ in eventLoop.scheduleTask(in: presence) { serving.cancel() } }
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            serving.cancel()
        }
    }
}

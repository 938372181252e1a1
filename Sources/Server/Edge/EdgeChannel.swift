import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Hummingbird's connection with our gates: one for bytes in front of its decoder, two for requests behind it.
struct EdgeChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel

    init(limits: EdgeLimits, responder: @escaping HTTPChannelHandler.Responder) {
        let budget = AnswerBudget(limits.waiting)
        http = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [RequestGate(ByteGate(limits, budget))],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: EdgeLimits.headerField, maxHeaderListSize: EdgeLimits.header,
                    maxHeaderFieldCount: EdgeLimits.headerFields)))
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(pipeline.handler(type: RequestGate.self).bytes, position: .first)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(VersionGate(), position: .after(decoder))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}

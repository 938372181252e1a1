import NIOCore
import NIOHTTPTypes

/// Closes connections whose requests take too long to arrive, so that slow or silent clients hold nothing (quality.md, Edge).
final class EdgeDeadlines: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    private let head: TimeAmount
    private let body: TimeAmount
    private var scheduled: Scheduled<Void>?

    /// - Parameters:
    ///   - head: from the connection's beginning to its first whole head.
    ///   - body: from a head to the end of its body.
    init(head: TimeAmount = .seconds(10), body: TimeAmount = .seconds(30)) {
        self.head = head
        self.body = body
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { close(context, after: head) }
    }

    func channelActive(context: ChannelHandlerContext) {
        close(context, after: head)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: close(context, after: body)
        case .body: break
        case .end: cancel()
        }
        context.fireChannelRead(data)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    private func close(_ context: ChannelHandlerContext, after deadline: TimeAmount) {
        cancel()
        scheduled = context.eventLoop.assumeIsolated().scheduleTask(in: deadline) { context.close(promise: nil) }
    }

    private func cancel() {
        scheduled?.cancel()
        scheduled = nil
    }
}

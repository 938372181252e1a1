import NIOCore

/// Gathers the frames that are written in one turn of the event loop, and sends them together: fewer and fuller TLS records, one system
/// call.
///
/// Flushing HTTP/2 after each push keeps the pushes in order; without this each would be a system call of its own.
final class FrameGatherer: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var gathered = ByteBuffer()
    private var isDue = false

    /// What a TLS record holds.
    private static let fullRecord = 16_384

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if promise == nil, case .byteBuffer(var frame) = unwrapOutboundIn(data) {
            gathered.writeBuffer(&frame)
            if gathered.readableBytes >= Self.fullRecord { pass(context) }
        } else {
            // Somebody wants to know when this one is written.
            pass(context)
            context.write(data, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        guard !isDue else { return }
        isDue = true
        context.eventLoop.assumeIsolated().execute { [self] in
            isDue = false
            pass(context)
            context.flush()
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        pass(context)
        context.flush()
        context.close(mode: mode, promise: promise)
    }

    private func pass(_ context: ChannelHandlerContext) {
        guard gathered.readableBytes > 0 else { return }
        context.write(wrapOutboundOut(.byteBuffer(gathered)), promise: nil)
        gathered = context.channel.allocator.buffer(capacity: Self.fullRecord)
    }
}

import NIOCore

/// Collects the frames that are written in one event loop tick and sends them together. This needs fewer TLS records
/// and only one system call.
///
/// The connection flushes NIO's HTTP/2 handler after each push, to keep the order of pushes. Without this handler, each
/// flush would be a system call.
final class FrameBatcher: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var gathered = ByteBuffer()
    private var isDue = false

    /// The number of bytes that fit into one TLS record.
    private static let fullRecord = 16_384

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if promise == nil, case .byteBuffer(var frame) = unwrapOutboundIn(data) {
            gathered.writeBuffer(&frame)
            if gathered.readableBytes >= Self.fullRecord { pass(context) }
        } else {
            // The caller wants to know when this frame is written, so don't collect it.
            pass(context)
            context.write(data, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        guard !isDue else { return }
        isDue = true
        // NIO calls a handler on its channel's event loop.
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

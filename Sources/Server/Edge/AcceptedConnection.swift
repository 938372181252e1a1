import HummingbirdCore
import NIOCore
import Synchronization

/// A connection that was taken. One that nobody comes to watch over, because the server ends at that moment, is closed.
final class AcceptedConnection: ServerChildChannelValue {
    let channel: any Channel
    private let handler: NIOLoopBound<ConnectionHandler>
    private let isWatched = Atomic(false)

    /// - Parameter handler: what has its requests answered.
    init(_ channel: any Channel, _ handler: ConnectionHandler) {
        (self.channel, self.handler) = (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
    }

    deinit {
        if !isWatched.load(ordering: .relaxed) { channel.close(promise: nil) }
    }

    /// Comes back when the connection is over, and what was asked over it. A task that is cancelled ends both.
    func untilOver() async {
        isWatched.store(true, ordering: .relaxed)
        let (channel, handler) = (channel, handler)
        await withTaskCancellationHandler {
            try? await channel.closeFuture.get()
            await (try? channel.eventLoop.submit { handler.value.task }.get())?.value
        } onCancel: {
            channel.eventLoop.execute { handler.value.cancel() }
        }
    }
}

import HummingbirdCore
import NIOCore
import Synchronization

/// An accepted connection. If the server shuts down before `waitUntilClosed` is called, `deinit` closes it.
final class AcceptedConnection: ServerChildChannelValue {
    let channel: any Channel
    private let handler: NIOLoopBound<ConnectionHandler>
    private let isWatched = Atomic(false)

    /// - Parameter handler: answers the connection's requests.
    init(_ channel: any Channel, _ handler: ConnectionHandler) {
        (self.channel, self.handler) = (channel, NIOLoopBound(handler, eventLoop: channel.eventLoop))
    }

    deinit {
        if !isWatched.load(ordering: .relaxed) { channel.close(promise: nil) }
    }

    /// Waits until the connection is closed and its last request's task has ended. If the calling task is cancelled,
    /// the request in flight is cancelled and the connection is closed.
    func waitUntilClosed() async {
        isWatched.store(true, ordering: .relaxed)
        let (channel, handler) = (channel, handler)
        await withTaskCancellationHandler {
            try? await channel.closeFuture.get()
            await (try? channel.eventLoop.submit { handler.value.task.task }.get())?.value
        } onCancel: {
            channel.eventLoop.execute { handler.value.handle(.cancel) }
        }
    }
}

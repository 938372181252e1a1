import HummingbirdCore
import NIOCore
import Synchronization

/// A connection between being taken and being served. One that nobody comes to serve, because the server ends at that moment or the client
/// has gone already, is closed: NIO takes a connection that is merely dropped for a fault of the program, and ends it.
final class AcceptedConnection: ServerChildChannelValue {
    let channel: any Channel
    private let waiting: Mutex<HTTP1Channel.Value?>

    init(_ connection: HTTP1Channel.Value) {
        channel = connection.channel
        waiting = Mutex(connection)
    }

    /// The connection, for who serves it until it is closed; nil for whoever asks after that.
    func take() -> HTTP1Channel.Value? {
        waiting.withLock { connection in
            defer { connection = nil }
            return connection
        }
    }

    deinit {
        guard let connection = take() else { return }
        Task { try? await connection.executeThenClose { _, _ in } }
    }
}

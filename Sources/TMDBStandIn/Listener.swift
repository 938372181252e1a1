import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The listening socket and its connections.
final class Listener: Sendable {
    typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    let port: Int
    private let channel: NIOAsyncChannel<IncomingConnection, Never>
    private let serving = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter port: 0 for any free port.
    init(port: Int) async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    // The stand-in records input that isn't HTTP, so NIO must not answer it first.
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: false, withErrorHandling: false)
                    return IncomingConnection(try Connection(wrappingChannelSynchronously: channel))
                }
            }
        self.port = channel.channel.localAddress?.port ?? port
    }

    /// Accepts connections from now on.
    func serve(_ standIn: TMDBStandIn) {
        let task = Task { [channel] in
            do {
                try await withThrowingDiscardingTaskGroup { group in
                    try await channel.executeThenClose { connections in
                        for try await arrival in connections {
                            guard let connection = arrival.take() else { continue }
                            group.addTask { await Conversation(standIn: standIn, connection: connection).run() }
                        }
                    }
                }
            } catch {
                // `stop()` closes the socket, which ends the loop with an error of no interest.
            }
        }
        serving.withLock { $0 = task }
    }

    /// Returns once the socket and all connections are closed.
    func stop() async {
        let task = serving.withLock { $0 }
        task?.cancel()
        await task?.value
    }
}

/// An accepted connection. If the stand-in stops before it is taken, it is closed here: NIO ends the program if it is only
/// released.
private final class IncomingConnection: Sendable {
    private let waiting: Mutex<Listener.Connection?>

    init(_ connection: Listener.Connection) {
        waiting = Mutex(connection)
    }

    /// Returns the connection, at the first call only.
    func take() -> Listener.Connection? {
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

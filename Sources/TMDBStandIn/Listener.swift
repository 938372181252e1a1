import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// The socket on which connections come, and those that have come.
final class Listener: Sendable {
    typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    let port: Int
    private let channel: NIOAsyncChannel<IncomingConnection, Never>
    private let serving = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter port: 0 for any that is free.
    init(port: Int) async throws {
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    // What is no HTTP is to be noted, so nobody answers to it before it gets here.
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withPipeliningAssistance: false, withErrorHandling: false)
                    return IncomingConnection(try Connection(wrappingChannelSynchronously: channel))
                }
            }
        self.port = channel.channel.localAddress?.port ?? port
    }

    /// Takes connections from now on.
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
                // Whoever stops it closes the socket: what that says is of no interest.
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

/// A connection that has come. One that nobody takes, because the stand-in stops at that moment, is closed: NIO ends the program where it
/// is merely dropped.
private final class IncomingConnection: Sendable {
    private let waiting: Mutex<Listener.Connection?>

    init(_ connection: Listener.Connection) {
        waiting = Mutex(connection)
    }

    /// The connection, once.
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

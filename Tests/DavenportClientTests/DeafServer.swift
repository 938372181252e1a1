import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Takes connections and never answers.
final class DeafServer: Sendable {
    let url: URL
    private let connections: Counter

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    private init(url: URL, connections: Counter) {
        self.url = url
        self.connections = connections
    }

    var hasConnection: Bool { connections.count.load(ordering: .relaxed) > 0 }

    static func with(_ body: (DeafServer) async throws -> Void) async throws {
        let connections = Counter()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                connections.count.add(1, ordering: .relaxed)
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        guard let port = channel.localAddress?.port, let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        do {
            try await body(DeafServer(url: url, connections: connections))
        } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }
}

import NIOCore
import NIOPosix

/// Listens on the loopback address.
/// - Parameters:
///   - port: the port to listen on; 0 lets the system choose a free one.
///   - begin: adds the handlers to a new connection. If it throws, the connection is closed.
package func listen(
    port: Int, on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    _ begin: @escaping @Sendable (any Channel) throws -> Void
) async throws -> any Channel {
    try await ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try begin(channel) } }
        .bind(host: "127.0.0.1", port: port).get()
}

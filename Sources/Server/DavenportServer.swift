import Domain
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// The HTTP server.
public struct DavenportServer: Sendable {
    /// Connections open at once; more wait in the kernel's queue.
    public static let connectionLimit = 4096
    /// A connection without a request is closed after this.
    static let idleTimeout = TimeAmount.seconds(60)

    let application: Application<RouterResponder<DavenportContext>>

    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: 0 lets the system choose one.
    ///   - trustedProxies: how many proxies of ours every request passes.
    ///   - onListening: told the port once connections are taken.
    /// - Throws: where the program itself is at fault: an endpoint without a use case.
    public init(
        host: String, port: Int, dependencies: Dependencies, readiness: CheckReadiness, trustedProxies: Int = 0, logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws {
        let router = try RouteTable.router(
            dependencies, readiness: readiness, addresses: ClientAddresses(trustedProxies: trustedProxies, logger: logger))
        application = Application(
            responder: router.buildResponder(),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [EdgeDeadlines()], idleTimeout: Self.idleTimeout,
                    httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 * 1024, maxHeaderListSize: 32 * 1024, maxHeaderFieldCount: 100))),
            configuration: .init(
                address: .hostname(host, port: port), backlog: 1024,
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
            logger: logger)
    }

    /// Serves until the task is cancelled or asked to shut down, then lets the requests in flight end.
    public func run() async throws {
        try await application.run()
    }
}

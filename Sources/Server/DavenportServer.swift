import Domain
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// The HTTP server.
public struct DavenportServer: Sendable {
    let application: Application<RouterResponder<DavenportContext>>
    private let limits: EdgeLimits

    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: 0 lets the system choose one.
    ///   - areas: those that the API is made of.
    ///   - trustedProxies: how many proxies of ours every request passes.
    ///   - limits: what the other end of a connection may take.
    ///   - onListening: told the port once connections are taken.
    /// - Throws: where the program itself is at fault: an endpoint without a use case.
    public init(
        host: String, port: Int, dependencies: Dependencies, readiness: CheckReadiness, areas: [AreaRoutes] = AreaRoutes.all,
        trustedProxies: Int = 0, limits: EdgeLimits = EdgeLimits(), logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws {
        let router = try RouteTable.router(
            dependencies, areas: areas, readiness: readiness, addresses: ClientAddresses(trustedProxies: trustedProxies, logger: logger))
        application = Application(
            responder: router.buildResponder(),
            server: HTTPServerBuilder { EdgeChannel(limits: limits, responder: $0) },
            configuration: .init(
                address: .hostname(host, port: port), backlog: EdgeLimits.backlog,
                availableConnectionsDelegate: MaximumAvailableConnections(EdgeLimits.connections)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
            logger: logger)
        self.limits = limits
    }

    /// Serves until the task is cancelled or asked to shut down, then lets the requests in flight end, those that do so in time.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: limits.farewell)
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

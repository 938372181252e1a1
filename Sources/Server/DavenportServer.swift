import CoreMetrics
import Domain
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Serves the API over HTTP.
public struct DavenportServer: Sendable {
    let application: Application<Responder>
    private let limits: EdgeLimits
    private let changeNotifier: ChangeNotifier
    private let shutdown = ShutdownState()
    /// The address that the server listens on, as `host:port` for error messages.
    private let listenAddress: String

    /// Creates a server that doesn't listen yet.
    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: the port to listen on; 0 lets the system choose one.
    ///   - areas: the areas that the API consists of.
    ///   - trustedProxies: the number of the operator's proxies through which every request comes.
    ///   - limits: the time limits and size limits of connections and their requests.
    ///   - serverOptions: allowed origins, access log, metrics and web client.
    ///   - onListening: called with the port once the server accepts connections.
    /// - Throws: `MountError` if the areas' endpoints and their use cases don't match.
    public init(
        host: String, port: Int, useCases: UseCases, readiness: CheckReadiness, areas: [AreaRoutes] = AreaRoutes.all,
        trustedProxies: Int = 0, limits: EdgeLimits = EdgeLimits(), serverOptions: ServerOptions = ServerOptions(), logger: Logger,
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws {
        let metrics = HTTPMetrics(serverOptions.metrics)
        let addresses = ClientAddresses(trustedProxies: trustedProxies, logger: logger)
        let routes = try RouteTable(
            useCases, areas: areas, readiness: readiness, shutdown: shutdown, metrics: metrics, addresses: addresses,
            web: serverOptions.web)
        let tracing = Tracing(metrics: metrics, log: serverOptions.accessLog, addresses: addresses)
        let connections = ConnectionTable(limits, isDirect: trustedProxies == 0)
        let responder = Responder(tracing, routes, origins: serverOptions.origins, logger: logger)
        application = Application(
            responder: responder,
            server: HTTPServerBuilder { _ in
                EdgeChannel(
                    limits: limits, connections: connections, origins: serverOptions.origins, tracing: tracing, responder: responder)
            },
            configuration: .init(
                address: .hostname(host, port: port), backlog: EdgeLimits.backlog,
                availableConnectionsDelegate: MaximumAvailableConnections(limits.connections)),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? port) },
            logger: logger)
        self.limits = limits
        changeNotifier = useCases.changeNotifier
        listenAddress = "\(host):\(port)"
    }

    /// Serves until the task is cancelled or a shutdown is requested. After a shutdown is requested, requests in flight
    /// have `limits.shutdownTimeout` to finish.
    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            let serving = ServiceGroup(configuration: .init(services: [.init(service: application)], logger: .silent))
            group.addTask { try await serve(serving) }
            group.addTask {
                try await gracefulShutdown()
                shutdown.begin()
                try await Task.sleep(for: limits.shutdownNotice)
                changeNotifier.end()
                await serving.triggerGracefulShutdown()
                await changeNotifier.flush()
                try await Task.sleep(for: limits.shutdownTimeout)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Runs the HTTP service until the task is cancelled. The service runs in a detached task, so that the program's
    /// signal to shut down doesn't reach the service directly. Instead, `run` first announces the shutdown for the time
    /// `limits.shutdownNotice`, and then ends the service.
    private func serve(_ serving: ServiceGroup) async throws {
        let task = Task.detached(priority: Task.currentPriority) { try await serving.run() }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch let error as IOError where error.preventsListening {
            throw ListeningFailure(listenAddress, error)
        }
    }
}

/// The error for a host and port on which the server can't listen.
struct ListeningFailure: Error, CustomStringConvertible {
    let description: String

    init(_ listenAddress: String, _ error: IOError) {
        let reason =
            switch error.errnoCode {
            case EADDRINUSE: "another program listens there"
            case EACCES: "the program lacks permission"
            default: "this machine has no such address"
            }
        description = "Nothing can be served at \(listenAddress), since \(reason)."
    }
}

extension IOError {
    fileprivate var preventsListening: Bool { [EADDRINUSE, EACCES, EADDRNOTAVAIL].contains(errnoCode) }
}

extension Logger {
    /// A logger that discards all lines. It is for the Hummingbird library, because the server logs its own start and
    /// end.
    fileprivate static let silent = Logger(label: "davenport") { _ in SwiftLogNoOpLogHandler() }
}

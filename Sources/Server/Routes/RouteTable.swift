import DavenportAPI
import Domain
import Hummingbird

extension AreaRoutes {
    /// The routes of all areas of the product. This is the server's only list of areas. `Contracts.all` is the list of
    /// the same areas' contracts.
    public static let all: [AreaRoutes] = [.accounts, .people, .watch, .catalogue, .class, .play, .notifications, .sync]
}

/// All routes of the server: those of the areas, of health checks, of the documentation and of the web client.
struct RouteTable {
    let router: RouterResponder<DavenportContext>
    /// The handlers of endpoints that may long-poll, by path.
    private let longPolls: [String: LongPollHandler]
    /// Turns the errors of requests into responses.
    let problems: ProblemAnswers

    /// Creates all routes of the server.
    init(
        _ dependencies: Dependencies, areas: [AreaRoutes], readiness: CheckReadiness, shutdown: ShutdownState, metrics: HTTPMetrics,
        addresses: ClientAddresses, web: WebOptions?
    ) throws {
        let contracts = areas.map(\.contract)
        let endpoints = contracts.endpoints
        let places =
            endpoints.map { Place(path: $0.path, method: $0.method) }
            + (Self.others + (web == nil ? [] : WebRoutes.patterns)).map { Place(path: $0, method: .get) }
        problems = ProblemAnswers { Self.methods(at: $0, of: places) }
        let router = Router(context: DavenportContext.self)
        router.add(middleware: problems)
        HealthRoutes(readiness: readiness, shutdown: shutdown, metrics: metrics).mount(on: router)
        DocumentRoutes(areas: contracts).mount(on: router, metrics)
        if let web {
            WebRoutes(web: web, resolveTenant: .init(dependencies), addresses: addresses, metrics: metrics).mount(on: router)
        }
        let mount = Mount(router, dependencies, addresses, areas: contracts, metrics: metrics)
        for area in areas { try area.mount(mount) }
        try mount.requireAll()
        self.router = router.buildResponder()
        longPolls = mount.longPolls
    }

    /// Returns the handler of a request to an endpoint that may long-poll; nil for any other request.
    func longPoll(_ request: Request) -> LongPollHandler? {
        guard request.method == .get else { return nil }
        let path = request.uri.path
        return longPolls[path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path]
    }

    /// The paths outside of the API that every server has. Like the paths of the web client, they accept only `GET`.
    private static let others = [HealthRoutes.live, HealthRoutes.ready, DocumentRoutes.document, DocumentRoutes.page]

    /// A path with parameters, and a method that it accepts.
    private struct Place {
        let path: String
        let method: DavenportAPI.Method

        /// The path split at its slashes. A last part `**` matches one or more parts of a request's path.
        var parts: [Substring.UTF8View] { path.utf8.split(separator: UInt8(ascii: "/")) }
        var parameterCount: Int { parts.count { Self.isParameter($0) } }

        func fits(_ wanted: [Substring.UTF8View]) -> Bool {
            let open = parts.last.map { $0.elementsEqual("**".utf8) } ?? false
            let parts = open ? parts.dropLast() : parts[...]
            return (open ? wanted.count > parts.count : wanted.count == parts.count)
                && zip(parts, wanted).allSatisfy { Self.isParameter($0) || $0.elementsEqual($1) }
        }

        private static func isParameter(_ part: Substring.UTF8View) -> Bool { part.first == UInt8(ascii: "{") }
    }

    /// Returns the methods that a path accepts. If several declared paths fit, those with the fewest parameters count,
    /// as for the router: a literal part takes precedence over a parameter.
    private static func methods(at path: String, of places: [Place]) -> [DavenportAPI.Method] {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        let fitting = places.filter { $0.fits(parts) }
        let path = fitting.min { $0.parameterCount < $1.parameterCount }?.path
        return fitting.filter { $0.path == path }.map(\.method)
    }
}

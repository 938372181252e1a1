import DavenportAPI
import Domain
import Hummingbird

extension AreaRoutes {
    /// All areas of the product. The server has no other list of them. `Contracts.all` is the list of their
    /// contracts.
    public static let all: [AreaRoutes] = [.accounts, .people, .watch, .catalogue, .class, .play, .notifications, .sync]
}

/// All routes of the server.
struct RouteTable {
    let router: RouterResponder<DavenportContext>
    /// The endpoints that may wait, by their paths.
    private let longPolls: [String: LongPollHandler]
    /// Answers requests that fail.
    let problems: ProblemAnswers

    /// - Throws: `MountError` if the areas' endpoints and the use cases don't match.
    init(
        _ dependencies: Dependencies, areas: [AreaRoutes], readiness: CheckReadiness, shutdown: ShutdownState, measures: HTTPMetrics,
        addresses: ClientAddresses
    ) throws {
        let contracts = areas.map(\.contract)
        let endpoints = contracts.endpoints
        problems = ProblemAnswers { Self.methods(at: $0, of: endpoints) }
        let router = Router(context: DavenportContext.self)
        router.add(middleware: problems)
        HealthRoutes(readiness: readiness, shutdown: shutdown, measures: measures).mount(on: router)
        DocumentRoutes(areas: contracts).mount(on: router, measures)
        let mount = Mount(router, dependencies, addresses, areas: contracts, measures: measures)
        for area in areas { try area.mount(mount) }
        try mount.requireAll()
        self.router = router.buildResponder()
        longPolls = mount.longPolls
    }

    /// Returns the handler of a request that may wait; nil for any other request.
    func longPoll(_ request: Request) -> LongPollHandler? {
        guard request.method == .get else { return nil }
        let path = request.uri.path
        return longPolls[path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path]
    }

    /// The paths outside of the API. They accept only `GET`.
    private static let others: Set = [HealthRoutes.live, HealthRoutes.ready, DocumentRoutes.document, DocumentRoutes.page]

    /// Returns the methods that a path accepts. If one endpoint has a literal part where another has a parameter, the
    /// literal one counts, as it does for the router.
    private static func methods(at path: String, of endpoints: [any EndpointDeclaration]) -> [DavenportAPI.Method] {
        if others.contains(path) { return [.get] }
        let slash = UInt8(ascii: "/")
        let parts = path.utf8.split(separator: slash)
        let fitting = endpoints.filter { endpoint in
            let wanted = endpoint.path.utf8.split(separator: slash)
            return wanted.count == parts.count
                && zip(wanted, parts).allSatisfy { $0.first == UInt8(ascii: "{") || $0.elementsEqual($1) }
        }
        let path = fitting.min { $0.pathParameters.count < $1.pathParameters.count }?.path
        return fitting.filter { $0.path == path }.map(\.method)
    }
}

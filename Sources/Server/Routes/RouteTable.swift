import DavenportAPI
import Domain
import Hummingbird

/// Everything that the server answers.
enum RouteTable {
    /// - Throws: `MountError` where the list of endpoints and the use cases don't go together.
    static func router(
        _ dependencies: Dependencies, readiness: CheckReadiness, addresses: ClientAddresses
    ) throws -> Router<DavenportContext> {
        let router = Router(context: DavenportContext.self)
        router.add(middleware: ProblemMiddleware(methods: methods))
        HealthRoutes(readiness: readiness).mount(on: router)
        try DocumentRoutes().mount(on: router)
        let mount = Mount(router, dependencies, addresses)
        try accounts(mount)
        try people(mount)
        try notifications(mount)
        try watch(mount)
        try mount.requireAll()
        return router
    }

    private static func accounts(_ mount: Mount) throws {
        try mount.tenant()
        try mount.accounts()
        try mount.members()
        try mount.avatars()
    }

    private static func people(_ mount: Mount) throws {
        try mount.invites()
        try mount.friends()
        try mount.blocks()
    }

    private static func notifications(_ mount: Mount) throws {
        try mount.devices()
        try mount.notifications()
    }

    private static func watch(_ mount: Mount) throws {
        try mount.rooms()
        try mount.comments()
        try mount.dashboard()
    }

    /// The methods that endpoints take at a path. Where one has a name in it and another a parameter, the one with the name counts, as for
    /// the router.
    private static func methods(at path: String) -> [DavenportAPI.Method] {
        let slash = UInt8(ascii: "/")
        let parts = path.utf8.split(separator: slash)
        let fitting = Endpoints.all.filter { endpoint in
            let wanted = endpoint.path.utf8.split(separator: slash)
            return wanted.count == parts.count
                && zip(wanted, parts).allSatisfy { $0.first == UInt8(ascii: "{") || $0.elementsEqual($1) }
        }
        let path = fitting.min { $0.pathParameters.count < $1.pathParameters.count }?.path
        return fitting.filter { $0.path == path }.map(\.method)
    }
}

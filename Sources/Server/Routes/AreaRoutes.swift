import DavenportAPI

/// An area's part of the server: the area's part of the API, and a use case for each of its endpoints.
public struct AreaRoutes: Sendable {
    /// The routes of all areas of the product. This is the server's only list of areas. `Contracts.all` is the list of
    /// the same areas' contracts.
    public static let all: [AreaRoutes] = [
        .accounts, .people, .moderation, .watch, .catalogue, .class, .files, .play, .integrations, .notifications, .sync,
    ]

    let contract: AreaContract
    package let mount: @Sendable (Mount) throws -> Void

    /// Creates the routes of an area.
    /// - Parameter mount: adds each endpoint of the area's contract to the router.
    package init(_ contract: AreaContract, mount: @escaping @Sendable (Mount) throws -> Void) {
        self.contract = contract
        self.mount = mount
    }
}

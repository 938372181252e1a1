import DavenportAPI

/// An area's part of the server: the area's part of the API, and a use case for each of its endpoints.
public struct AreaRoutes: Sendable {
    let contract: AreaContract
    package let mount: @Sendable (Mount) throws -> Void

    /// Creates the routes of an area.
    /// - Parameter mount: adds each endpoint of the area's contract to the router.
    package init(_ contract: AreaContract, mount: @escaping @Sendable (Mount) throws -> Void) {
        self.contract = contract
        self.mount = mount
    }
}

import DavenportAPI

/// What an area brings to the server: its part of the contract, and a use case for each of its endpoints.
public struct AreaRoutes: Sendable {
    let contract: AreaContract
    package let mount: @Sendable (Mount) throws -> Void

    /// - Parameter mount: puts each of the contract's endpoints on the router.
    package init(_ contract: AreaContract, mount: @escaping @Sendable (Mount) throws -> Void) {
        self.contract = contract
        self.mount = mount
    }
}

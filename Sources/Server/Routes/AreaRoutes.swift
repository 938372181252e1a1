import DavenportAPI

/// What an area brings to the server: its part of the contract, and a use case for each of its endpoints.
public struct AreaRoutes: Sendable {
    let contract: AreaContract
    let mount: @Sendable (Mount) throws -> Void

    /// - Parameter mount: puts each of the contract's endpoints on the router.
    init(_ contract: AreaContract, mount: @escaping @Sendable (Mount) throws -> Void) {
        self.contract = contract
        self.mount = mount
    }
}

extension UseCases {
    /// Lists the apps that use the passkeys of a community's host.
    public func listApps(_ visitor: Visitor) async throws -> [CommunityApp] {
        try await database.transaction(for: visitor, .singleRoundTrip) { try await TenantAppRepository($0).hostsAndApps().apps }
    }
}

import DavenportAPI

extension UseCases {
    /// Reads the roles among which people choose when they sign up without an invite (rule 2.21). `signUp` uses it.
    ///
    /// Returns the roles of the visitor's tenant; none if everybody gets the usual role.
    func signupRoles(for visitor: Visitor) async throws -> [Role] {
        try await database.transaction(for: visitor, .singleRoundTrip) { try await TenantRepository($0).shown().signupRoles }
    }
}

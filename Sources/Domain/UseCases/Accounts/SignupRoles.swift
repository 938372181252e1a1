import DavenportAPI

/// Reads the roles among which people choose when they sign up without an invite (rule 2.21). `SignUp` uses it.
struct SignupRoles {
    let database: Database

    /// Returns the roles of the visitor's tenant; none if everybody gets the usual role.
    func callAsFunction(for visitor: Visitor) async throws -> [Role] {
        try await database.transaction(for: visitor, .singleRoundTrip) { try await TenantRepository($0).shown().signupRoles }
    }
}

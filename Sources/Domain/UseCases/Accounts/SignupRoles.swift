import DavenportAPI

/// Reads the roles among which people choose when they sign up without an invite (rule 2.21). `ShowTenant` and `SignUp` use
/// it. A request's tenant doesn't hold them, because few requests need them.
struct SignupRoles {
    let database: Database

    /// Returns the roles of the visitor's tenant; none if everybody gets the usual role.
    func callAsFunction(for visitor: Visitor) async throws -> [Role] {
        try await database.transaction(for: visitor, .singleRoundTrip) { try await TenantRepository($0).signupRoles() }
    }
}

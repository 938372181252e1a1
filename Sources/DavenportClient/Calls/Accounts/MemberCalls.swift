import DavenportAPI

extension DavenportClient {
    /// A person, as much of them as I may see.
    public var showUser: Call<UserReference, User> { Call(self, Endpoints.showUser) }
    /// The person of a username, or nobody.
    public var findUsers: Call<UserQuery, Items<UserStub>> { Call(self, Endpoints.findUsers) }
    /// Everybody in the community, by username.
    public var listMembers: Call<PageQuery, Page<User>> { Call(self, Endpoints.listMembers) }
    /// Change somebody's role, suspend them or let them in again; only owners do so with owners and admins.
    public var changeMember: Call<MemberChange, User> { Call(self, Endpoints.changeMember) }
}

extension Call where In == UserQuery {
    /// Looks for a username, all of it, in any case.
    public func callAsFunction(username: String) async throws -> Out { try await self(In(username: username)) }
}

import DavenportAPI

extension DavenportClient {
    /// Retrieve a person, with the fields that you may see.
    public var showUser: Call<UserReference, User> { Call(self, Endpoints.showUser) }
    /// Find a person by their exact username.
    public var findUsers: Call<UserQuery, Items<UserStub>> { Call(self, Endpoints.findUsers) }
    /// List the members of the community by username: all, or those whose username has a beginning.
    public var listMembers: Call<MemberQuery, Page<User>> { Call(self, Endpoints.listMembers) }
    /// Change a member's role or suspension. Only owners may change owners and admins.
    public var changeMember: Call<MemberChange, User> { Call(self, Endpoints.changeMember) }
}

extension Call where In == MemberQuery {
    /// Lists a page of all members.
    public func callAsFunction(_ page: PageQuery) async throws -> Out { try await self(In(after: page.after, limit: page.limit)) }
}

extension Call where In == UserQuery {
    /// Finds the user with a username, which must be complete. Case doesn't matter.
    public func callAsFunction(username: String) async throws -> Out { try await self(In(username: username)) }
}

import DavenportAPI

extension UseCases {
    /// Lets admins and owners list the users of the tenant, sorted by username.
    public func listMembers(_ caller: Caller, _ input: MemberQuery) async throws -> Page<User> {
        let after = try Cursor(input.after, parts: 1)?.parts[0]
        let members = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await MemberRepository(transaction).members(beginning: input.beginning, after: after, limit: input.limit + 1)
        }
        return Page(members, limit: input.limit) { Cursor([$0.username.folded]) }
    }
}

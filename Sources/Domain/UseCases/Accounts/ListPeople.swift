import DavenportAPI

extension UseCases {
    /// Lists the users whose given and family names the caller sees because of friendship, or because an area brings
    /// them together. Admins and owners see the names of all members, but this list is of the same people as for
    /// everybody else.
    public func listPeople(_ caller: Caller, _ input: NoInput) async throws -> Items<User> {
        let people = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await MemberRepository(transaction).acquaintances(of: caller.userID)
        }
        return Items(people.map { $0.seen(entirely: caller.role.administers, withNames: true) })
    }
}

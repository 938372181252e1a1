import DavenportAPI

extension UseCases {
    /// Shows a user with the fields that the caller may see.
    ///
    /// Friends, users that an area adds to the view `name_viewers`, admins and owners see the user's given and family
    /// names. All others see only the fields of a stub. A user who blocks the caller isn't found.
    public func showUser(_ caller: Caller, _ input: UserReference) async throws -> User {
        let found = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await MemberRepository(transaction).person(input.userID, seenBy: caller.userID)
        }
        guard let found else { throw Problem(.notFound) }
        return found.user.seen(entirely: caller.role.administers, withNames: found.seesNames)
    }
}

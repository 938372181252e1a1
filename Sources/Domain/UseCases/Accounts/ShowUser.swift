import DavenportAPI

/// A person, as much of them as the caller may see: friends, whom an area adds, admins and owners see who they are, everybody else the
/// stub. Who blocks the caller is not there.
public struct ShowUser: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: UserReference) async throws -> User {
        let found = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await MemberRepository(transaction).person(input.userID, seenBy: caller.userID)
        }
        guard let found else { throw Problem(.notFound) }
        return found.user.seen(entirely: caller.role.administers, withNames: found.seesNames)
    }
}

import DavenportAPI

/// Withdraws the remaining uses of an invite that the caller made. It does nothing if no uses remain.
public struct WithdrawInvite: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: InviteReference) async throws -> NoContent {
        let known = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await InviteListRepository(transaction).withdraw(input.inviteID, of: caller.userID)
        }
        guard known else { throw Problem(.notFound) }
        return NoContent()
    }
}

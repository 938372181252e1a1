import DavenportAPI

/// Ends all sessions of the caller except the one with which the request was sent.
public struct EndOtherSessions: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            try await SessionRepository(transaction).endAll(of: caller.userID, but: caller.sessionID)
            try await transaction.audit(.otherSessionsEnded, by: .user(caller.userID))
        }
        return NoContent()
    }
}

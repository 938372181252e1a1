import DavenportAPI

/// Deletes a warning of the caller, who confirms that they have seen it.
public struct DeleteWarning: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: WarningReference) async throws -> NoContent {
        let isDeleted = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await WarningRepository(transaction).delete(input.warningID, of: caller.userID)
        }
        guard isDeleted else { throw Problem(.notFound) }
        return NoContent()
    }
}

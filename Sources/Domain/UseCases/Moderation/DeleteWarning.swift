import DavenportAPI

extension UseCases {
    /// Deletes a warning of the caller, who confirms that they have seen it.
    public func deleteWarning(_ caller: Caller, _ input: WarningReference) async throws -> NoContent {
        let isDeleted = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await WarningRepository(transaction).delete(input.warningID, of: caller.userID)
        }
        guard isDeleted else { throw Problem(.notFound) }
        return NoContent()
    }
}

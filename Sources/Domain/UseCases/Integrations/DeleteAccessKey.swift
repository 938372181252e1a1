import DavenportAPI

extension UseCases {
    /// Deletes one of the caller's keys, so that its address is 404.
    public func deleteAccessKey(_ caller: Caller, _ input: AccessKeyReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard try await AccessKeyRepository(transaction).delete(input.keyID, of: caller.userID) else { throw Problem(.notFound) }
            try await transaction.audit(.accessKeyDeleted, by: .user(caller.userID), on: input.keyID)
            return NoContent()
        }
    }
}

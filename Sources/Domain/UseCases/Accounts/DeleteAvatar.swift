import DavenportAPI
import Secrets

extension UseCases {
    /// Deletes the caller's picture. It does nothing if the caller has none.
    public func deleteAvatar(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { try await AvatarRepository($0).delete(of: caller.userID) }
        return NoContent()
    }
}

import DavenportAPI
import Secrets

/// Deletes the caller's picture. It does nothing if the caller has none.
public struct DeleteAvatar: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { try await AvatarRepository($0).delete(of: caller.userID) }
        return NoContent()
    }
}

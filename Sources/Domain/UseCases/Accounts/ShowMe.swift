import DavenportAPI

/// Shows the caller's own account.
public struct ShowMe: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Me {
        let me = try await database.transaction(for: caller, .singleRoundTrip) { try await AccountRepository($0).me(caller.userID) }
        guard let me else { throw Problem(.unauthenticated) }
        return me
    }
}

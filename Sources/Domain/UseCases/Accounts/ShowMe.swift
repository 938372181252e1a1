import DavenportAPI

/// The caller's own account.
public struct ShowMe: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Me {
        let me = try await database.roundTrip(in: caller.tenant.id) { try await AccountRepository($0).me(caller.userID) }
        guard let me else { throw Problem(.unauthenticated) }
        return me
    }
}

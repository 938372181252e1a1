import DavenportAPI
import Domain

/// What the caller has going on, a section for each group with an active room; of more rooms than it shows those last active (rules.md 7).
public struct ShowDashboard: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Dashboard {
        try await database.roundTrip(in: caller.tenant.id) { try await DashboardRepository($0).dashboard(of: caller.userID) }
    }
}

import DavenportAPI

/// What the caller has going on, a section for each group with an active room.
public struct ShowDashboard: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Dashboard {
        try await database.roundTrip(in: caller.tenant.id) { transaction in
            Dashboard(sections: try await DashboardRepository(transaction).sections(of: caller.userID))
        }
    }
}

import DavenportAPI

/// Lets admins and owners decide a report, and all other open reports of the same thing. The decision is final.
public struct ResolveReport: UseCase {
    private let database: Database
    private let things: ReportableThings?

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        things = dependencies.areas.reportableThings
    }

    public func callAsFunction(_ caller: Caller, _ input: ReportDecision) async throws -> Report {
        try await database.transaction(for: caller) { transaction in
            try await DecideReport(transaction: transaction, decider: .member(caller.userID), things: things)(input)
        }
    }
}

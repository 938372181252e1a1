import DavenportAPI

extension UseCases {
    /// Lets admins and owners decide a report, and all other open reports of the same thing. The decision is final.
    public func resolveReport(_ caller: Caller, _ input: ReportDecision) async throws -> Report {
        let report = try await database.transaction(for: caller) { transaction in
            try await DecideReport(transaction: transaction, decider: .member(caller.userID), things: areas.reportableThings)(input)
        }
        if input.actions.contains(.delete) { await deferredDeletion.erase(in: caller.tenant.id) }
        return report
    }
}

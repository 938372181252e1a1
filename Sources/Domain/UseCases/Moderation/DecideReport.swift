import DavenportAPI
import Foundation

/// Decides a report and all other open reports of the same thing, in the transaction of `resolveReport` or
/// `ResolveTenantReport`.
struct DecideReport {
    let transaction: TenantTransaction
    let decider: Decider
    let things: ReportableThings?

    /// Carries out the actions, and resolves the reports.
    /// - Returns: the resolved report.
    /// - Throws: `notFound` if the decider may not see the report; `reportResolved` if it is resolved already; `invalid`
    ///   if an action doesn't fit the report; `lastOwner` if the tenant would lose its last owner.
    func callAsFunction(_ decision: ReportDecision) async throws -> Report {
        let (decisions, standings) = (
            ReportDecisionRepository(transaction, by: decider), RoleAndSuspensionRepository(transaction)
        )
        // Ownership and people are locked before the case, as account deletion does.
        try await standings.lockOwnership()
        guard let found = try await decisions.found(decision.reportID) else { throw Problem(.notFound) }
        let people = try await standings.locked([decider.userID, found.personID].compactMap(\.self))
        if let userID = decider.userID {
            guard let mine = people[userID], !mine.suspended else { throw Problem(.unauthenticated) }
            guard mine.role.administers else { throw Problem(.forbidden) }
        }
        guard let reported = try await decisions.found(decision.reportID, locked: true) else { throw Problem(.notFound) }
        guard !reported.isResolved else { throw Problem(.reportResolved) }
        try requireFitting(decision, reported)
        try await carryOut(decision, reported, standing: reported.personID.flatMap { people[$0] })
        try await decisions.resolve(reported.id, decision.actions, text: decision.text)
        for action in decision.actions {
            try await transaction.audit(.reportResolved, by: decider.actor, on: decision.reportID, detail: action.rawValue)
        }
        try await ReportRepository(transaction).eraseOld()
        guard let report = try await ReportListRepository(transaction, for: decider).report(decision.reportID) else {
            throw Problem(.notFound)
        }
        return report
    }

    private func requireFitting(_ decision: ReportDecision, _ reported: ReportDecisionRepository.Case) throws {
        let actions = decision.actions
        if actions.contains(.delete), reported.kind == .person {
            throw Problem.invalid("actions", .notAllowed, "may hold delete only for a comment or a room")
        }
        if actions.contains(.warn) || actions.contains(.suspend), reported.personID == nil {
            throw Problem.invalid("actions", .notAllowed, "may hold neither warn nor suspend, since the account is deleted")
        }
        try ModerationRules.requireEnd(decision.until, at: transaction.now, field: "until")
    }

    private func carryOut(
        _ decision: ReportDecision, _ reported: ReportDecisionRepository.Case, standing: RoleAndSuspensionRepository.Standing?
    ) async throws {
        if decision.actions.contains(.suspend), let standing {
            try await ChangeRoleOrSuspension(transaction: transaction)(
                standing, role: nil, .suspend(until: decision.until), by: decider.actor)
        }
        let deleted = decision.actions.contains(.delete) ? try await delete(reported) : false
        guard let standing else { return }
        let warnings = WarningRepository(transaction)
        let warns = decision.actions.contains(.warn)
        if deleted { try await warnings.insert(.deleted, to: standing.userID, reason: reported.reason) }
        if warns { try await warnings.insert(.warned, to: standing.userID, reason: reported.reason, text: decision.text) }
        if deleted || warns { try await warnings.notify(standing.userID) }
    }

    /// Deletes the reported comment or room. Returns false if it is gone already.
    private func delete(_ reported: ReportDecisionRepository.Case) async throws -> Bool {
        switch reported.kind {
        case .comment: try await things?.deleteComment(transaction, reported.thingID) ?? false
        case .room: try await things?.deleteRoom(transaction, reported.thingID) ?? false
        case .person: false
        }
    }
}

import DavenportAPI
import Foundation
import Postgres

/// Reads and writes the decisions on reported things, and the notes on them.
struct ReportDecisionRepository: Sendable {
    let transaction: TenantTransaction
    let decider: Decider

    init(_ transaction: TenantTransaction, by decider: Decider) {
        (self.transaction, self.decider) = (transaction, decider)
    }

    /// A case, as the decision on one of its reports needs it.
    struct Case: Sendable {
        let id: UUID
        let kind: ReportedKind
        let thingID: UUID
        let personID: UUID?
        /// The reason of the report.
        let reason: ReportReason
        let isResolved: Bool
    }

    /// Returns the case of a report; nil if there is none that the decider may decide.
    /// - Parameter locked: whether the case's row is locked until the transaction ends.
    func found(_ reportID: UUID, locked: Bool = false) async throws -> Case? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT c.id, c.thing, c.thing_id, c.person_id, c.resolved_at IS NOT NULL AS is_resolved, r.reason
            FROM reports AS r JOIN report_cases AS c ON c.tenant_id = \(tenant) AND c.id = r.case_id
            WHERE r.tenant_id = \(tenant) AND r.id = \(reportID) AND \(fragment: decider.mayDecide(in: tenant))
            \(fragment: locked ? "FOR NO KEY UPDATE OF c" : "")
            """)
        return try rows.first.map {
            Case(
                id: try $0["id"], kind: try $0["thing"], thingID: try $0["thing_id"], personID: try $0["person_id"],
                reason: try $0["reason"], isResolved: try $0["is_resolved"])
        }
    }

    /// Stores the decision on a case whose row is locked, and cancels the notifications about it.
    func resolve(_ caseID: UUID, _ actions: [ReportAction], text: String?) async throws {
        try await transaction.query(
            """
            UPDATE report_cases
            SET actions = \(actions.map(\.rawValue)), text = \(text), resolved_by = \(decider.userID), resolved_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(caseID)
            """)
        try await NotificationRepository(transaction).cancel(.init([.reportMade, .reportDue], about: caseID))
    }

    /// Adds a note to a case.
    func insertNote(_ id: UUID, on caseID: UUID, _ text: String) async throws {
        try await transaction.query(
            """
            INSERT INTO report_notes (tenant_id, id, case_id, author_id, text, created_at)
            VALUES (\(transaction.tenantID), \(id), \(caseID), \(decider.userID), \(text), \(transaction.now))
            """)
    }
}

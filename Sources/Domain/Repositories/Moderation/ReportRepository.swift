import DavenportAPI
import Foundation
import Postgres

extension ReportReason: PostgresCodable {}
extension ReportAction: PostgresCodable {}

/// Writes reports.
struct ReportRepository: Repository {
    let transaction: TenantTransaction

    /// A report that exists already.
    struct Existing: Sendable {
        let receipt: ReportReceipt
        /// Whether the same user made that report by an equal request, so that the current request is a retry.
        let isSameRequest: Bool
    }

    /// Returns the report that has the id; nil if the id is free.
    func existing(_ reportID: UUID, by reporterID: UUID, digest: [UInt8]) async throws -> Existing? {
        let rows = try await transaction.query(
            """
            SELECT id, created_at, reporter_id IS NOT DISTINCT FROM \(reporterID) AND request_digest = \(digest) AS is_same_request
            FROM reports WHERE tenant_id = \(transaction.tenantID) AND id = \(reportID)
            """)
        return try rows.first.map { Existing(receipt: try ReportReceipt($0), isSameRequest: try $0["is_same_request"]) }
    }

    /// Returns the open report of a thing by a reporter; nil if there is none.
    /// - Parameter reporterID: the reporter; nil for the filter.
    func open(of thingID: UUID, by reporterID: UUID?) async throws -> ReportReceipt? {
        let rows = try await transaction.query(
            """
            SELECT r.id, r.created_at FROM report_cases AS c
            JOIN reports AS r ON r.tenant_id = \(transaction.tenantID) AND r.case_id = c.id
            WHERE c.tenant_id = \(transaction.tenantID) AND c.thing_id = \(thingID) AND c.resolved_at IS NULL
                AND \(fragment: reporterID.map { "r.reporter_id = \($0)" } ?? "r.by_filter")
            LIMIT 1
            """)
        return try rows.first.map(ReportReceipt.init)
    }

    /// Returns the open case of a thing, and begins it if there is none. The case's row stays locked until the transaction
    /// ends, so that no decision comes in between.
    /// - Parameter id: the id of a new case.
    func lockedCase(_ id: UUID, of thing: ReportedThing) async throws -> UUID {
        do {
            let rows = try await transaction.query(
                """
                INSERT INTO report_cases AS c (tenant_id, id, thing, thing_id, person_id, act_by)
                VALUES (\(transaction.tenantID), \(id), \(thing.kind), \(thing.id), \(thing.personID),
                    \(transaction.now + ModerationRules.decisionTime))
                ON CONFLICT (tenant_id, thing_id) WHERE resolved_at IS NULL DO UPDATE SET act_by = c.act_by
                RETURNING c.id
                """)
            guard let row = rows.first else { throw Problem(.notFound) }
            return try row["id"]
        } catch let error as PostgresError where error.constraint == "report_cases_pkey" {
            throw Problem(.idTaken)
        }
    }

    /// Inserts a report.
    /// - Parameter reporterID: the reporter; nil for the filter.
    /// - Throws: `idTaken` if a concurrent request took the id.
    func insert(
        _ id: UUID, in caseID: UUID, of thing: ReportedThing, by reporterID: UUID?, reason: ReportReason, note: String?, digest: [UInt8]
    ) async throws {
        do {
            try await transaction.query(
                """
                INSERT INTO reports (tenant_id, id, case_id, reporter_id, by_filter, reason, note, room_title, room_title_by, username,
                    request_digest, created_at)
                VALUES (\(transaction.tenantID), \(id), \(caseID), \(reporterID), \(reporterID == nil), \(reason), \(note),
                    \(thing.roomTitle), \(thing.roomTitleBy), \(thing.username), \(digest), \(transaction.now))
                """)
        } catch let error as PostgresError where error.constraint == "reports_pkey" {
            throw Problem(.idTaken)
        }
    }

    /// Writes the notifications of a new case: at once, except to the reporter, and a reminder before the decision is due.
    func notifyDeciders(of caseID: UUID, reportedBy reporterID: UUID?) async throws {
        transaction.wakeWorkers()
        let (tenant, now) = (transaction.tenantID, transaction.now)
        let due = now + ModerationRules.decisionTime - ModerationRules.reminder
        try await transaction.query(
            """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, about_id, created_at, due_at, expires_at)
            SELECT \(tenant), gen_random_uuid(), k.kind, d.user_id, \(caseID), \(now), k.due_at,
                k.due_at + \(NotificationRules.lifetime) * interval '1 second'
            FROM report_deciders AS d
            CROSS JOIN (VALUES (\(NotificationKind.reportMade)::text, \(now)::timestamptz), (\(NotificationKind.reportDue), \(due)))
                AS k (kind, due_at)
            WHERE d.tenant_id = \(tenant) AND d.case_id = \(caseID)
                AND (k.kind = \(NotificationKind.reportDue) OR d.user_id IS DISTINCT FROM \(reporterID))
            """)
    }

    /// Erases the texts of a batch of reports that were decided long ago (`ModerationRules.kept`). The statement skips
    /// locked rows.
    func eraseOld() async throws {
        try await transaction.query(eraseOldStatement)
    }

    /// The statement of `eraseOld`, for a pipeline.
    var eraseOldStatement: SQL {
        let tenant = transaction.tenantID
        return """
            WITH old AS (
                SELECT id FROM report_cases
                WHERE tenant_id = \(tenant) AND resolved_at <= \(transaction.now - ModerationRules.kept) AND NOT erased
                LIMIT \(Upkeep.batch) FOR UPDATE SKIP LOCKED
            ), cases AS (
                UPDATE report_cases AS c SET erased = true, text = NULL FROM old WHERE c.tenant_id = \(tenant) AND c.id = old.id
            ), emptied AS (
                UPDATE reports AS r SET note = NULL, room_title = NULL, room_title_by = NULL, username = NULL, request_digest = ''
                FROM old WHERE r.tenant_id = \(tenant) AND r.case_id = old.id
                RETURNING r.id
            ), evidence AS (
                UPDATE report_evidence AS e SET content = NULL, quote = NULL, author_username = NULL, pictures = NULL
                FROM emptied WHERE e.tenant_id = \(tenant) AND e.report_id = emptied.id
            )
            DELETE FROM report_notes AS n USING old WHERE n.tenant_id = \(tenant) AND n.case_id = old.id
            """
    }
}

extension ReportReceipt {
    fileprivate init(_ row: Row) throws {
        self.init(id: try row["id"], createdAt: try row["created_at"])
    }
}

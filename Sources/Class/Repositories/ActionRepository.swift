import DavenportAPI
import Domain
import Foundation
import Postgres

/// Locks an assignment, reads its state, and records actions on it.
struct ActionRepository: Sendable {
    let transaction: TenantTransaction
    private let assignmentID: UUID
    private let userID: UUID

    init(_ transaction: TenantTransaction, on assignmentID: UUID, by userID: UUID) {
        (self.transaction, self.assignmentID, self.userID) = (transaction, assignmentID, userID)
    }

    /// An entry that already has the id that a client chose for a new entry.
    struct Existing: Sendable {
        let entryID: UUID
        /// Whether an equal request created that entry, so that the current request is a retry.
        let isSameRequest: Bool
    }

    /// Locks the rows of the task and then of the assignment, and returns the assignment's current state.
    /// - Parameters:
    ///   - exclusively: whether the action may complete the assignment or undo its completion, which also changes the
    ///     task. Otherwise the task's row is locked in shared mode, so that actions on its assignments run in parallel.
    ///   - extendedTo: the new due time that an extension requests; nil for other actions.
    ///   - request: the id that the client chose for the new entry, and the digest of the request.
    /// - Returns: the assignment's state, and the entry that already has the id, if any. The result is nil if the user
    ///   may not see the assignment.
    func locked(
        exclusively: Bool, extendedTo: Date? = nil, request: (id: UUID?, digest: [UInt8]) = (nil, [])
    ) async throws -> (standing: AssignmentStanding, existing: Existing?)? {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT FROM tasks WHERE tenant_id = \(tenant) AND id = (SELECT task_id FROM assignment_cards WHERE \(fragment: mine))
            \(unsafeRaw: exclusively ? "FOR NO KEY UPDATE" : "FOR SHARE")
            """,
            lock,
            """
            SELECT side, own, state, closed, attempt, version, last_number, student_entry_count, submitted_number, opened_at, past_due,
                past_lock, max_points, task_due_at, draft_points, draft_word, draft_text,
                coalesce(
                    NOT coalesce(passed(due_at, first_submitted_at), false)
                        AND passed(greatest(task_due_at, \(extendedTo)::timestamptz), first_submitted_at), false) AS becomes_late
            FROM assignment_cards WHERE \(fragment: mine)
            """,
            """
            SELECT id, assignment_id = \(assignmentID) AND author_id IS NOT DISTINCT FROM \(userID) AND deleted_at IS NULL
                AND request_digest = \(request.digest) AS is_same_request
            FROM entries WHERE tenant_id = \(tenant) AND id = \(request.id)::uuid
            """,
        ])
        let existing = try rows[3].first.map { Existing(entryID: try $0["id"], isSameRequest: try $0["is_same_request"]) }
        return try rows[2].first.map { (try AssignmentStanding($0), existing) }
    }

    /// Locks the assignment's row but not its task's, which is enough to move a read marker.
    /// - Returns: whether the user is the student or a teacher; nil if they may not see the assignment.
    func lockedToRead() async throws -> Side? {
        let rows = try await transaction.pipeline([lock, "SELECT side FROM assignment_cards WHERE \(fragment: mine)"])
        return try rows[1].first.map { try $0["side"] }
    }

    /// Wakes the long polls of everybody who may see the assignment, once the transaction has committed.
    func touch() async throws {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT student_id AS id FROM assignments WHERE tenant_id = \(tenant) AND id = \(assignmentID)
            UNION ALL
            SELECT user_id FROM assignment_readers WHERE tenant_id = \(tenant) AND assignment_id = \(assignmentID)
            """)
        transaction.touch(try rows.map { try $0["id"] as UUID })
    }

    private var lock: SQL {
        """
        SELECT FROM assignments WHERE tenant_id = \(transaction.tenantID) AND id = (SELECT assignment_id FROM assignment_cards WHERE \(fragment: mine))
        FOR NO KEY UPDATE
        """
    }

    /// The condition for the user's row of `assignment_cards` about this assignment. There is at most one.
    private var mine: SQL {
        "tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND assignment_id = \(assignmentID)"
    }

    /// Records an action: it inserts an entry with the next number, updates the assignment, and writes notifications.
    /// - Throws: `idTaken` if a concurrent transaction inserted an entry with the same id.
    func record(
        _ effect: EntryEffect, of entry: NewEntry, id: UUID, digest: [UInt8], on standing: AssignmentStanding
    ) async throws {
        let number = standing.lastNumber + 1
        let cleared: [SQL] =
            entry.action.evaluates
            ? ["DELETE FROM drafts WHERE tenant_id = \(transaction.tenantID) AND assignment_id = \(assignmentID)"] : []
        let notified = EntryNoticeRepository(transaction, on: assignmentID, by: userID).notified(effect.effect, of: number, standing.side)
        do {
            _ = try await transaction.pipeline(
                [inserted(effect, of: entry, id: id, number: number, digest: digest, standing)] + reminded(entry)
                    + [changed(effect, entry, number)] + cleared + notified)
        } catch let error as PostgresError where error.constraint == "entries_pkey" {
            throw Problem(.idTaken)
        }
    }

    private func inserted(
        _ effect: EntryEffect, of entry: NewEntry, id: UUID, number: Int, digest: [UInt8], _ standing: AssignmentStanding
    ) -> SQL {
        let attempt: Int? = entry.action == .submit ? standing.attempt + 1 : entry.action.evaluates ? standing.attempt : nil
        let extendedTo = entry.extendedTo.applied(to: nil)
        return """
            INSERT INTO entries (tenant_id, id, assignment_id, number, action, author_id, text, attempt, points, word, extended_to,
                request_digest, created_at)
            VALUES (\(transaction.tenantID), \(id), \(assignmentID), \(number), \(entry.action), \(userID), \(effect.text), \(attempt),
                \(effect.points?.count), \(effect.word), \(extendedTo), \(digest), \(transaction.now))
            """
    }

    /// The statements that move the reminder to an extended due time. There are none unless the entry is an extension.
    private func reminded(_ entry: NewEntry) -> [SQL] {
        guard entry.action == .extend else { return [] }
        let extendedTo = entry.extendedTo.applied(to: nil)
        let dueAt: SQL = "greatest(a.task_due_at, \(extendedTo)::timestamptz)"
        return [ReminderRepository(transaction).rescheduled(where: "a.id = \(assignmentID)", dueAt: dueAt, opensAt: "a.opens_at")]
    }

    private func changed(_ effect: EntryEffect, _ entry: NewEntry, _ number: Int) -> SQL {
        var changes: SQL = "state = \(effect.state), version = version + \(entry.action == .message ? 0 : 1)"
        switch entry.action {
        case .submit: changes = "\(fragment: changes), \(fragment: submitted(number))"
        case .takeBack: changes = "\(fragment: changes), \(fragment: takenBack)"
        case .extend: changes = "\(fragment: changes), extended_to = \(entry.extendedTo.applied(to: nil))"
        case .return, .complete, .evaluate:
            guard effect.isEvaluation else { break }
            changes = """
                \(fragment: changes), evaluation_number = \(number), evaluation_points = \(effect.points?.count),
                    evaluation_word = \(effect.word)
                """
        default: break
        }
        return "UPDATE assignments AS a SET \(fragment: changes) WHERE tenant_id = \(transaction.tenantID) AND id = \(assignmentID)"
    }

    private func submitted(_ number: Int) -> SQL {
        """
        attempt = attempt + 1, first_submitted_at = coalesce(first_submitted_at, \(transaction.now)), submitted_at = \(transaction.now),
            submitted_number = \(number), opened_at = NULL
        """
    }

    /// The SET clauses that take back the last attempt, so that the previous attempt becomes the last one again.
    ///
    /// An attempt's number is used again after the attempt is taken back. So several entries may have submitted the
    /// previous attempt, and the latest of them counts.
    private var takenBack: SQL {
        """
        attempt = attempt - 1, first_submitted_at = CASE WHEN attempt > 1 THEN first_submitted_at END, opened_at = NULL,
            (submitted_number, submitted_at) = (
                SELECT e.number, e.created_at FROM entries AS e
                WHERE e.tenant_id = \(transaction.tenantID) AND e.assignment_id = a.id AND e.action = 'submit' AND e.attempt = a.attempt - 1
                ORDER BY e.number DESC LIMIT 1)
        """
    }

    /// Saves the draft evaluation of an assignment whose row is locked, or deletes it if the new draft is empty. Saving
    /// the draft for a submitted attempt marks the attempt as opened, so that the student can't take it back any more.
    func setDraft(_ draft: NewDraft) async throws {
        let (tenant, isEmpty) = (transaction.tenantID, draft.points == nil && draft.word == nil && draft.text == nil)
        let written: SQL =
            isEmpty
            ? "DELETE FROM drafts WHERE tenant_id = \(tenant) AND assignment_id = \(assignmentID)"
            : """
            INSERT INTO drafts (tenant_id, assignment_id, author_id, points, word, text)
            VALUES (\(tenant), \(assignmentID), \(userID), \(draft.points?.count), \(draft.word), \(draft.text))
            ON CONFLICT (tenant_id, assignment_id) DO UPDATE
            SET author_id = excluded.author_id, points = excluded.points, word = excluded.word, text = excluded.text
            """
        _ = try await transaction.pipeline([
            written,
            """
            UPDATE assignments SET version = version + 1,
                opened_at = CASE WHEN state = 'submitted' AND NOT \(isEmpty) THEN coalesce(opened_at, \(transaction.now)) ELSE opened_at END
            WHERE tenant_id = \(tenant) AND id = \(assignmentID)
            """,
        ])
    }
}

extension AssignmentStanding {
    fileprivate init(_ row: Row) throws {
        let openedAt: Date? = try row["opened_at"]
        self.init(
            side: try row["side"], isOwn: try row["own"], state: try row["state"], isClosed: try row["closed"], attempt: try row["attempt"],
            version: try row["version"], lastNumber: try row["last_number"], studentEntryCount: try row["student_entry_count"],
            submittedNumber: try row["submitted_number"], isOpened: openedAt != nil, isPastDue: try row["past_due"],
            isPastLock: try row["past_lock"], maxPoints: try row.hundredths("max_points"), taskDueAt: try row["task_due_at"],
            draft: Draft(points: try row.hundredths("draft_points"), word: try row["draft_word"], text: try row["draft_text"]),
            becomesLate: try row["becomes_late"])
    }
}

import DavenportAPI
import Domain
import Foundation
import Postgres

/// Who teaches whom.
struct StudentRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// A row of a list of students.
    struct Listed: Sendable {
        let userID: UUID
        let email: String?
        let since: Date?
    }

    /// A teacher's students by username.
    /// - Parameter after: the folded username behind which to go on.
    func mine(_ teacherID: UUID, after: String?, limit: Int) async throws -> [Listed] {
        let beyond: SQL = after.map { "AND u.username_key > \($0)" } ?? ""
        let rows = try await transaction.query(
            """
            SELECT u.id, u.email, s.since FROM students AS s
            JOIN users AS u ON u.tenant_id = s.tenant_id AND u.id = s.student_id
            WHERE s.tenant_id = \(transaction.tenantID) AND s.teacher_id = \(teacherID) \(fragment: beyond)
            ORDER BY u.username_key LIMIT \(limit)
            """)
        return try rows.map(Listed.init)
    }

    /// The students whom a teacher could add, by username.
    func others(_ teacherID: UUID, after: String?, limit: Int) async throws -> [Listed] {
        let beyond: SQL = after.map { "AND u.username_key > \($0)" } ?? ""
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT u.id, NULL::text AS email, NULL::timestamptz AS since FROM users AS u
            WHERE u.tenant_id = \(tenant) AND u.role = 'student' AND u.suspended_at IS NULL AND u.id <> \(teacherID) \(fragment: beyond)
                AND NOT EXISTS (
                    SELECT FROM students AS s WHERE s.tenant_id = \(tenant) AND s.teacher_id = \(teacherID) AND s.student_id = u.id)
                AND NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id, b.blocked_id) IN ((\(teacherID), u.id), (u.id, \(teacherID))))
            ORDER BY u.username_key LIMIT \(limit)
            """)
        return try rows.map(Listed.init)
    }

    /// One of a teacher's students; nil where they are none.
    func student(_ studentID: UUID, of teacherID: UUID) async throws -> Listed? {
        let rows = try await transaction.query(
            """
            SELECT u.id, u.email, s.since FROM students AS s
            JOIN users AS u ON u.tenant_id = s.tenant_id AND u.id = s.student_id
            WHERE s.tenant_id = \(transaction.tenantID) AND s.teacher_id = \(teacherID) AND s.student_id = \(studentID)
            """)
        return try rows.first.map(Listed.init)
    }

    /// Somebody's teachers by username.
    func teachers(of studentID: UUID) async throws -> [UUID] {
        let rows = try await transaction.query(
            """
            SELECT u.id FROM students AS s JOIN users AS u ON u.tenant_id = s.tenant_id AND u.id = s.teacher_id
            WHERE s.tenant_id = \(transaction.tenantID) AND s.student_id = \(studentID) ORDER BY u.username_key
            """)
        return try rows.map { try $0["id"] }
    }

    /// Whether somebody and one of these people block each other.
    func block(between userID: UUID, and people: [UUID]) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM blocks WHERE tenant_id = \(transaction.tenantID)
                AND (blocker_id = \(userID) AND blocked_id = ANY (\(people)::uuid[])
                    OR blocked_id = \(userID) AND blocker_id = ANY (\(people)::uuid[]))
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// Makes whatever adds to a teacher's students happen one after the other, until the transaction ends. People are locked before it.
    func counted(_ teacherID: UUID) -> SQL {
        "SELECT pg_advisory_xact_lock(hashtextextended(\("students of \(teacherID.lowercased) in \(transaction.tenantID)")::text, 0))"
    }

    /// How many students a teacher has; nobody adds one until the transaction ends.
    func count(_ teacherID: UUID) async throws -> Int {
        let rows = try await transaction.pipeline([
            counted(teacherID),
            "SELECT count(*) AS count FROM students WHERE tenant_id = \(transaction.tenantID) AND teacher_id = \(teacherID)",
        ])
        return try rows[1].first?["count"] ?? 0
    }

    /// Adds a student, and opens again what removing them has closed.
    func add(_ studentID: UUID, to teacherID: UUID) async throws {
        _ = try await transaction.pipeline(
            [
                """
                INSERT INTO students (tenant_id, teacher_id, student_id, since)
                VALUES (\(transaction.tenantID), \(teacherID), \(studentID), \(transaction.now))
                """
            ] + setting(removed: false, of: studentID, hostedBy: teacherID))
    }

    /// Takes a student away from a teacher, and closes what they have of the tasks that the teacher hosts.
    /// - Returns: whether they were one.
    func remove(_ studentID: UUID, from teacherID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            DELETE FROM students
            WHERE tenant_id = \(transaction.tenantID) AND teacher_id = \(teacherID) AND student_id = \(studentID)
            """)
        guard rows.affected > 0 else { return false }
        _ = try await transaction.pipeline(setting(removed: true, of: studentID, hostedBy: teacherID))
        return true
    }

    /// The tasks are locked first, in the order of their ids.
    private func setting(removed: Bool, of studentID: UUID, hostedBy teacherID: UUID) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            """
            SELECT FROM tasks WHERE tenant_id = \(tenant) AND host_id = \(teacherID) AND id IN (
                SELECT task_id FROM assignments WHERE tenant_id = \(tenant) AND student_id = \(studentID) AND removed <> \(removed))
            ORDER BY id FOR NO KEY UPDATE
            """,
            """
            UPDATE assignments AS a SET removed = \(removed) FROM tasks AS t
            WHERE a.tenant_id = \(tenant) AND a.student_id = \(studentID) AND a.removed <> \(removed)
                AND t.tenant_id = \(tenant) AND t.id = a.task_id AND t.host_id = \(teacherID)
            """,
        ]
    }
}

extension StudentRepository.Listed {
    init(_ row: Row) throws {
        self.init(userID: try row["id"], email: try row["email"], since: try row["since"])
    }
}

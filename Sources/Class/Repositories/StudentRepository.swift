import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores which students belong to which teachers.
struct StudentRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the query for one page of a teacher's students, sorted by username.
    /// - Parameter after: the case-folded username of the last student of the previous page; nil for the first page.
    func mine(_ teacherID: UUID, after: String?, limit: Int) -> SQL {
        """
        \(fragment: ofTeacher(teacherID))
        \(fragment: Self.byUsername.page(after: after.map { ["\($0)"] }, limit: limit))
        """
    }

    /// Returns the query for a teacher's students. A teacher who chose the role at sign-up sees no e-mail addresses.
    private func ofTeacher(_ teacherID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            SELECT u.id, CASE WHEN NOT t.chose_role THEN u.email END AS email, s.since FROM students AS s
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = s.student_id
            JOIN users AS t ON t.tenant_id = \(tenant) AND t.id = s.teacher_id
            WHERE s.tenant_id = \(tenant) AND s.teacher_id = \(teacherID)
            """
    }

    /// Returns the query for one page of the students that a teacher could still add, sorted by username. A teacher who
    /// chose the role at sign-up could add only friends.
    /// - Parameter after: the case-folded username of the last student of the previous page; nil for the first page.
    func others(_ teacherID: UUID, after: String?, limit: Int) -> SQL {
        let tenant = transaction.tenantID
        return """
            SELECT u.id, NULL::text AS email, NULL::timestamptz AS since FROM users AS u
            WHERE u.tenant_id = \(tenant) AND u.role = 'student' AND u.suspended_at IS NULL AND u.id <> \(teacherID)
                AND NOT EXISTS (
                    SELECT FROM students AS s WHERE s.tenant_id = \(tenant) AND s.teacher_id = \(teacherID) AND s.student_id = u.id)
                AND NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id, b.blocked_id) IN ((\(teacherID), u.id), (u.id, \(teacherID))))
                AND ((SELECT NOT t.chose_role FROM users AS t WHERE t.tenant_id = \(tenant) AND t.id = \(teacherID)) OR EXISTS (
                    SELECT FROM friendships AS f WHERE f.tenant_id = \(tenant) AND f.user_id = \(teacherID) AND f.friend_id = u.id))
            \(fragment: Self.byUsername.page(after: after.map { ["\($0)"] }, limit: limit))
            """
    }

    private static let byUsername = ListOrder("u.username_key")

    /// Runs a query for students, and returns each student with the fields that the caller may see. It takes one round
    /// trip.
    /// - Parameter list: the query that `mine` or `others` returned.
    func students(_ list: SQL, seenBy caller: Caller) async throws -> [Student] {
        let ids: SQL = "ARRAY(SELECT l.id FROM (\(fragment: list)) AS l)"
        let rows = try await transaction.pipeline([list, MemberRepository(transaction).people(in: ids, seenBy: caller.userID)])
        let people = try MemberRepository.people(rows[1], seesAll: caller.role.administers)
        return try rows[0].compactMap { try Student($0, people) }
    }

    /// Returns one of the caller's students; nil if the user isn't the caller's student.
    func student(_ studentID: UUID, of caller: Caller) async throws -> Student? {
        try await students(
            "\(fragment: ofTeacher(caller.userID)) AND s.student_id = \(studentID)", seenBy: caller
        ).first
    }

    /// Returns the teachers whose student the caller is, sorted by username. Each has the fields that the caller may
    /// see.
    func teachers(of caller: Caller) async throws -> [User] {
        let list: SQL = """
            SELECT u.id FROM students AS s
            JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = s.teacher_id
            WHERE s.tenant_id = \(transaction.tenantID) AND s.student_id = \(caller.userID) ORDER BY u.username_key
            """
        let people = MemberRepository(transaction).people(in: "ARRAY(\(fragment: list))", seenBy: caller.userID)
        let rows = try await transaction.pipeline([list, people])
        let seen = try MemberRepository.people(rows[1], seesAll: caller.role.administers)
        return try rows[0].compactMap { row in
            let id: UUID = try row["id"]
            return seen[id]
        }
    }

    /// Returns whether the user blocks one of these people or one of them blocks the user.
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

    /// Returns whether two users are friends.
    func areFriends(_ userID: UUID, _ other: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM friendships WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND friend_id = \(other)
            """)
        return !rows.isEmpty
    }

    /// Returns the statement that locks a teacher's count of students until the transaction ends. To avoid deadlocks,
    /// lock the users first.
    func counted(_ teacherID: UUID) -> SQL {
        "SELECT pg_advisory_xact_lock(hashtextextended(\("students of \(teacherID.lowercased) in \(transaction.tenantID)")::text, 0))"
    }

    /// Locks and returns a teacher's count of students. No other transaction adds a student to this teacher until this
    /// one ends.
    func count(_ teacherID: UUID) async throws -> Int {
        let rows = try await transaction.pipeline([
            counted(teacherID),
            "SELECT count(*) AS count FROM students WHERE tenant_id = \(transaction.tenantID) AND teacher_id = \(teacherID)",
        ])
        return try rows[1].first?["count"] ?? 0
    }

    /// Adds a student to a teacher's students. Assignments that were closed when the student was removed open again.
    func add(_ studentID: UUID, to teacherID: UUID) async throws {
        _ = try await transaction.pipeline(
            [
                """
                INSERT INTO students (tenant_id, teacher_id, student_id, since)
                VALUES (\(transaction.tenantID), \(teacherID), \(studentID), \(transaction.now))
                """
            ] + setting(removed: false, of: studentID, hostedBy: teacherID))
    }

    /// Removes a student from a teacher's students, and closes the student's assignments of tasks that the teacher
    /// hosts.
    /// - Returns: false if the user wasn't the teacher's student.
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

    /// Returns the statements that close the student's assignments of the teacher's tasks, or open them again. The
    /// statements lock the tasks first, in the order of the ids.
    private func setting(removed: Bool, of studentID: UUID, hostedBy teacherID: UUID) -> [SQL] {
        let tenant = transaction.tenantID
        transaction.touch([studentID, teacherID])
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

extension Student {
    fileprivate init?(_ row: Row, _ people: UsersByID) throws {
        guard let user = people[try row["id"]] else { return nil }
        self.init(user: user, email: try row["email"], since: try row["since"])
    }
}

import DavenportAPI
import Domain
import Foundation
import Postgres

/// Creates, changes, assigns and deletes tasks, and changes their teachers.
struct TaskChangeRepository: Repository {
    let transaction: TenantTransaction

    /// A task that already has the id that a client chose for a new task.
    struct Existing: Sendable {
        let createdBy: UUID?
        let digest: [UInt8]
    }

    /// Returns the task that has the id, even if that task was deleted; nil if no task has it.
    func existing(_ taskID: UUID) async throws -> Existing? {
        let rows = try await transaction.query(
            """
            SELECT created_by, request_digest FROM tasks WHERE tenant_id = \(transaction.tenantID) AND id = \(taskID)
            UNION ALL
            SELECT NULL, NULL FROM deleted_tasks WHERE tenant_id = \(transaction.tenantID) AND id = \(taskID)
            """)
        return try rows.first.map { row in
            let digest: [UInt8]? = try row["request_digest"]
            return Existing(createdBy: try row["created_by"], digest: digest ?? [])
        }
    }

    /// Inserts a task. The task's creator is its host and only teacher.
    /// - Throws: `idTaken` if a concurrent request took the id.
    func insert(_ taskID: UUID, _ task: NewTask, by userID: UUID, digest: [UInt8]) async throws {
        let (tenant, now) = (transaction.tenantID, transaction.now)
        do {
            _ = try await transaction.pipeline([
                """
                INSERT INTO tasks (tenant_id, id, host_id, title, title_key, description, priority, tags, tag_keys, max_points, opens_at,
                    due_at, locks_at, created_by, request_digest, created_at)
                VALUES (\(tenant), \(taskID), \(userID), \(task.title), \(task.title.folded), \(task.description), \(task.priority),
                    \(task.tags), \(task.tags.map(\.folded)), \(task.maxPoints?.count), \(task.opensAt), \(task.dueAt), \(task.locksAt),
                    \(userID), \(digest), \(now))
                """,
                "INSERT INTO task_teachers (tenant_id, task_id, user_id, since) VALUES (\(tenant), \(taskID), \(userID), \(now))",
            ])
        } catch let error as PostgresError where error.constraint == "tasks_pkey" {
            throw Problem(.idTaken)
        }
    }

    /// A task whose row is locked until the transaction ends.
    struct Locked: Sendable {
        /// Whether the user is the task's host: the teacher who may change it.
        let isHost: Bool
        let teacherIDs: [UUID]
        let studentIDs: [UUID]
        /// The task's current fields. Its list of students is empty.
        let task: NewTask
        /// Whether the task has opened and has at least one student.
        let isOpen: Bool
        let isEvaluated: Bool
        /// Whether a student has worked on the task, or a teacher has evaluated a student.
        let hasWork: Bool
    }

    /// Locks the row of a task for a change by one of its teachers. Returns nil if there is no such task or the user
    /// doesn't teach it.
    func locked(_ taskID: UUID, for userID: UUID) async throws -> Locked? {
        let tenant = transaction.tenantID
        let teaches: SQL = """
            EXISTS (SELECT FROM task_teachers AS m WHERE m.tenant_id = \(tenant) AND m.task_id = \(taskID) AND m.user_id = \(userID))
            """
        let rows = try await transaction.pipeline([
            "SELECT FROM tasks WHERE tenant_id = \(tenant) AND id = \(taskID) AND \(fragment: teaches) FOR NO KEY UPDATE",
            """
            SELECT t.*, coalesce(t.host_id = \(userID), false) AS is_host,
                ARRAY(SELECT id FROM files WHERE tenant_id = \(tenant) AND task_id = \(taskID) ORDER BY position, id) AS file_ids,
                ARRAY(SELECT student_id FROM assignments WHERE tenant_id = \(tenant) AND task_id = \(taskID)) AS student_ids,
                coalesce(t.opens_at <= \(transaction.now), true) AS has_opened,
                EXISTS (
                    SELECT FROM assignments AS a LEFT JOIN drafts AS d ON d.tenant_id = \(tenant) AND d.assignment_id = a.id
                    WHERE a.tenant_id = \(tenant) AND a.task_id = \(taskID)
                        AND (a.evaluation_number IS NOT NULL OR d.assignment_id IS NOT NULL)) AS is_evaluated,
                \(fragment: TaskRepository.work(tenant)) AS has_work
            FROM tasks AS t WHERE t.tenant_id = \(tenant) AND t.id = \(taskID) AND \(fragment: teaches)
            """,
        ])
        guard let locked = try rows[1].first.map({ try Locked($0) }) else { return nil }
        transaction.touch(locked.teacherIDs + locked.studentIDs)
        return locked
    }

    /// Returns whether the new due time would turn a submission that is on time into a late one.
    func becomesLate(_ taskID: UUID, dueAt: Date?) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM assignments WHERE tenant_id = \(transaction.tenantID) AND task_id = \(taskID)
                AND NOT coalesce(passed(due_at, first_submitted_at), false)
                AND passed(greatest(\(dueAt)::timestamptz, extended_to), first_submitted_at)
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// Moves the pending notifications of a task to its new opening and due times. The transaction must have locked the
    /// task's row. Call this before the new times are written.
    func reschedule(_ taskID: UUID, _ times: TaskTimes) async throws {
        _ = try await transaction.pipeline([
            AssigningNoticeRepository(transaction).rescheduled(taskID, opensAt: times.opensAt),
            ReminderRepository(transaction).rescheduled(
                where: "a.task_id = \(taskID)", dueAt: "greatest(a.extended_to, \(times.dueAt)::timestamptz)",
                opensAt: "\(times.opensAt)::timestamptz"),
        ])
    }

    /// Writes the new fields of a task whose row is locked.
    /// - Parameters:
    ///   - isEdited: whether to set the task's time of editing to now.
    ///   - closed: whether the task is closed from now on; nil changes nothing.
    func update(_ taskID: UUID, _ task: NewTask, isEdited: Bool, closed: Bool?) async throws {
        try await transaction.query(
            """
            UPDATE tasks SET title = \(task.title), title_key = \(task.title.folded), description = \(task.description),
                priority = \(task.priority), tags = \(task.tags), tag_keys = \(task.tags.map(\.folded)),
                max_points = \(task.maxPoints?.count), opens_at = \(task.opensAt), due_at = \(task.dueAt), locks_at = \(task.locksAt),
                closed = coalesce(\(closed), closed), edited_at = CASE WHEN \(isEdited) THEN \(transaction.now) ELSE edited_at END
            WHERE tenant_id = \(transaction.tenantID) AND id = \(taskID)
            """)
    }

    func delete(_ taskID: UUID) async throws {
        try await transaction.query("DELETE FROM tasks WHERE tenant_id = \(transaction.tenantID) AND id = \(taskID)")
    }

    /// Returns which of these students a host may assign a task to. A student must be one of the host's students, and
    /// there may be no block between the student and any teacher of the task.
    func assignable(_ studentIDs: [UUID], by hostID: UUID, teachers: [UUID]) async throws -> Set<UUID> {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT u.id FROM students AS s
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = s.student_id AND u.role = 'student'
            WHERE s.tenant_id = \(tenant) AND s.teacher_id = \(hostID) AND s.student_id = ANY (\(studentIDs)::uuid[])
                AND u.id <> ALL (\(teachers)::uuid[]) AND NOT EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id = u.id AND b.blocked_id = ANY (\(teachers)::uuid[])
                            OR b.blocked_id = u.id AND b.blocker_id = ANY (\(teachers)::uuid[])))
            """)
        return Set(try rows.map { try $0["id"] })
    }

    /// Creates one assignment of a task for each of these students, and writes notifications and reminders of the new
    /// assignments. The task's row must be locked, and the students must not have the task yet.
    func assign(_ taskID: UUID, to studentIDs: [UUID], by hostID: UUID) async throws {
        let ids = studentIDs.map { _ in UUID.version7(at: transaction.now) }
        transaction.touch([hostID] + studentIDs)
        _ = try await transaction.pipeline([
            """
            INSERT INTO assignments (tenant_id, id, task_id, student_id, created_at, last_activity_at)
            SELECT \(transaction.tenantID), id, \(taskID), student_id, \(transaction.now), \(transaction.now)
            FROM unnest(\(ids)::uuid[], \(studentIDs)::uuid[]) AS made (id, student_id)
            """,
            AssigningNoticeRepository(transaction).notified(of: ids, by: hostID),
            ReminderRepository(transaction).rescheduled(
                where: "a.id = ANY (\(ids)::uuid[])", dueAt: "a.due_at", opensAt: "a.opens_at"),
        ])
    }

    /// Withdraws a task, whose row must be locked, from a student. The student's assignment is deleted.
    /// - Returns: nil if the student doesn't have the task; false if the assignment stays, because the student has
    ///   worked on it or was evaluated.
    func withdraw(_ studentID: UUID, from taskID: UUID) async throws -> Bool? {
        let assignment: SQL = "tenant_id = \(transaction.tenantID) AND task_id = \(taskID) AND student_id = \(studentID)"
        let rows = try await transaction.pipeline([
            "SELECT FROM assignments WHERE \(fragment: assignment) FOR UPDATE",
            "DELETE FROM assignments WHERE \(fragment: assignment) AND student_entry_count = 0 AND evaluation_number IS NULL",
        ])
        return rows[0].isEmpty ? nil : rows[1].affected > 0
    }

    func addTeacher(_ userID: UUID, to taskID: UUID) async throws {
        transaction.touch([userID])
        try await transaction.query(
            """
            INSERT INTO task_teachers (tenant_id, task_id, user_id, since)
            VALUES (\(transaction.tenantID), \(taskID), \(userID), \(transaction.now))
            """)
    }

    func removeTeacher(_ userID: UUID, from taskID: UUID) async throws {
        try await transaction.query(
            "DELETE FROM task_teachers WHERE tenant_id = \(transaction.tenantID) AND task_id = \(taskID) AND user_id = \(userID)")
    }
}

extension TaskChangeRepository.Locked {
    fileprivate init(_ row: Row) throws {
        let studentIDs: [UUID] = try row["student_ids"]
        let hasOpened: Bool = try row["has_opened"]
        self.init(
            isHost: try row["is_host"], teacherIDs: try row["teacher_ids"], studentIDs: studentIDs,
            task: NewTask(
                title: try row["title"], description: try row["description"], priority: try row["priority"], tags: try row["tags"],
                maxPoints: try row.hundredths("max_points"), opensAt: try row["opens_at"], dueAt: try row["due_at"],
                locksAt: try row["locks_at"], fileIDs: try row["file_ids"]),
            isOpen: hasOpened && !studentIDs.isEmpty, isEvaluated: try row["is_evaluated"], hasWork: try row["has_work"])
    }
}

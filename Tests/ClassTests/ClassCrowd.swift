import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

/// A teacher with a realistic number of tasks and students for a board or a list.
struct ClassCrowd {
    let server: TestServer
    let teacher: Person

    /// Adds teachers with 40 tasks each that nobody is assigned, so that the planner doesn't expect all tasks to belong
    /// to one teacher.
    func addOtherTeachers(_ count: Int) async throws {
        try await inside(
            """
            WITH people AS (
                INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color, birthday)
                SELECT \(server.tenant.id), gen_random_uuid(), 't' || i || '@example.org', 't' || i || '@example.org', 't' || i, 't' || i, '-',
                    'teacher', '#000000', '1980-01-01'
                FROM generate_series(1, \(count)::int) AS i
                RETURNING tenant_id, id
            ), made AS (
                INSERT INTO tasks (tenant_id, id, host_id, title, title_key, priority, tags, tag_keys, created_by, request_digest)
                SELECT tenant_id, gen_random_uuid(), id, 'theirs', 'theirs', 'none', '{}', '{}', id, ''
                FROM people, generate_series(1, 40)
                RETURNING tenant_id, id, host_id
            )
            INSERT INTO task_teachers (tenant_id, task_id, user_id) SELECT tenant_id, id, host_id FROM made
            """)
    }

    func addStudents(_ count: Int) async throws {
        try await inside(
            """
            INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, identity_color)
            SELECT \(server.tenant.id), gen_random_uuid(), 'c' || i || '@example.org', 'c' || i || '@example.org', 'c' || i, 'c' || i, '-',
                'student', '#000000'
            FROM generate_series(1, \(count)::int) AS i
            """)
    }

    /// Adds tasks for some students, one task after the other. In active tasks each student writes an entry that nobody
    /// reads. Archived tasks were completed eight days ago.
    /// - Parameter student: another student who is assigned the tasks.
    func addTasks(_ count: Int, students: Int, and student: Person? = nil, isArchived: Bool = false) async throws {
        let (tenant, past) = (server.tenant.id, isArchived ? 8 * 86_400.0 : 0)
        server.clock.advance(by: -past)
        try await inside(
            """
            WITH made AS (
                INSERT INTO tasks (tenant_id, id, host_id, title, title_key, priority, tags, tag_keys, max_points, due_at, created_by,
                    request_digest)
                SELECT \(tenant), gen_random_uuid(), \(teacher.id), 'crowd', 'crowd', 'none', '{}', '{}', 1000,
                    app_now() + i * interval '1 hour', \(teacher.id), ''
                FROM generate_series(1, \(count)::int) AS i
                RETURNING tenant_id, id, host_id
            )
            INSERT INTO task_teachers (tenant_id, task_id, user_id) SELECT tenant_id, id, host_id FROM made
            """)
        try await inside(
            """
            INSERT INTO assignments (tenant_id, id, task_id, student_id, state)
            SELECT t.tenant_id, gen_random_uuid(), t.id, u.id, \(isArchived ? AssignmentState.done : .todo) FROM tasks AS t
            JOIN users AS u ON u.tenant_id = t.tenant_id AND (u.id = \(student?.id)
                OR CASE WHEN u.username ~ '^c[0-9]+$' THEN substr(u.username, 2)::int <= \(students) END)
            WHERE t.title = 'crowd' AND NOT EXISTS (SELECT FROM assignments AS a WHERE a.tenant_id = t.tenant_id AND a.task_id = t.id)
            ORDER BY t.id, u.id
            """)
        for student in isArchived ? [] : Array(1...students) {
            try await inside(
                """
                INSERT INTO entries (tenant_id, id, assignment_id, number, action, author_id, text, request_digest)
                SELECT a.tenant_id, gen_random_uuid(), a.id, 1, 'message', a.student_id, 'hello', '' FROM assignments AS a
                JOIN users AS u ON u.tenant_id = a.tenant_id AND u.id = a.student_id AND u.username = \("c\(student)")
                """)
        }
        server.clock.advance(by: past)
        // Bulk updates leave free space between rows. CLUSTER packs the rows as if they had been updated one by one.
        try await server.rows("CLUSTER tasks USING tasks_pkey")
        try await server.rows("CLUSTER assignments USING assignments_student_unique")
        try await server.rows("CLUSTER assignment_readers USING assignment_readers_task")
        // Vacuum here, so that the pages read don't depend on whether autovacuum has run.
        for table in ["tasks", "task_teachers", "assignments", "assignment_readers", "entries", "users"] {
            try await server.rows("VACUUM (ANALYZE) \(unsafeRaw: table)")
        }
    }

    private func inside(_ statement: SQL) async throws {
        try await server.inside { statement }
    }

    /// Returns the cost of the board's two statements: its tasks and its cells.
    func costOfBoard() async throws -> (tasks: StatementCost, cells: StatementCost) {
        let ids = try await server.as(teacher).showBoard(PageQuery()).tasks.map(\.id)
        return try await looking(as: teacher) { caller, transaction in
            let tasks = TaskRepository(transaction, seenBy: caller).statement(of: .onBoard(after: nil, limit: PageQuery.usual + 1))
            let cells = BoardRepository(transaction, seenBy: caller).statement(of: ids)
            return (try await transaction.cost(of: tasks), try await transaction.cost(of: cells))
        }
    }

    /// Returns the cost of reading the colleagues and students on the board, with the names that the teacher sees.
    func costOfPeople() async throws -> StatementCost {
        try await looking(as: teacher) { caller, transaction in
            let ids: SQL = """
                ARRAY(SELECT id FROM users WHERE tenant_id = \(caller.tenant.id) AND username ~ '^[ct][0-9]$')
                """
            return try await transaction.cost(of: MemberRepository(transaction).people(in: ids, seenBy: caller.userID))
        }
    }

    /// Returns the cost of the statement that reads a student's list.
    func costOfList(_ student: Person) async throws -> StatementCost {
        try await looking(as: student) { caller, transaction in
            let list = AssignmentRepository(transaction, seenBy: caller)
            return try await transaction.cost(of: list.statement(of: .init(view: .own, archived: false, after: nil, limit: 101)))
        }
    }

    private func looking<Result: Sendable>(
        as person: Person, _ body: @escaping @Sendable (Caller, TenantTransaction) async throws -> Result
    ) async throws -> Result {
        let caller = try await server.serving().authenticate(token: person.token)
        return try await Database(pool: server.database.app, clock: server.clock.wall).transaction(in: server.tenant.id) {
            try await body(caller, $0)
        }
    }
}

import DavenportAPI
import Domain
import Foundation
import Postgres

/// Erases what a user did as a student or teacher when their account is deleted.
enum ClassErasure {
    /// Returns the statements that delete or anonymise what the user did as a student and as a teacher.
    ///
    /// A student's assignments are deleted together with all their entries, and so are the tasks that the user made for
    /// themselves. A teacher's entries stay without an author, and the longest-standing other teacher of a task becomes
    /// its host. A task without teachers is deleted if no student has worked on it; otherwise it is closed for good.
    ///
    /// All tasks that the user took part in are locked first, in the order of their ids, even those that the user no
    /// longer teaches. Files come last: their statements lock the tenant's count of stored bytes, for which every
    /// upload waits.
    static func statements(_ transaction: TenantTransaction, _ accountErasure: AccountErasure) -> [SQL] {
        let (tenant, userID) = (transaction.tenantID, accountErasure.userID)
        let tasks: SQL = """
            SELECT task_id FROM task_teachers WHERE tenant_id = \(tenant) AND user_id = \(userID)
            UNION SELECT task_id FROM assignments WHERE tenant_id = \(tenant) AND student_id = \(userID)
            UNION SELECT a.task_id FROM entries AS e JOIN assignments AS a ON a.tenant_id = \(tenant) AND a.id = e.assignment_id
                WHERE e.tenant_id = \(tenant) AND e.author_id = \(userID)
            UNION SELECT a.task_id FROM drafts AS d JOIN assignments AS a ON a.tenant_id = \(tenant) AND a.id = d.assignment_id
                WHERE d.tenant_id = \(tenant) AND d.author_id = \(userID)
            """
        return [
            "SELECT FROM tasks WHERE tenant_id = \(tenant) AND id IN (\(fragment: tasks)) ORDER BY id FOR NO KEY UPDATE",
            "UPDATE tasks SET request_digest = '' WHERE tenant_id = \(tenant) AND created_by = \(userID)",
            "DELETE FROM assignments WHERE tenant_id = \(tenant) AND student_id = \(userID)",
            "DELETE FROM tasks WHERE tenant_id = \(tenant) AND created_by = \(userID) AND own",
            accountErasure.erasesWords
                ? "SELECT erase_entries(\(tenant), \(userID))"
                : "UPDATE entries SET author_id = NULL, request_digest = '' WHERE tenant_id = \(tenant) AND author_id = \(userID)",
            drafts(tenant, accountErasure),
            "UPDATE drafts SET author_id = NULL WHERE tenant_id = \(tenant) AND author_id = \(userID)",
            """
            DELETE FROM tasks AS t
            WHERE t.tenant_id = \(tenant) AND t.id IN (SELECT task_id FROM task_teachers WHERE tenant_id = \(tenant) AND user_id = \(userID))
                AND NOT EXISTS (
                    SELECT FROM task_teachers AS m WHERE m.tenant_id = \(tenant) AND m.task_id = t.id AND m.user_id <> \(userID))
                AND NOT \(fragment: TaskRepository.work(tenant))
            """,
            "DELETE FROM task_teachers WHERE tenant_id = \(tenant) AND user_id = \(userID)",
            assigned(tenant, userID),
        ] + files(tenant, accountErasure)
    }

    /// Returns the statement that replaces the user as the sender of notifications about tasks that haven't opened yet.
    /// The task's current host becomes the sender.
    private static func assigned(_ tenant: UUID, _ userID: UUID) -> SQL {
        """
        UPDATE notifications AS n SET actor_id = t.host_id
        FROM assignments AS a JOIN tasks AS t ON t.tenant_id = \(tenant) AND t.id = a.task_id AND t.host_id IS NOT NULL
        WHERE n.tenant_id = \(tenant) AND n.actor_id = \(userID) AND n.kind = \(NotificationKind.taskAssigned) AND n.state = 'pending'
            AND a.tenant_id = \(tenant) AND a.id = n.about_id
        """
    }

    /// Returns the statements that delete or anonymise the files that the user uploaded.
    ///
    /// Files that no task or entry uses are deleted. If the user wants their words erased, the files of their entries
    /// are deleted too. All other files stay without an uploader.
    private static func files(_ tenant: UUID, _ accountErasure: AccountErasure) -> [SQL] {
        let userID = accountErasure.userID
        return [
            """
            DELETE FROM files
            WHERE tenant_id = \(tenant) AND uploader_id = \(userID) AND kind = 'file'
                AND (position IS NULL OR \(accountErasure.erasesWords) AND entry_id IS NOT NULL)
            """,
            "UPDATE files SET uploader_id = NULL WHERE tenant_id = \(tenant) AND uploader_id = \(userID) AND kind = 'file'",
        ]
    }

    /// Returns the statement that deletes drafts by the user. A draft stays if the task has another teacher, unless the
    /// user wants their words erased.
    private static func drafts(_ tenant: UUID, _ accountErasure: AccountErasure) -> SQL {
        """
        DELETE FROM drafts AS d USING assignments AS a
        WHERE d.tenant_id = \(tenant) AND d.author_id = \(accountErasure.userID) AND a.tenant_id = \(tenant) AND a.id = d.assignment_id
            AND (\(accountErasure.erasesWords) OR NOT EXISTS (
                SELECT FROM task_teachers AS m
                WHERE m.tenant_id = \(tenant) AND m.task_id = a.task_id AND m.user_id <> \(accountErasure.userID)))
        """
    }
}

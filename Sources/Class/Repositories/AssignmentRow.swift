import DavenportAPI
import Domain
import Foundation
import Postgres

/// Decodes assignments from rows of the views `student_assignments`, `teacher_assignments` and `assignment_cards`.
enum AssignmentRow {
    /// The columns that decoding an `Assignment` needs, and those by which lists are sorted.
    static let columns: SQL = """
        assignment_id, task_id, student_id, side, state, closed, due_at, locks_at, extended_to, attempt, version, submitted_at, opened_at,
        late, missing, evaluation_id, evaluation_attempt, evaluation_points, evaluation_word, evaluation_text, evaluation_at,
        evaluation_author_id, draft_author_id, draft_points, draft_word, draft_text, read_number, unread_count, attention, last_activity_at,
        completed_at, archives_at, archived, own, title, description, priority, priority_rank, tags, max_points, task_due_at, task_locks_at,
        teacher_ids
        """

    /// An SQL expression for the ids of all people in an assignment's row, as the column `people`.
    static let people: SQL = "teacher_ids || ARRAY[student_id, evaluation_author_id, draft_author_id] AS people"
}

extension Assignment {
    /// Decodes an assignment from a row.
    /// - Parameters:
    ///   - people: people by id, among them all people of the row.
    ///   - isWhole: whether the row has the fields that lists leave out.
    /// - Returns: nil if the student's account was deleted after the row was read.
    init?(_ row: Row, _ people: UsersByID, isWhole: Bool) throws {
        let (side, studentID): (Side, UUID) = (try row["side"], try row["student_id"])
        guard let student = people[studentID] else { return nil }
        self.init(
            id: try row["assignment_id"], task: try AssignedTask(row, people, isWhole: isWhole), student: student, state: try row["state"],
            closed: try row["closed"], dueAt: try row["due_at"], locksAt: try row["locks_at"], extendedTo: try row["extended_to"],
            attempt: try row["attempt"], submittedAt: try row["submitted_at"], openedAt: try row["opened_at"], late: try row["late"],
            missing: try row["missing"], evaluation: try Evaluation(row, people),
            draft: isWhole && side == .teacher ? try EvaluationDraft(row, people) : nil,
            version: side == .teacher ? try row["version"] : nil, readNumber: try row["read_number"],
            unreadCount: try row["unread_count"], attention: try row["attention"], lastActivityAt: try row["last_activity_at"],
            completedAt: try row["completed_at"], archivesAt: try row["archives_at"], archived: try row["archived"],
            own: try row["own"])
    }
}

extension AssignedTask {
    fileprivate init(_ row: Row, _ people: UsersByID, isWhole: Bool) throws {
        let teacherIDs: [UUID] = try row["teacher_ids"]
        self.init(
            id: try row["task_id"], title: try row["title"], description: isWhole ? try row["description"] : nil,
            priority: try row["priority"], tags: try row["tags"], maxPoints: try row.hundredths("max_points"),
            dueAt: try row["task_due_at"], locksAt: try row["task_locks_at"],
            files: isWhole ? try row.json("files") : nil, teachers: teacherIDs.compactMap { people[$0] })
    }
}

extension Evaluation {
    fileprivate init?(_ row: Row, _ people: UsersByID) throws {
        guard let entryID: UUID = try row["evaluation_id"] else { return nil }
        let (attempt, at): (Int?, Date) = (try row["evaluation_attempt"], try row["evaluation_at"])
        let authorID: UUID? = try row["evaluation_author_id"]
        self.init(
            entryID: entryID, attempt: attempt ?? 0, points: try row.hundredths("evaluation_points"), word: try row["evaluation_word"],
            text: try row["evaluation_text"], at: at, by: authorID.flatMap { people[$0]?.stub })
    }
}

extension EvaluationDraft {
    fileprivate init?(_ row: Row, _ people: UsersByID) throws {
        let (points, word): (Hundredths?, String?) = (try row.hundredths("draft_points"), try row["draft_word"])
        let (text, authorID): (String?, UUID?) = (try row["draft_text"], try row["draft_author_id"])
        guard points != nil || word != nil || text != nil else { return nil }
        self.init(points: points, word: word, text: text, by: authorID.flatMap { people[$0]?.stub })
    }
}

import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create a task for some of your students. Without any, it is a draft.
    public var createTask: Call<NewTask, Created<ClassTask>> { Call(self, Endpoints.createTask) }
    /// List the tasks that you teach, earliest due time first. Archived ones are sorted by completion, latest first.
    public var listTasks: Call<TaskQuery, Page<ClassTask>> { Call(self, Endpoints.listTasks) }
    /// Retrieve a task that you teach.
    public var showTask: Call<TaskReference, ClassTask> { Call(self, Endpoints.showTask) }
    /// Change, close or reopen a task that you host.
    public var changeTask: Call<TaskChange, ClassTask> { Call(self, Endpoints.changeTask) }
    /// Delete a task that you host and that no student has worked on.
    public var deleteTask: Call<TaskReference, NoContent> { Call(self, Endpoints.deleteTask) }
    /// List a task's assignments, by the students' usernames.
    public var listTaskAssignments: Call<TaskReference, Items<Assignment>> { Call(self, Endpoints.listTaskAssignments) }
    /// Assign a task that you host to more of your students. Assigns it to all of them or none.
    public var assignTask: Call<TaskStudents, ClassTask> { Call(self, Endpoints.assignTask) }
    /// Withdraw a task that you host from a student who hasn't worked on it.
    public var withdrawAssignment: Call<TaskPersonReference, NoContent> { Call(self, Endpoints.withdrawAssignment) }
    /// Add a teacher to a task that you host.
    public var addTeacher: Call<TaskPersonReference, ClassTask> { Call(self, Endpoints.addTeacher) }
    /// Leave a task as a teacher, or remove a teacher from a task that you host.
    public var removeTeacher: Call<TaskPersonReference, NoContent> { Call(self, Endpoints.removeTeacher) }
}

extension Call where In == TaskReference {
    /// Calls an endpoint with one of the tasks that you teach.
    public func callAsFunction(taskID: UUID) async throws -> Out { try await self(In(taskID: taskID)) }
}

extension Call where In == TaskStudents {
    /// Calls an endpoint with a task and the students to assign it to.
    public func callAsFunction(taskID: UUID, studentIDs: [UUID]) async throws -> Out {
        try await self(In(taskID: taskID, studentIDs: studentIDs))
    }
}

extension Call where In == TaskPersonReference {
    /// Calls an endpoint with a task and one of its students or teachers.
    public func callAsFunction(taskID: UUID, userID: UUID) async throws -> Out { try await self(In(taskID: taskID, userID: userID)) }
}

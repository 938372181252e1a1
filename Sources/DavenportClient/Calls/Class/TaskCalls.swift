import DavenportAPI
import Foundation

extension DavenportClient {
    /// Make a task, and assign it to some of my students; without any it is a draft.
    public var createTask: Call<NewTask, Created<ClassTask>> { Call(self, Endpoints.createTask) }
    /// The tasks that I teach, those due next first; archived ones by completion, latest first.
    public var listTasks: Call<TaskQuery, Page<ClassTask>> { Call(self, Endpoints.listTasks) }
    /// One of the tasks that I teach.
    public var showTask: Call<TaskReference, ClassTask> { Call(self, Endpoints.showTask) }
    /// Change a task, close it or open it again; for its host.
    public var changeTask: Call<TaskChange, ClassTask> { Call(self, Endpoints.changeTask) }
    /// Delete a task on which no student has worked; for its host.
    public var deleteTask: Call<TaskReference, NoContent> { Call(self, Endpoints.deleteTask) }
    /// A task's assignments by the students' usernames.
    public var listTaskAssignments: Call<TaskReference, Items<Assignment>> { Call(self, Endpoints.listTaskAssignments) }
    /// Assign a task to more of my students, all or none; for its host.
    public var assignTask: Call<TaskStudents, ClassTask> { Call(self, Endpoints.assignTask) }
    /// Take a student out who has not worked on the task; for its host.
    public var withdrawAssignment: Call<TaskPersonReference, NoContent> { Call(self, Endpoints.withdrawAssignment) }
    /// Let somebody teach a task too; for its host.
    public var addTeacher: Call<TaskPersonReference, ClassTask> { Call(self, Endpoints.addTeacher) }
    /// Stop teaching a task, or as its host let another stop.
    public var removeTeacher: Call<TaskPersonReference, NoContent> { Call(self, Endpoints.removeTeacher) }
}

extension Call where In == TaskReference {
    /// Calls an endpoint about one of the tasks that I teach.
    public func callAsFunction(taskID: UUID) async throws -> Out { try await self(In(taskID: taskID)) }
}

extension Call where In == TaskStudents {
    /// Calls an endpoint about a task and some students.
    public func callAsFunction(taskID: UUID, studentIDs: [UUID]) async throws -> Out {
        try await self(In(taskID: taskID, studentIDs: studentIDs))
    }
}

extension Call where In == TaskPersonReference {
    /// Calls an endpoint about a task and somebody who has it or teaches it.
    public func callAsFunction(taskID: UUID, userID: UUID) async throws -> Out { try await self(In(taskID: taskID, userID: userID)) }
}

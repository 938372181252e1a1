import DavenportAPI
import Foundation

extension Call where In == AssignmentReference {
    /// Calls an endpoint with one of your assignments, or one of a task that you teach.
    public func callAsFunction(assignmentID: UUID) async throws -> Out { try await self(In(assignmentID: assignmentID)) }
}

extension Call where In == EntryReadMark {
    /// Marks an assignment's entries up to and including the given one as read.
    public func callAsFunction(assignmentID: UUID, entryID: UUID) async throws -> Out {
        try await self(In(assignmentID: assignmentID, entryID: entryID))
    }
}

extension Call where In == EntryReference {
    /// Calls an endpoint with an entry of an assignment.
    public func callAsFunction(assignmentID: UUID, entryID: UUID) async throws -> Out {
        try await self(In(assignmentID: assignmentID, entryID: entryID))
    }
}

extension Call where In == Handover {
    /// Transfers the tasks and students of the teacher `userID` to the person `toUserID`.
    public func callAsFunction(userID: UUID, toUserID: UUID) async throws -> Out {
        try await self(In(userID: userID, toUserID: toUserID))
    }
}

extension Call where In == OwnTaskReference {
    /// Calls an endpoint with a task that you made for yourself.
    public func callAsFunction(ownTaskID: UUID) async throws -> Out { try await self(In(ownTaskID: ownTaskID)) }
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

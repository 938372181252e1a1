import DavenportAPI
import Foundation

extension DavenportClient {
    /// What I have to do as a student, what is due next first.
    public var listAssignments: Call<AssignmentQuery, Page<Assignment>> { Call(self, Endpoints.listAssignments) }
    /// One of my assignments, or of a task that I teach.
    public var showAssignment: Call<AssignmentReference, Assignment> { Call(self, Endpoints.showAssignment) }
    /// Say up to which entry I have read.
    public var markEntriesRead: Call<EntryReadMark, UnreadEntries> { Call(self, Endpoints.markEntriesRead) }
    /// Draft an evaluation with the other teachers of the task.
    public var setDraft: Call<NewDraft, Assignment> { Call(self, Endpoints.setDraft) }
}

extension Call where In == AssignmentReference {
    /// Calls an endpoint about one of my assignments, or of a task that I teach.
    public func callAsFunction(assignmentID: UUID) async throws -> Out { try await self(In(assignmentID: assignmentID)) }
}

extension Call where In == EntryReadMark {
    /// Says that I have read up to and including this entry.
    public func callAsFunction(assignmentID: UUID, entryID: UUID) async throws -> Out {
        try await self(In(assignmentID: assignmentID, entryID: entryID))
    }
}

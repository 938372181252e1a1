import DavenportAPI
import Foundation

extension DavenportClient {
    /// List your assignments as a student, earliest due time first.
    public var listAssignments: Call<AssignmentQuery, Page<Assignment>> { Call(self, Endpoints.listAssignments) }
    /// Retrieve one of your assignments, or one of a task that you teach.
    public var showAssignment: Call<AssignmentReference, Assignment> { Call(self, Endpoints.showAssignment) }
    /// Mark an assignment as read, up to an entry.
    public var markEntriesRead: Call<EntryReadMark, UnreadEntries> { Call(self, Endpoints.markEntriesRead) }
    /// Replace the draft of an evaluation, which all teachers of the task share.
    public var setDraft: Call<NewDraft, Assignment> { Call(self, Endpoints.setDraft) }
}

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

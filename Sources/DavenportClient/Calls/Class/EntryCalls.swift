import DavenportAPI
import Foundation

extension DavenportClient {
    /// What was done to an assignment, by number.
    public var listEntries: Call<EntryQuery, Page<Entry>> { Call(self, Endpoints.listEntries) }
    /// Say something, or do something to an assignment.
    public var createEntry: Call<NewEntry, Created<RecordedEntry>> { Call(self, Endpoints.createEntry) }
    /// Delete a message of mine that is no part of an attempt.
    public var deleteEntry: Call<EntryReference, NoContent> { Call(self, Endpoints.deleteEntry) }
}

extension Call where In == EntryReference {
    /// Calls an endpoint about one entry of an assignment.
    public func callAsFunction(assignmentID: UUID, entryID: UUID) async throws -> Out {
        try await self(In(assignmentID: assignmentID, entryID: entryID))
    }
}

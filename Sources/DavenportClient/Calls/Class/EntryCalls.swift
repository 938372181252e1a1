import DavenportAPI
import Foundation

extension DavenportClient {
    /// List an assignment's entries, by number.
    public var listEntries: Call<EntryQuery, Page<Entry>> { Call(self, Endpoints.listEntries) }
    /// Send a message or perform an action on an assignment.
    public var createEntry: Call<NewEntry, Created<RecordedEntry>> { Call(self, Endpoints.createEntry) }
    /// Delete one of your messages that isn't part of an attempt.
    public var deleteEntry: Call<EntryReference, NoContent> { Call(self, Endpoints.deleteEntry) }
}

extension Call where In == EntryReference {
    /// Calls an endpoint with an entry of an assignment.
    public func callAsFunction(assignmentID: UUID, entryID: UUID) async throws -> Out {
        try await self(In(assignmentID: assignmentID, entryID: entryID))
    }
}

import Foundation

/// What has changed of the assignments that one has, or teaches.
public struct AssignmentChanges: Codable, Sendable, Equatable {
    /// Each as lists answer it, to be put in the place of the one with its id.
    public let items: [Assignment]
    /// Assignments that one doesn't see any more: their entries go with them.
    public let removed: [UUID]

    public init(items: [Assignment], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// What has changed of the entries of those assignments.
public struct EntryChanges: Codable, Sendable, Equatable {
    /// Each whole, to be put in the place of the one with its id. Changed ones are told of every assignment, archived ones too.
    public let items: [Entry]
    /// Messages that are deleted.
    public let removed: [Removal]
    /// Assignments all of whose entries have been told by now; nothing else says so.
    public let complete: [UUID]

    public init(items: [Entry], removed: [Removal], complete: [UUID]) {
        self.items = items
        self.removed = removed
        self.complete = complete
    }

    /// An entry of an assignment, by their ids.
    public struct Removal: Codable, Sendable, Equatable, Hashable {
        public let assignmentID: UUID
        public let id: UUID

        public init(assignmentID: UUID, id: UUID) {
            self.assignmentID = assignmentID
            self.id = id
        }
    }
}

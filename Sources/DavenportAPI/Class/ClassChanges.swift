import Foundation

/// The changes of the assignments that the caller has or teaches.
public struct AssignmentChanges: Codable, Sendable, Equatable {
    /// The changed assignments, as lists contain them. Insert each, or replace the assignment with the same id.
    public let items: [Assignment]
    /// The ids of assignments that the caller no longer sees. Remove their entries too.
    public let removed: [UUID]

    public init(items: [Assignment], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// The changes of the entries of those assignments.
public struct EntryChanges: Codable, Sendable, Equatable {
    /// The whole changed entries. Insert each, or replace the entry with the same id. Changes of entries are sent for
    /// all assignments, even archived ones.
    public let items: [Entry]
    /// The deleted messages.
    public let removed: [Removal]
    /// The ids of assignments whose entries the client now has in full. Nothing else signals this.
    public let complete: [UUID]

    public init(items: [Entry], removed: [Removal], complete: [UUID]) {
        self.items = items
        self.removed = removed
        self.complete = complete
    }

    /// A deleted entry, by the assignment's id and its own.
    public struct Removal: Codable, Sendable, Equatable, Hashable {
        public let assignmentID: UUID
        public let id: UUID

        public init(assignmentID: UUID, id: UUID) {
            self.assignmentID = assignmentID
            self.id = id
        }
    }
}

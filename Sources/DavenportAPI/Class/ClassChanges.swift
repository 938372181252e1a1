import Foundation

/// The changes of assignments since the client's cursor: of the caller's own, and of those of tasks that the caller
/// teaches.
public struct AssignmentChanges: Codable, Sendable, Equatable {
    /// The changed assignments, without the fields that lists omit. The client inserts each one, or replaces the
    /// assignment with the same id.
    public let items: [Assignment]
    /// The ids of assignments that the caller can no longer see. The client removes the entries of these assignments
    /// too.
    public let removed: [UUID]

    public init(items: [Assignment], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// The changes of entries since the client's cursor, in the assignments that the caller can see.
public struct EntryChanges: Codable, Sendable, Equatable {
    /// The changed entries, each with all its fields. The client inserts each one, or replaces the entry with the same
    /// id. The list covers all assignments, even archived ones.
    public let items: [Entry]
    /// The deleted entries, which are always messages.
    public let removed: [Removal]
    /// The ids of assignments whose entries the client now has completely. Until an id is in this list, the client may lack
    /// some of the assignment's entries.
    public let complete: [UUID]

    public init(items: [Entry], removed: [Removal], complete: [UUID]) {
        self.items = items
        self.removed = removed
        self.complete = complete
    }

    /// A deleted entry, identified by the assignment's id and the entry's id.
    public struct Removal: Codable, Sendable, Equatable, Hashable {
        public let assignmentID: UUID
        public let id: UUID

        public init(assignmentID: UUID, id: UUID) {
            self.assignmentID = assignmentID
            self.id = id
        }
    }
}

extension ChangesPart<AssignmentChanges> {
    /// The assignments that the caller has or teaches.
    public static var assignments: Self { .collection("assignments") }
}

extension ChangesPart<EntryChanges> {
    /// The entries of those assignments.
    public static var entries: Self { .collection("entries") }
}

extension Changes {
    /// The changed assignments.
    public var assignments: AssignmentChanges? {
        get { self[.assignments] }
        set { self[.assignments] = newValue }
    }

    /// The changed entries. Apply them after the assignments.
    public var entries: EntryChanges? {
        get { self[.entries] }
        set { self[.entries] = newValue }
    }
}

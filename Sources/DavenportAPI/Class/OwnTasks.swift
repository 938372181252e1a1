import Foundation

/// The data of a task that the caller makes for themselves alone.
public struct NewOwnTask: IdentifiedInput, Equatable {
    /// A UUID that the client chooses, so that a retry creates nothing twice. If it is nil, the server chooses one. It is the id
    /// of the assignment and of its task.
    public var id: UUID?
    /// The title: 1 to 200 characters.
    public let title: String
    /// The description: 1 to 10,000 characters; nil for none.
    public let description: String?
    public let priority: Priority
    /// Up to 10 tags of 1 to 40 characters each. If several tags differ only in case, the server keeps the first.
    public let tags: [String]
    public let dueAt: Date?

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        id: UUID? = nil, title: String, description: String? = nil, priority: Priority = .none, tags: [String] = [], dueAt: Date? = nil
    ) {
        (self.id, self.title, self.description, self.priority, self.tags) = (id, title, description, priority, tags)
        self.dueAt = dueAt
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        title = fields.required("title", .taskTitle)
        description = fields.optional("description", .taskDescription)
        priority = fields.optional("priority", .priority, default: .none)
        tags = fields.optional("tags", .tags, default: [])
        dueAt = fields.optional("dueAt", .minute)
    }
}

/// The changes to a task of the caller's own. An omitted field keeps its value, and `null` clears an optional field.
public struct OwnTaskChange: Input {
    public let ownTaskID: UUID
    /// The new title: 1 to 200 characters; nil keeps the title.
    public let title: String?
    /// The new description: 1 to 10,000 characters.
    public let description: Patch<String>
    public let priority: Patch<Priority>
    public let tags: Patch<[String]>
    public let dueAt: Patch<Date>
    /// The new state: todo, inProgress or done, in any order; nil keeps the state.
    public let state: AssignmentState?

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        ownTaskID: UUID, title: String? = nil, description: Patch<String> = .keep, priority: Patch<Priority> = .keep,
        tags: Patch<[String]> = .keep, dueAt: Patch<Date> = .keep, state: AssignmentState? = nil
    ) {
        (self.ownTaskID, self.title, self.description, self.priority, self.tags) = (ownTaskID, title, description, priority, tags)
        (self.dueAt, self.state) = (dueAt, state)
    }

    public init(_ fields: inout Fields) {
        ownTaskID = fields.required("ownTaskID", .uuid)
        title = fields.optional("title", .taskTitle)
        description = fields.patch("description", .taskDescription)
        priority = fields.patch("priority", .priority)
        tags = fields.patch("tags", .tags)
        dueAt = fields.patch("dueAt", .minute)
        state = fields.optional("state", .ownState)
    }
}

/// A reference to a task of the caller's own.
public struct OwnTaskReference: Input {
    public let ownTaskID: UUID

    public init(ownTaskID: UUID) {
        self.ownTaskID = ownTaskID
    }

    public init(_ fields: inout Fields) {
        ownTaskID = fields.required("ownTaskID", .uuid)
    }
}

extension FieldType<AssignmentState> {
    /// A state that a task has which somebody made for themselves: nobody hands it in.
    static var ownState: Self {
        let names = [AssignmentState.todo, .inProgress, .done].map(\.rawValue)
        return FieldType<String>.string.map(.todo, schema: { .oneOf(names) }) { text throws(FieldReason) in
            guard names.contains(text) else { throw FieldReason(.notAllowed, "must be one of " + names.joined(separator: ", ")) }
            return AssignmentState(keeping: text)
        }
    }
}

extension Endpoints {
    static let ownTasks: [any EndpointDeclaration] = [createOwnTask, changeOwnTask, deleteOwnTask]

    public static let createOwnTask = Endpoint<NewOwnTask, Created<Assignment>>(
        "createOwnTask", .post, "/own-tasks", .user, feature: .class, success: 201,
        errors: [.idTaken, .limitReached, .tooManyRequests], summary: "Create a task for yourself alone.",
        details: "It stands among your assignments, with `own`. No teacher sees it.")
    public static let changeOwnTask = Endpoint<OwnTaskChange, Assignment>(
        "changeOwnTask", .patch, "/own-tasks/{ownTaskID}", .user, feature: .class,
        summary: "Change a task that you made for yourself, or its state.")
    public static let deleteOwnTask = Endpoint<OwnTaskReference, NoContent>(
        "deleteOwnTask", .delete, "/own-tasks/{ownTaskID}", .user, feature: .class, success: 204,
        summary: "Delete a task that you made for yourself.")
}

import DavenportAPI
import DavenportClient
import Foundation

/// The writes about assignments that work without a network: messages, and drafts of evaluations.
///
/// Handing in and the other actions aren't among them, because an action counts when it arrives at the server (rule
/// 11.25). For these the app calls the server directly, and shows the user if that fails.
public enum ClassWrite: ReplicaWrite {
    case createMessage(assignmentID: UUID, id: UUID, text: String)
    case deleteMessage(assignmentID: UUID, id: UUID)
    case setDraft(Draft)

    /// The complete draft of an evaluation, with the same content as a `NewDraft`.
    public struct Draft: Codable, Equatable, Sendable {
        public let assignmentID: UUID
        /// The version of the assignment that the draft is based on.
        public internal(set) var version: Int
        public let points: Hundredths?
        public let word: String?
        public internal(set) var text: String?
    }

    public var subjectID: UUID? { entryID ?? assignmentID }

    /// The assignment that the write is about.
    public var assignmentID: UUID {
        switch self {
        case .createMessage(let assignmentID, _, _), .deleteMessage(let assignmentID, _): assignmentID
        case .setDraft(let draft): draft.assignmentID
        }
    }

    /// The message that the write is about; nil for a draft.
    public var entryID: UUID? {
        switch self {
        case .createMessage(_, let id, _), .deleteMessage(_, let id): id
        case .setDraft: nil
        }
    }
}

extension ClassWrite: AreaWrite {
    func send(over client: DavenportClient) async throws -> (@Sendable (Self) -> Self)? {
        switch self {
        case .createMessage(let assignmentID, let id, let text):
            _ = try await client.createEntry(NewEntry(assignmentID: assignmentID, id: id, action: .message, text: text))
        case .deleteMessage(let assignmentID, let id): _ = try await client.deleteEntry(assignmentID: assignmentID, entryID: id)
        case .setDraft(let draft): return draft.answered(by: try await client.setDraft(draft.input))
        }
        return nil
    }

    func outcome(of problem: Problem, over client: DavenportClient) async throws -> WriteOutcome<Self> {
        switch (self, problem.code) {
        case (.deleteMessage, .notFound): return .done()
        case (.setDraft(let draft), .assignmentChanged):
            // The answer to an earlier attempt may have been lost.
            let assignment = try await client.showAssignment(assignmentID: draft.assignmentID)
            return draft.isContent(of: assignment.draft) ? .done(later: draft.answered(by: assignment)) : .failed
        default: return .failed
        }
    }

    func buildsOn(_ other: Self) -> Bool {
        if case .createMessage(_, let id, _) = other { entryID == id } else { false }
    }

    func saying(_ text: String) -> Self? {
        switch self {
        case .createMessage(let assignmentID, let id, _):
            return .createMessage(assignmentID: assignmentID, id: id, text: text)
        case .setDraft(var draft):
            draft.text = text
            return .setDraft(draft)
        case .deleteMessage:
            return nil
        }
    }

    func merge(into merging: inout Merging<Self>) {
        switch self {
        case .createMessage:
            if merging.earlier.contains(where: { $0.failure == nil && $0.action == self }) { merging.appended = nil }
        case .deleteMessage:
            for entry in merging.earlier where entry.action.entryID == entryID && (entry.isOpen || entry.failure != nil) {
                guard case .createMessage = entry.action else { continue }
                merging.removed.append(entry.id)
                // A write that expired may have reached the server after all.
                if entry.failure != .expired { merging.appended = nil }
            }
        case .setDraft:
            for entry in merging.open where entry.action.entryID == nil && entry.action.assignmentID == assignmentID {
                merging.removed.append(entry.id)
            }
        }
    }
}

extension ClassWrite.Draft {
    var input: NewDraft { NewDraft(assignmentID: assignmentID, version: version, points: points, word: word, text: text) }

    /// Returns a function that gives waiting drafts the version of the server's answer. It changes drafts of the same
    /// assignment that are based on the same version as this one. A draft that is based on another teacher's change
    /// keeps its version.
    fileprivate func answered(by assignment: Assignment) -> (@Sendable (ClassWrite) -> ClassWrite)? {
        guard let version = assignment.version else { return nil }
        return { [self] action in
            guard case .setDraft(var draft) = action, draft.assignmentID == assignmentID, draft.version == self.version else {
                return action
            }
            draft.version = version
            return .setDraft(draft)
        }
    }

    fileprivate func isContent(of draft: EvaluationDraft?) -> Bool {
        points == draft?.points && word == draft?.word && text == draft?.text
    }
}

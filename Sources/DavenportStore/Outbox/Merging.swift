import DavenportAPI
import Foundation

/// Merges a new write with the writes that were never sent. A write that may have reached the server is never changed.
struct Merging {
    /// The ids of the writes to delete.
    private(set) var removed: [Int64] = []
    /// The write that is replaced, with its new action.
    private(set) var changed: OutboxEntry?
    /// The write to append; nil if the other changes already cover the new write.
    private(set) var appended: Write.Action?

    /// Merges a new write.
    /// - Parameters:
    ///   - action: the new write.
    ///   - entries: the outbox, in the order of writing.
    init(_ action: Write.Action, into entries: [OutboxEntry]) {
        appended = action
        let open = entries.filter { $0.isOpen }
        switch action {
        case .editComment(let change): merge(change, open)
        case .deleteComment(let reference): merge(reference, entries)
        case .unmarkWatched(let reference): removeLastMark(of: reference.roomID, entries)
        case .markRead(let mark, let number): merge(mark, number, open)
        case .createRoom, .createComment:
            // The id shows that the same item is created a second time.
            if entries.contains(where: { $0.failure == nil && $0.action.makes(the: action) }) { appended = nil }
        case .markWatched, .leaveRoom: break
        }
    }

    /// Merges an edit into its unsent comment.
    private mutating func merge(_ change: CommentChange, _ open: [OutboxEntry]) {
        for var entry in open {
            guard case .createComment(let comment) = entry.action, comment.id == change.commentID else { continue }
            entry.action = .createComment(comment.changed(by: change))
            (changed, appended) = (entry, nil)
            return
        }
    }

    /// Deletes an unsent comment and the edits of it, instead of sending the deletion.
    private mutating func merge(_ reference: CommentReference, _ entries: [OutboxEntry]) {
        for entry in entries where entry.action.commentID == reference.commentID {
            switch entry.action {
            case .createComment where entry.isOpen || entry.failure != nil:
                removed.append(entry.id)
                // A write that expired may have reached the server after all.
                if entry.failure != .expired { appended = nil }
            case .editComment where entry.isOpen || entry.failure != nil: removed.append(entry.id)
            case .markRead where appended == nil && entry.isOpen: removed.append(entry.id)
            default: break
            }
        }
    }

    /// Deletes an unsent mark that is taken back. The withdrawal is sent anyway, because another device may have marked
    /// too.
    private mutating func removeLastMark(of roomID: UUID, _ entries: [OutboxEntry]) {
        let marks = entries.filter { $0.isWaiting && $0.action.isMark(of: roomID) }
        guard let last = marks.last, last.isOpen else { return }
        removed.append(last.id)
        if case .unmarkWatched = last.action { return }
        // The mark may itself follow an unsent withdrawal.
        if let other = marks.dropLast().last, other.isOpen, case .unmarkWatched = other.action { removed.append(other.id) }
    }

    /// Keeps the highest of the unsent read markers. A marker without a number points to an unsent comment of the same
    /// person, so it is higher than any other.
    private mutating func merge(_ mark: ReadMark, _ number: Int?, _ open: [OutboxEntry]) {
        for entry in open {
            guard case .markRead(let other, let its) = entry.action, other.roomID == mark.roomID else { continue }
            if its ?? .max > number ?? .max { appended = nil } else { removed.append(entry.id) }
        }
    }
}

extension Write.Action {
    fileprivate func makes(the other: Self) -> Bool {
        switch (self, other) {
        case (.createRoom(let one), .createRoom(let other)): one.id == other.id
        case (.createComment(let one), .createComment(let other)): one.id == other.id
        default: false
        }
    }

    fileprivate func isMark(of room: UUID) -> Bool {
        switch self {
        case .markWatched(let mark): mark.roomID == room
        case .unmarkWatched(let reference): reference.roomID == room
        default: false
        }
    }
}

extension NewComment {
    /// The position and text of the comment, as the server reads them (rule 6.2).
    var said: (seconds: Int, content: String) {
        (literal ? nil : TimestampText.cut(trimmedContent)) ?? (seconds ?? 0, trimmedContent)
    }

    private var trimmedContent: String { content.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The comment as if it had been written with the change.
    func changed(by change: CommentChange) -> NewComment {
        let (seconds, content) = change.applied(toSeconds: said.seconds, content: said.content)
        return NewComment(roomID: roomID, id: id, seconds: seconds, content: content, literal: true)
    }
}

extension CommentChange {
    /// Applies a change to a position and a text. A missing field keeps its value, and a timestamp at the start of new
    /// text moves the comment.
    func applied(toSeconds oldSeconds: Int, content oldContent: String) -> (seconds: Int, content: String) {
        guard let content else { return (seconds ?? oldSeconds, oldContent) }
        let new = NewComment(roomID: roomID, seconds: seconds ?? oldSeconds, content: content, literal: literal).said
        return (new.seconds, new.content)
    }
}

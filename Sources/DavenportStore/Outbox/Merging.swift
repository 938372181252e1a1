import DavenportAPI
import Foundation

/// What a new write makes of those that were never sent: what may have arrived is never altered.
struct Merging {
    /// Those that go.
    private(set) var removed: [Int64] = []
    /// The one that is another now.
    private(set) var changed: OutboxEntry?
    /// What is written behind all others; nil where the new write is done by the above.
    private(set) var appended: Write.Action?

    /// - Parameters:
    ///   - action: the new write.
    ///   - entries: the outbox, in its order.
    init(_ action: Write.Action, into entries: [OutboxEntry]) {
        appended = action
        let open = entries.filter { $0.isOpen }
        switch action {
        case .editComment(let change): merge(change, open)
        case .deleteComment(let reference): merge(reference, entries)
        case .unmarkWatched(let reference): removeLastMark(of: reference.roomID, entries)
        case .markRead(let mark, let number): merge(mark, number, open)
        case .createRoom, .createComment:
            // Its id says that it is the same, once more.
            if entries.contains(where: { $0.failure == nil && $0.action.makes(the: action) }) { appended = nil }
        case .markWatched, .leaveRoom: break
        }
    }

    /// An edit goes into its comment.
    private mutating func merge(_ change: CommentChange, _ open: [OutboxEntry]) {
        for var entry in open {
            guard case .createComment(let comment) = entry.action, comment.id == change.commentID else { continue }
            entry.action = .createComment(comment.changed(by: change))
            (changed, appended) = (entry, nil)
            return
        }
    }

    /// A deletion goes with its comment, and with the edits of it.
    private mutating func merge(_ reference: CommentReference, _ entries: [OutboxEntry]) {
        for entry in entries where entry.action.commentID == reference.commentID {
            switch entry.action {
            case .createComment where entry.isOpen || entry.failure != nil:
                removed.append(entry.id)
                // What was given up may have arrived at last.
                if entry.failure != .expired { appended = nil }
            case .editComment where entry.isOpen || entry.failure != nil: removed.append(entry.id)
            case .markRead where appended == nil && entry.isOpen: removed.append(entry.id)
            default: break
            }
        }
    }

    /// A mark that is taken back needn't be made. Taking back is sent all the same: another device may have marked too.
    private mutating func removeLastMark(of roomID: UUID, _ entries: [OutboxEntry]) {
        let marks = entries.filter { $0.isWaiting && $0.action.isMark(of: roomID) }
        guard let last = marks.last, last.isOpen else { return }
        removed.append(last.id)
        if case .unmarkWatched = last.action { return }
        // The mark may itself have come behind one that was taken back before.
        if let other = marks.dropLast().last, other.isOpen, case .unmarkWatched = other.action { removed.append(other.id) }
    }

    /// Of read markers the highest stays. One whose number isn't known is a comment of one's own, behind all others.
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
    /// Where it stands and what it says, as the server reads it (rule 6.2).
    var said: (seconds: Int, content: String) {
        (literal ? nil : TimestampText.cut(trimmedContent)) ?? (seconds ?? 0, trimmedContent)
    }

    private var trimmedContent: String { content.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The same comment as if it had been written so from the start.
    func changed(by change: CommentChange) -> NewComment {
        let (seconds, content) = change.applied(toSeconds: said.seconds, content: said.content)
        return NewComment(roomID: roomID, id: id, seconds: seconds, content: content, literal: true)
    }
}

extension CommentChange {
    /// What is said afterwards: what is left out stays, and a timestamp at the head of new text moves the comment.
    func applied(toSeconds oldSeconds: Int, content oldContent: String) -> (seconds: Int, content: String) {
        guard let content else { return (seconds ?? oldSeconds, oldContent) }
        let new = NewComment(roomID: roomID, seconds: seconds ?? oldSeconds, content: content, literal: literal).said
        return (new.seconds, new.content)
    }
}

import DavenportAPI
import Foundation

extension WatchWrite {
    func merge(into merging: inout Merging<Self>) {
        switch self {
        case .editComment(let change): merge(change, into: &merging)
        case .deleteComment(let reference): merge(reference, into: &merging)
        case .unmarkWatched(let reference): removeLastMark(of: reference.roomID, in: &merging)
        case .markRead(let mark, let number): merge(mark, number, into: &merging)
        case .createRoom, .createComment, .createPicturedComment:
            // The id shows that the same item is created a second time.
            if merging.earlier.contains(where: { $0.failure == nil && $0.action.makes(the: self) }) { merging.appended = nil }
        case .setPosition(let position): removePositions(in: position.roomID, from: &merging)
        case .deletePosition(let reference): removePositions(in: reference.roomID, from: &merging)
        case .addReaction(let reaction), .removeReaction(let reaction): merge(reaction, into: &merging)
        case .markWatched, .leaveRoom: break
        }
    }

    /// Merges an edit into the comment, if the comment was never sent.
    private func merge(_ change: CommentChange, into merging: inout Merging<Self>) {
        for entry in merging.open {
            guard let comment = entry.action.newComment, comment.id == change.commentID else { continue }
            merging.changed = (entry.id, entry.action.creating(comment.changed(by: change)))
            merging.appended = nil
            return
        }
    }

    /// Deletes an unsent comment and the edits of it, instead of sending the deletion.
    private func merge(_ reference: CommentReference, into merging: inout Merging<Self>) {
        for entry in merging.earlier where entry.action.commentID == reference.commentID {
            switch entry.action {
            case .createComment where entry.isOpen || entry.failure != nil,
                .createPicturedComment where entry.isOpen || entry.failure != nil:
                merging.removed.append(entry.id)
                // A write that expired may have reached the server after all.
                if entry.failure != .expired { merging.appended = nil }
            case .editComment where entry.isOpen || entry.failure != nil: merging.removed.append(entry.id)
            case .addReaction where entry.isOpen, .removeReaction where entry.isOpen: merging.removed.append(entry.id)
            case .markRead where merging.appended == nil && entry.isOpen: merging.removed.append(entry.id)
            default: break
            }
        }
    }

    /// Deletes an unsent watched mark that is taken back. The withdrawal is sent anyway, because another device may
    /// have marked the room too.
    private func removeLastMark(of roomID: UUID, in merging: inout Merging<Self>) {
        let marks = merging.earlier.filter { $0.isWaiting && $0.action.isMark(of: roomID) }
        guard let last = marks.last, last.isOpen else { return }
        merging.removed.append(last.id)
        if case .unmarkWatched = last.action { return }
        // The mark may itself follow an unsent withdrawal.
        if let other = marks.dropLast().last, other.isOpen, case .unmarkWatched = other.action { merging.removed.append(other.id) }
    }

    /// Deletes the unsent positions in a room, since the last one counts.
    private func removePositions(in roomID: UUID, from merging: inout Merging<Self>) {
        for entry in merging.open where entry.action.roomID == roomID {
            switch entry.action {
            case .setPosition, .deletePosition: merging.removed.append(entry.id)
            default: break
            }
        }
    }

    /// Deletes the unsent reactions with the same emoji to the same comment, since the last wish counts.
    private func merge(_ reaction: ReactionReference, into merging: inout Merging<Self>) {
        for entry in merging.open {
            switch entry.action {
            case .addReaction(reaction), .removeReaction(reaction): merging.removed.append(entry.id)
            default: break
            }
        }
    }

    /// Keeps the highest of the unsent read markers. A marker without a number points to an unsent comment of the same
    /// person, so it is higher than any other.
    private func merge(_ mark: ReadMark, _ number: Int?, into merging: inout Merging<Self>) {
        for entry in merging.open {
            guard case .markRead(let other, let its) = entry.action, other.roomID == mark.roomID else { continue }
            if its ?? .max > number ?? .max { merging.appended = nil } else { merging.removed.append(entry.id) }
        }
    }
}

extension WatchWrite {
    fileprivate func makes(the other: Self) -> Bool {
        switch (self, other) {
        case (.createRoom(let one), .createRoom(let other)): one.id == other.id
        default: newComment != nil && other.newComment != nil && newComment?.id == other.newComment?.id
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
        let said = TimestampText.said(content.trimmingCharacters(in: .whitespacesAndNewlines), at: seconds, literal: literal)
        return (said.seconds ?? 0, said.content)
    }

    /// Returns the comment as if it had been written with the change.
    func changed(by change: CommentChange) -> NewComment {
        let (seconds, content) = change.applied(toSeconds: said.seconds, content: said.content)
        return NewComment(
            roomID: roomID, id: id, seconds: seconds, content: content, literal: true, quote: change.quote.applied(to: quote),
            replyTo: replyTo, pictures: change.pictures ?? pictures)
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

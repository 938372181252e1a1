import DavenportAPI
import DavenportClient
import Foundation

/// The writes about rooms and comments that work without a network. All other endpoints are called directly.
public enum WatchWrite: ReplicaWrite {
    case createRoom(NewRoom)
    case createComment(NewComment)
    /// A comment with pictures that wait on the device.
    case createPicturedComment(PicturedComment)
    case editComment(CommentChange)
    case deleteComment(CommentReference)
    case markWatched(WatchedMark)
    case unmarkWatched(RoomReference)
    /// - Parameter number: the number of the comment in its room; nil if it isn't known or not assigned yet.
    case markRead(ReadMark, number: Int?)
    case leaveRoom(RoomReference)
    case setPosition(NewPosition)
    case deletePosition(RoomReference)
    case addReaction(ReactionReference)
    case removeReaction(ReactionReference)

    public var subjectID: UUID? { commentID ?? roomID }

    /// The room that the action belongs to.
    public var roomID: UUID? {
        switch self {
        case .createRoom(let room): room.id
        case .createComment(let comment): comment.roomID
        case .createPicturedComment(let pictured): pictured.comment.roomID
        case .editComment(let change): change.roomID
        case .deleteComment(let reference): reference.roomID
        case .markWatched(let mark): mark.roomID
        case .unmarkWatched(let reference), .leaveRoom(let reference), .deletePosition(let reference): reference.roomID
        case .markRead(let mark, _): mark.roomID
        case .setPosition(let position): position.roomID
        case .addReaction(let reaction), .removeReaction(let reaction): reaction.roomID
        }
    }

    /// The comment that the action concerns; nil if it concerns none.
    public var commentID: UUID? {
        switch self {
        case .createComment(let comment): comment.id
        case .createPicturedComment(let pictured): pictured.comment.id
        case .editComment(let change): change.commentID
        case .deleteComment(let reference): reference.commentID
        case .markRead(let mark, _): mark.commentID
        case .addReaction(let reaction), .removeReaction(let reaction): reaction.commentID
        case .createRoom, .markWatched, .unmarkWatched, .leaveRoom, .setPosition, .deletePosition: nil
        }
    }

    /// The comment that the action creates; nil if it creates none.
    var newComment: NewComment? {
        switch self {
        case .createComment(let comment): comment
        case .createPicturedComment(let pictured): pictured.comment
        default: nil
        }
    }

    /// Returns the creation of another form of the comment, with those of this write's pictures that it still has.
    func creating(_ comment: NewComment) -> Self {
        guard case .createPicturedComment(let pictured) = self else { return .createComment(comment) }
        return .createPicturedComment(PicturedComment(comment, uploads: pictured.uploads))
    }
}

extension Write {
    /// The former name of `WatchWrite`.
    @available(*, deprecated, renamed: "WatchWrite")
    public typealias Action = WatchWrite

    /// The write about a room or comment; nil for one of another area.
    @available(*, deprecated, message: "Use content as? WatchWrite.")
    public var action: WatchWrite? { content as? WatchWrite }
}

extension WatchWrite: AreaWrite {
    func send(over client: DavenportClient) async throws -> (@Sendable (Self) -> Self)? {
        switch self {
        case .createRoom(let room): _ = try await client.createRoom(room)
        case .createComment(let comment): _ = try await client.createComment(comment)
        case .createPicturedComment(let pictured): try await pictured.send(over: client)
        case .editComment(let change): _ = try await client.editComment(change)
        case .deleteComment(let reference): _ = try await client.deleteComment(reference)
        case .markWatched(let mark): _ = try await client.markWatched(mark)
        case .unmarkWatched(let reference): _ = try await client.unmarkWatched(reference)
        case .markRead(let mark, _): _ = try await client.markRead(mark)
        case .leaveRoom(let reference): _ = try await client.leaveRoom(reference)
        case .setPosition(let position): _ = try await client.setPosition(position)
        case .deletePosition(let reference): _ = try await client.deletePosition(reference)
        case .addReaction(let reaction): _ = try await client.addReaction(reaction)
        case .removeReaction(let reaction): _ = try await client.removeReaction(reaction)
        }
        return nil
    }

    func outcome(of problem: Problem, over client: DavenportClient) async throws -> WriteOutcome<Self> {
        switch self {
        case .deleteComment where problem.code == .notFound, .leaveRoom where problem.code == .notFound:
            return .done()
        case .setPosition where [.watched, .notFound].contains(problem.code), .deletePosition where problem.code == .notFound:
            // Somebody who has watched, or left, needs no position.
            return .done()
        case .addReaction where [.limitReached, .notFound].contains(problem.code), .removeReaction where problem.code == .notFound:
            // A tap that comes too late is no text that somebody would miss.
            return .done()
        case .createRoom(let room):
            guard problem.code == .roomExists, let made = room.id, let existing = problem.roomID else { return .failed }
            return .exists(made: made, existing: existing) { $0.moved(from: made, to: existing) }
        case .markWatched(let mark) where mark.watchedAt != nil && problem.isAbout("watchedAt"):
            // The device's clock is ahead of the server's, so send the mark without a time: the server uses its own.
            return .replaced(.markWatched(WatchedMark(roomID: mark.roomID)))
        default:
            guard var comment = newComment, comment.replyTo != nil, problem.isAbout("replyTo") else { return .failed }
            // The comment that it answers is gone. The words still belong where they were said.
            comment.replyTo = nil
            return .replaced(creating(comment))
        }
    }

    func buildsOn(_ other: Self) -> Bool {
        switch other {
        case .createRoom(let room): roomID == room.id
        case .createComment, .createPicturedComment: commentID == other.commentID
        default: false
        }
    }

    func aged(by seconds: TimeInterval) -> Self {
        guard case .setPosition(let position) = self else { return self }
        let set = Position(seconds: position.seconds, running: position.running, age: 0)
        let age = Int(max(0, min(seconds, TimeInterval(Position.lease))))
        return .setPosition(NewPosition(roomID: position.roomID, seconds: set.second(at: age), running: set.isRunning(at: age)))
    }

    func saying(_ text: String) -> Self? {
        switch self {
        case .createComment(let comment): creating(comment.with(content: text))
        case .createPicturedComment(let pictured): creating(pictured.comment.with(content: text))
        case .editComment(let change):
            .editComment(
                CommentChange(
                    roomID: change.roomID, commentID: change.commentID, content: text, seconds: change.seconds, literal: change.literal,
                    quote: change.quote, pictures: change.pictures))
        default: nil
        }
    }

    /// Returns the same write for another room: the existing one that the server named in place of the room that this
    /// device created.
    func moved(from old: UUID, to new: UUID) -> Self {
        guard roomID == old else { return self }
        switch self {
        case .createRoom(let room):
            return .createRoom(NewRoom(id: new, subject: room.subject, memberIDs: room.memberIDs, rewatch: room.rewatch))
        case .createComment(let comment): return creating(comment.with(roomID: new))
        case .createPicturedComment(let pictured): return creating(pictured.comment.with(roomID: new))
        case .editComment(let change):
            return .editComment(
                CommentChange(
                    roomID: new, commentID: change.commentID, content: change.content, seconds: change.seconds, literal: change.literal,
                    quote: change.quote, pictures: change.pictures))
        case .deleteComment(let reference): return .deleteComment(CommentReference(roomID: new, commentID: reference.commentID))
        case .markWatched(let mark): return .markWatched(WatchedMark(roomID: new, watchedAt: mark.watchedAt))
        case .unmarkWatched: return .unmarkWatched(RoomReference(roomID: new))
        case .markRead(let mark, let number): return .markRead(ReadMark(roomID: new, commentID: mark.commentID), number: number)
        case .leaveRoom: return .leaveRoom(RoomReference(roomID: new))
        case .setPosition(let position):
            return .setPosition(NewPosition(roomID: new, seconds: position.seconds, running: position.running))
        case .deletePosition: return .deletePosition(RoomReference(roomID: new))
        case .addReaction(let reaction): return .addReaction(reaction.moved(to: new))
        case .removeReaction(let reaction): return .removeReaction(reaction.moved(to: new))
        }
    }
}

extension NewComment {
    fileprivate func with(roomID: UUID? = nil, content: String? = nil) -> NewComment {
        NewComment(
            roomID: roomID ?? self.roomID, id: id, seconds: seconds, content: content ?? self.content, literal: literal, quote: quote,
            replyTo: replyTo, pictures: pictures)
    }
}

extension ReactionReference {
    fileprivate func moved(to roomID: UUID) -> Self { Self(roomID: roomID, commentID: commentID, emoji: emoji) }
}

extension Problem {
    /// Whether the problem names this field as invalid.
    fileprivate func isAbout(_ field: String) -> Bool { errors?.contains { $0.field == field } == true }
}

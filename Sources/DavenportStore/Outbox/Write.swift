import DavenportAPI
import Foundation

/// A write of the person on this device that the server hasn't answered yet, or has refused.
public struct Write: Sendable, Equatable, Identifiable {
    /// The actions that work without a network. All other endpoints are called directly.
    public enum Action: Codable, Sendable, Equatable {
        case createRoom(NewRoom)
        case createComment(NewComment)
        case editComment(CommentChange)
        case deleteComment(CommentReference)
        case markWatched(WatchedMark)
        case unmarkWatched(RoomReference)
        /// - Parameter number: the number of the comment in its room; nil if it isn't known or not assigned yet.
        case markRead(ReadMark, number: Int?)
        case leaveRoom(RoomReference)
    }

    /// Why the replica won't send a write again by itself.
    public enum Failure: Codable, Sendable, Equatable {
        /// The server refused it with this problem.
        case refused(Problem)
        /// It couldn't be delivered within 30 days.
        case expired
    }

    /// Increases in the order of writing.
    public let id: Int64
    public let action: Action
    /// When it was written, by the server's clock as far as the device knows it.
    public let writtenAt: Date
    /// Nil while the write waits to be sent. A failed write stays until the app retries, edits or discards it.
    public let failure: Failure?
    /// The write whose failure this one shares, because it depends on it.
    public let failedWith: Int64?
}

extension Write.Action {
    /// The room that the action belongs to.
    public var roomID: UUID? {
        switch self {
        case .createRoom(let room): room.id
        case .createComment(let comment): comment.roomID
        case .editComment(let change): change.roomID
        case .deleteComment(let reference): reference.roomID
        case .markWatched(let mark): mark.roomID
        case .unmarkWatched(let reference), .leaveRoom(let reference): reference.roomID
        case .markRead(let mark, _): mark.roomID
        }
    }

    /// The comment that the action concerns; nil if it concerns none.
    public var commentID: UUID? {
        switch self {
        case .createComment(let comment): comment.id
        case .editComment(let change): change.commentID
        case .deleteComment(let reference): reference.commentID
        case .markRead(let mark, _): mark.commentID
        case .createRoom, .markWatched, .unmarkWatched, .leaveRoom: nil
        }
    }

    /// Whether the answer 404 means that the action is done.
    var wantsGone: Bool {
        switch self {
        case .deleteComment, .leaveRoom: true
        default: false
        }
    }

    /// Whether the action depends on another one that creates its room or comment.
    func buildsOn(_ other: Self) -> Bool {
        switch other {
        case .createRoom(let room): roomID == room.id
        case .createComment(let comment): commentID == comment.id
        default: false
        }
    }

    /// The same action in another room, which turned out to exist already.
    func moved(from old: UUID, to new: UUID) -> Self {
        guard roomID == old else { return self }
        switch self {
        case .createRoom(let room):
            return .createRoom(NewRoom(id: new, subject: room.subject, memberIDs: room.memberIDs, rewatch: room.rewatch))
        case .createComment(let comment):
            return .createComment(
                NewComment(roomID: new, id: comment.id, seconds: comment.seconds, content: comment.content, literal: comment.literal))
        case .editComment(let change):
            return .editComment(
                CommentChange(
                    roomID: new, commentID: change.commentID, content: change.content, seconds: change.seconds, literal: change.literal))
        case .deleteComment(let reference): return .deleteComment(CommentReference(roomID: new, commentID: reference.commentID))
        case .markWatched(let mark): return .markWatched(WatchedMark(roomID: new, watchedAt: mark.watchedAt))
        case .unmarkWatched: return .unmarkWatched(RoomReference(roomID: new))
        case .markRead(let mark, let number): return .markRead(ReadMark(roomID: new, commentID: mark.commentID), number: number)
        case .leaveRoom: return .leaveRoom(RoomReference(roomID: new))
        }
    }
}

import DavenportAPI
import Foundation

/// Something that its person has done on this device, and that the server hasn't answered yet or has refused.
public struct Write: Sendable, Equatable, Identifiable {
    /// What can be done without network. Everything else is called directly.
    public enum Action: Codable, Sendable, Equatable {
        case createRoom(NewRoom)
        case createComment(NewComment)
        case editComment(CommentChange)
        case deleteComment(CommentReference)
        case markWatched(WatchedMark)
        case unmarkWatched(RoomReference)
        /// - Parameter number: the comment's in its room; nil for a comment that isn't known or has none yet.
        case markRead(ReadMark, number: Int?)
        case leaveRoom(RoomReference)
    }

    /// Why it will not be sent again by itself.
    public enum Failure: Codable, Sendable, Equatable {
        /// The server refused it, and says why.
        case refused(Problem)
        /// It could not be delivered for 30 days.
        case expired
    }

    /// In the order of writing.
    public let id: Int64
    public let action: Action
    /// By the server's clock, as far as the device knows it.
    public let writtenAt: Date
    /// Nil while it waits to be sent. Then it stays until it is retried, edited or discarded.
    public let failure: Failure?
    /// The write whose failure this one shares, since it builds on it.
    public let failedWith: Int64?
}

extension Write.Action {
    /// The room that it is about.
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

    /// The comment that it is about, where it is about one.
    public var commentID: UUID? {
        switch self {
        case .createComment(let comment): comment.id
        case .editComment(let change): change.commentID
        case .deleteComment(let reference): reference.commentID
        case .markRead(let mark, _): mark.commentID
        case .createRoom, .markWatched, .unmarkWatched, .leaveRoom: nil
        }
    }

    /// Whether it is done where what it is about is gone.
    var wantsGone: Bool {
        switch self {
        case .deleteComment, .leaveRoom: true
        default: false
        }
    }

    /// Whether it can't be where another one failed: what was to be made there is missing.
    func buildsOn(_ other: Self) -> Bool {
        switch other {
        case .createRoom(let room): roomID == room.id
        case .createComment(let comment): commentID == comment.id
        default: false
        }
    }

    /// The same for a room that turned out to exist already.
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

import DavenportAPI
import Foundation

/// What works without network: each call returns when it is on disk, shown, and on its way as soon as there is one. Whatever the server
/// refuses stays in `writes` with its problem.
extension Replica {
    /// Makes a room.
    /// - Returns: its id. Where the same people have a room for the same thing, that one takes its place once the server says so.
    /// - Throws: what the disk says, as all of these.
    @discardableResult
    public func createRoom(_ room: NewRoom) async throws -> UUID {
        let id = room.id ?? UUID()
        try await write(.createRoom(NewRoom(id: id, subject: room.subject, memberIDs: room.memberIDs, rewatch: room.rewatch)))
        return id
    }

    /// Says something.
    /// - Returns: the comment's id.
    @discardableResult
    public func createComment(_ comment: NewComment) async throws -> UUID {
        let id = comment.id ?? UUID()
        try await write(
            .createComment(
                NewComment(
                    roomID: current(comment.roomID), id: id, seconds: comment.seconds, content: comment.content, literal: comment.literal)))
        return id
    }

    /// Changes a comment of one's own.
    public func editComment(_ change: CommentChange) async throws {
        try await write(Write.Action.editComment(change).moved(from: change.roomID, to: current(change.roomID)))
    }

    /// Deletes a comment.
    public func deleteComment(roomID: UUID, commentID: UUID) async throws {
        try await write(.deleteComment(CommentReference(roomID: current(roomID), commentID: commentID)))
    }

    /// Says that one has watched, now.
    public func markWatched(roomID: UUID) async throws {
        try await write(.markWatched(WatchedMark(roomID: current(roomID), watchedAt: now)))
    }

    /// Takes back that one has watched.
    public func unmarkWatched(roomID: UUID) async throws {
        try await write(.unmarkWatched(RoomReference(roomID: current(roomID))))
    }

    /// Says up to which comment one has read; the marker never goes back.
    public func markRead(roomID: UUID, commentID: UUID) async throws {
        let number = try await opened().replica.number(of: commentID)
        try await write(.markRead(ReadMark(roomID: current(roomID), commentID: commentID), number: number))
    }

    /// Leaves a room.
    public func leaveRoom(roomID: UUID) async throws {
        try await write(.leaveRoom(RoomReference(roomID: current(roomID))))
    }

    /// Sends what has failed once more, and what failed with it.
    public func retry(_ write: Write) async throws {
        try await change { [self] in try await $0.retry(write.id, at: now) }
    }

    /// Sends a comment or an edit that has failed with another text.
    public func edit(_ write: Write, content: String) async throws {
        try await change { [self] in try await $0.retry(write.id, saying: content, at: now) }
    }

    /// Forgets what has failed, and what failed with it.
    public func discard(_ write: Write) async throws {
        try await change { try await $0.discard(write.id) }
    }

    private func write(_ action: Write.Action) async throws {
        try await change { [self] in try await $0.add(action, at: now) }
    }

    private func change(_ body: (OutboxFile) async throws -> Void) async throws {
        let files = try await opened()
        try await body(files.outbox)
        // It is on disk by now. What can't be shown at the moment is shown next time.
        try? await refresh()
        signal()
    }

    /// The room that has taken the place of one that was made here.
    private func current(_ roomID: UUID) -> UUID { successors[roomID] ?? roomID }
}

import DavenportAPI
import Foundation

/// Writes that work without a network. Each call returns when the write is stored and shown. It is sent as soon as
/// there is a network, and a refused write stays in `writes` with its problem.
extension Replica {
    /// Creates a room.
    /// - Returns: its id. If the same people already have a room for the same subject, that room replaces this one once
    ///   the server has answered.
    /// - Throws: an error of the files, like all these functions.
    @discardableResult
    public func createRoom(_ room: NewRoom) async throws -> UUID {
        let id = room.id ?? UUID()
        try await write(.createRoom(NewRoom(id: id, subject: room.subject, memberIDs: room.memberIDs, rewatch: room.rewatch)))
        return id
    }

    /// Creates a comment.
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

    /// Edits one of the person's own comments.
    public func editComment(_ change: CommentChange) async throws {
        try await write(Write.Action.editComment(change).moved(from: change.roomID, to: current(change.roomID)))
    }

    /// Deletes a comment.
    public func deleteComment(roomID: UUID, commentID: UUID) async throws {
        try await write(.deleteComment(CommentReference(roomID: current(roomID), commentID: commentID)))
    }

    /// Marks a room's subject as watched by the person now.
    public func markWatched(roomID: UUID) async throws {
        try await write(.markWatched(WatchedMark(roomID: current(roomID), watchedAt: now)))
    }

    /// Removes the person's mark.
    public func unmarkWatched(roomID: UUID) async throws {
        try await write(.unmarkWatched(RoomReference(roomID: current(roomID))))
    }

    /// Moves the person's read marker to a comment; it never moves backwards.
    public func markRead(roomID: UUID, commentID: UUID) async throws {
        let number = try await opened().replica.number(of: commentID)
        try await write(.markRead(ReadMark(roomID: current(roomID), commentID: commentID), number: number))
    }

    /// Leaves a room.
    public func leaveRoom(roomID: UUID) async throws {
        try await write(.leaveRoom(RoomReference(roomID: current(roomID))))
    }

    /// Sends a failed write again, with the writes that failed with it.
    public func retry(_ write: Write) async throws {
        try await change { [self] in try await $0.retry(write.id, at: now) }
    }

    /// Sends a failed comment or edit again with another text.
    public func edit(_ write: Write, content: String) async throws {
        try await change { [self] in try await $0.retry(write.id, saying: content, at: now) }
    }

    /// Deletes a failed write, and the writes that failed with it.
    public func discard(_ write: Write) async throws {
        try await change { try await $0.discard(write.id) }
    }

    private func write(_ action: Write.Action) async throws {
        try await change { [self] in try await $0.add(action, at: now) }
    }

    private func change(_ body: (OutboxFile) async throws -> Void) async throws {
        let files = try await opened()
        try await body(files.outbox)
        // The write is stored by now. If it can't be shown at the moment, the next refresh shows it.
        try? await refresh()
        signal()
    }

    /// The room that replaced one that was created here.
    private func current(_ roomID: UUID) -> UUID { successors[roomID] ?? roomID }
}

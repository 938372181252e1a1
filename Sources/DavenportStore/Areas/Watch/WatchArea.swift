import DavenportAPI
import DavenportClient
import Foundation
import Observation

/// Keeps and shows rooms, their comments, and the dashboard.
@MainActor @Observable final class WatchArea: ReplicaArea {
    nonisolated static let rooms = ReplicaCollection<Room>(
        name: "room",
        changes: { page in
            page.rooms.map { changes in
                (
                    changes.items.map { room in room.position.map { room.with(position: $0.kept(from: page.now)) } ?? room },
                    changes.removed
                )
            }
        }, people: { $0.members.map { $0.user } },
        archivesAt: { $0.archivesAt })
    nonisolated static let comments = ReplicaThreads<Comment, Room>(
        name: "comment", parent: rooms.name,
        changes: { page in
            page.comments.map {
                ThreadChanges(items: $0.items, removed: $0.removed.map { ($0.roomID, $0.id) }, complete: $0.complete)
            }
        },
        thread: { $0.roomID }, number: { $0.number }, author: { $0.author }, members: { $0.members.map { $0.user.id } },
        list: { client, id in try await client.all(Endpoints.listComments, CommentQuery(roomID: id, limit: 500)).array() })
    nonisolated static let parts: [any ReplicaPart] = [
        rooms, comments, ReplicaDocument(part: .dashboard, people: { $0.sections.flatMap { $0.group.members } }),
        ReplicaDocument(part: .roomRequests, people: { $0.incoming.map { $0.user } }),
    ]
    nonisolated static let write: (any AreaWrite.Type)? = WatchWrite.self

    let rooms = Store<Room>()
    fileprivate(set) var dashboard = ReplicaDashboard()
    fileprivate(set) var roomRequests: RoomRequests?
    @ObservationIgnored let comments = OpenThreads<Comment>(WatchArea.comments)
    /// The comments that the spoiler gate lets through.
    @ObservationIgnored let gatedComments = OpenThreads<Comment>(WatchArea.comments)
    /// The next time at which the gate shows or hides a comment because a position advances.
    @ObservationIgnored private var gateMoment: Date?
    /// The number of unread comments above the pending read markers, by room. Rooms for which it isn't known are
    /// missing.
    @ObservationIgnored private var unread: [UUID: Int] = [:]
    /// The server's time at which the rooms were shown last.
    @ObservationIgnored fileprivate var shownAt = Date.distantPast

    var threads: [any AnyOpenThreads] { [comments, gatedComments] }

    func prepare(_ copy: ShownCopy, from file: ReplicaFile) async throws {
        var unread: [UUID: Int] = [:]
        if let me = copy.base.state.userID {
            for (action, _) in copy.writes(WatchWrite.self) {
                guard case .markRead(let mark, let number) = action else { continue }
                let count = try await file.unread(in: Self.rooms.name, mark.roomID, above: number ?? .max, by: me)
                if let count { unread[mark.roomID] = min(unread[mark.roomID] ?? .max, count) }
            }
        }
        self.unread = unread
    }

    func show(_ copy: ShownCopy) {
        let overlay = WatchOverlay(copy, unread: unread)
        let shown = overlay.rooms
        shownAt = copy.now
        rooms.show(shown)
        dashboard = overlay.dashboard(shown)
        roomRequests = copy.base[.roomRequests]
        comments.show { overlay.comments($0, of: $1) }
        gateMoment = nil
        gatedComments.show { items, roomID in
            let gated = GatedComments(overlay.comments(items, of: roomID), in: rooms[id: roomID], for: copy)
            gateMoment = [gateMoment, gated.changesAt].compactMap { $0 }.min()
            return gated.shown
        }
    }

    func fail(_ error: any Error) { rooms.fail(error) }

    func nextMoment(after now: Date) -> Date? {
        (rooms.items.filter { !$0.archived }.compactMap { $0.archivesAt } + [gateMoment].compactMap { $0 }).min()
    }
}

extension Replica {
    private var watch: WatchArea { area() }

    /// All rooms, the last active first. Rooms that aren't created yet come before all others. Only the replica changes
    /// the list.
    public var rooms: Store<Room> { watch.rooms }

    /// The second of the show or movie at which the person is now, by the server's clock; nil without a position. While
    /// the position is running, it advances by itself.
    public func second(in roomID: UUID) -> Int? {
        guard let position = watch.rooms[id: current(roomID)]?.position else { return nil }
        return position.second(at: position.age + Int(now.timeIntervalSince(watch.shownAt)))
    }

    /// The dashboard: the active rooms, by group, and the rooms that wait to be created.
    public var dashboard: ReplicaDashboard { watch.dashboard }

    /// The requests to join rooms that the person may answer, those that the person has made, and the rooms that the person has
    /// opened to their friends. Asking and answering need the network: see `DavenportClient.askToJoin`.
    public var roomRequests: RoomRequests? { watch.roomRequests }

    /// Returns a room's comments in the order of creation. They are loaded on the first call and freed when no caller
    /// holds the store. Those of an archived room are fetched from the server if they aren't stored.
    public func comments(of roomID: UUID) -> Store<Comment> { comments(of: roomID, gated: false) }

    /// Returns a room's comments, as `comments(of:)` does.
    /// - Parameter gated: whether to leave out other people's comments that lie ahead of the person, by `SpoilerGate`. The
    ///   list changes by itself as the position advances, and with every mark.
    public func comments(of roomID: UUID, gated: Bool) -> Store<Comment> {
        (gated ? watch.gatedComments : watch.comments).store(of: roomID, in: self)
    }
}

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
        try await write(
            WatchWrite.createRoom(NewRoom(id: id, subject: room.subject, memberIDs: room.memberIDs, rewatch: room.rewatch)))
        return id
    }

    /// Creates a comment. If the one that it answers is gone once it is sent, it answers none.
    /// - Returns: the comment's id.
    @discardableResult
    public func createComment(_ comment: NewComment) async throws -> UUID {
        try await createComment(comment, uploading: [])
    }

    /// Creates a comment with pictures of the device, which are uploaded before the comment is sent. They wait together, and the
    /// pictures are uploaded again if the server has deleted them before it got the comment.
    /// - Parameter uploads: the pictures in their order, behind those that the comment names already. At most 4 in all.
    /// - Returns: the comment's id.
    @discardableResult
    public func createComment(_ comment: NewComment, uploading uploads: [PictureUpload]) async throws -> UUID {
        let id = comment.id ?? UUID()
        let pictures = (comment.pictures ?? []) + uploads.map { NewPicture(fileID: $0.id, alternative: $0.alternative) }
        let new = NewComment(
            roomID: current(comment.roomID), id: id, seconds: comment.seconds, content: comment.content, literal: comment.literal,
            quote: comment.quote, replyTo: comment.replyTo, pictures: pictures.isEmpty ? nil : pictures)
        try await write(
            uploads.isEmpty ? WatchWrite.createComment(new) : .createPicturedComment(PicturedComment(new, uploads: uploads)))
        return id
    }

    /// Edits one of the person's own comments.
    public func editComment(_ change: CommentChange) async throws {
        try await write(WatchWrite.editComment(change).moved(from: change.roomID, to: current(change.roomID)))
    }

    /// Deletes a comment.
    public func deleteComment(roomID: UUID, commentID: UUID) async throws {
        try await write(WatchWrite.deleteComment(CommentReference(roomID: current(roomID), commentID: commentID)))
    }

    /// Marks a room's subject as watched by the person now.
    public func markWatched(roomID: UUID) async throws {
        try await write(WatchWrite.markWatched(WatchedMark(roomID: current(roomID), watchedAt: now)))
    }

    /// Removes the person's watched mark from a room.
    public func unmarkWatched(roomID: UUID) async throws {
        try await write(WatchWrite.unmarkWatched(RoomReference(roomID: current(roomID))))
    }

    /// Moves the person's read marker to a comment; it never moves backwards.
    public func markRead(roomID: UUID, commentID: UUID) async throws {
        let number = try await opened().replica.number(WatchArea.comments.name, commentID)
        try await write(WatchWrite.markRead(ReadMark(roomID: current(roomID), commentID: commentID), number: number))
    }

    /// Sets the person's position in a room. It counts from now on, also if it is sent later.
    /// - Parameter running: whether the person is watching, so that the position advances by itself. Renew it every
    ///   minute.
    public func setPosition(roomID: UUID, seconds: Int, running: Bool) async throws {
        try await write(WatchWrite.setPosition(NewPosition(roomID: current(roomID), seconds: seconds, running: running)))
    }

    /// Deletes the person's position in a room.
    public func deletePosition(roomID: UUID) async throws {
        try await write(WatchWrite.deletePosition(RoomReference(roomID: current(roomID))))
    }

    /// Reacts to a comment with an emoji.
    public func addReaction(roomID: UUID, commentID: UUID, emoji: String) async throws {
        try await write(WatchWrite.addReaction(reaction(roomID, commentID, emoji)))
    }

    /// Takes back the person's reaction to a comment.
    public func removeReaction(roomID: UUID, commentID: UUID, emoji: String) async throws {
        try await write(WatchWrite.removeReaction(reaction(roomID, commentID, emoji)))
    }

    private func reaction(_ roomID: UUID, _ commentID: UUID, _ emoji: String) -> ReactionReference {
        ReactionReference(roomID: current(roomID), commentID: commentID, emoji: Emoji.canonical(emoji) ?? emoji)
    }

    /// Leaves a room.
    public func leaveRoom(roomID: UUID) async throws {
        try await write(WatchWrite.leaveRoom(RoomReference(roomID: current(roomID))))
    }
}

import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Updates the displayed state from the files and memory after a change.
    func refresh() async throws {
        try await showings.take { [self] in
            guard let files else { return }
            entries = try await files.outbox.entries()
            var unread: [UUID: Int] = [:]
            if let me = base.state.userID {
                for entry in visible(files) {
                    guard case .markRead(let mark, let number) = entry.action else { continue }
                    let count = try await files.replica.unread(in: mark.roomID, above: number ?? .max, by: me)
                    if let count { unread[mark.roomID] = min(unread[mark.roomID] ?? .max, count) }
                }
            }
            show(visible(files), unread)
        }
    }

    /// The writes to apply over the base: neither failed ones nor those whose effect the base contains.
    private func visible(_ files: Files) -> [OutboxEntry] {
        entries.filter { $0.failure == nil && base.state.endedAfter?.has($0, of: files.outbox.id) != true }
    }

    private func show(_ visible: [OutboxEntry], _ unread: [UUID: Int]) {
        let overlay = Overlay(base: base, writes: visible, now: now, unread: unread)
        let shown = overlay.rooms
        rooms.show(shown)
        showItems()
        dashboard = overlay.dashboard(shown)
        (people, me, friends) = (base.people, base.documents.me, base.documents.friends)
        (blocks, mutes) = (base.documents.blocks?.items, base.documents.mutes)
        notifications = base.documents.notifications
        (writes, isWhole) = (entries.filter { $0.answer == nil }.map { $0.write }, base.state.isWhole)
        openRooms = openRooms.filter { $0.value.store != nil || $0.value.other != nil }
        for (id, room) in openRooms where room.isLoaded {
            let comments = overlay.comments(room.comments, of: id)
            room.store?.show(comments)
            if room.other !== room.store { room.other?.show(comments) }
        }
    }

    /// Applies a page's changes to the memory, and shows them.
    func take(_ effect: Effect) async throws {
        base.state = effect.state
        for room in effect.rooms { base.rooms[room.id] = room }
        for id in effect.removedRooms { base.rooms[id] = nil }
        takeItems(effect)
        for stub in effect.people { base.people[stub.id] = stub }
        base.documents.me = effect.documents.me ?? base.documents.me
        base.documents.friends = effect.documents.friends ?? base.documents.friends
        base.documents.blocks = effect.documents.blocks ?? base.documents.blocks
        base.documents.notifications = effect.documents.notifications ?? base.documents.notifications
        base.documents.mutes = effect.documents.mutes ?? base.documents.mutes
        base.documents.dashboard = effect.documents.dashboard ?? base.documents.dashboard
        try await readComments(of: effect.commented)
        try await refresh()
    }

    /// Reloads everything if another process has written.
    func reloadIfChanged() async throws {
        guard let files else { return }
        let found = try await Self.versions(files)
        if found == versions { return }
        versions = found
        try await reload()
    }

    /// Numbers that change whenever another process has written.
    nonisolated static func versions(_ files: Files) async throws -> [Int] {
        [try await files.replica.database.version(), try await files.outbox.database.version()]
    }

    /// Reloads everything from the files.
    func reload() async throws {
        guard let files else { return }
        base = try await files.replica.load()
        try await readComments(of: Set(openRooms.keys))
        try await refresh()
    }

    func readComments(of rooms: Set<UUID>) async throws {
        guard let files else { return }
        for id in rooms where openRooms[id] != nil {
            let comments = try await files.replica.comments(of: id).comments
            openRooms[id]?.comments = comments
            openRooms[id]?.isLoaded = true
        }
    }

    /// Loads the comments of an open room, and fetches missing ones from the server.
    /// - Parameter fail: called with the error if the stored comments can't be shown.
    func open(_ id: UUID, fail: (any Error) -> Void) async {
        let files: Files
        do {
            files = try await opened()
            try await files.replica.note(opened: id, at: now)
            try await readComments(of: [id])
            try await refresh()
        } catch {
            return fail(error)
        }
        // Without a network, the stored comments stay visible, and opening the room again shows them too. The next pass
        // fetches the rest.
        try? await fetchComments(of: id, files)
    }

    /// Fetches an archived room's comments. Those of active rooms arrive with the sync passes.
    private func fetchComments(of id: UUID, _ files: Files) async throws {
        guard base.rooms[id]?.archivesAt != nil, try await !files.replica.comments(of: id).areAll else { return }
        try await serialQueue.take { [self] in
            while try await !readList(of: id, files) { try await reload() }
        }
    }

    /// Fetches all comments of a room from its list.
    /// - Returns: false if another process was faster, so that nothing was written.
    func readList(of id: UUID, _ files: Files) async throws -> Bool {
        let asked = base.state
        let comments: [Comment]
        do {
            comments = try await client.all(Endpoints.listComments, CommentQuery(roomID: id, limit: 500)).array()
        } catch let error as APIError where error.code == .notFound {
            // The room was left or deleted since; the next pass removes it.
            return true
        }
        try environment.pass(.listed)
        let list = Dictionary(comments.map { ($0.id, $0) }) { $1 }.values.sorted { $0.number < $1.number }
        return try await shielded { [self] in
            guard let effect = try await files.replica.write(list: list, of: id, asked: asked) else { return false }
            try environment.pass(.listWritten)
            try await take(effect)
            return true
        }
    }

    /// Completes the work even if the calling task is cancelled, so that memory and files agree.
    func shielded<Value: Sendable>(_ body: @escaping @MainActor () async throws -> Value) async throws -> Value {
        try await Task { try await body() }.value
    }
}

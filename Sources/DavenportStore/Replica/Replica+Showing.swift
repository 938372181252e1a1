import DavenportAPI
import DavenportClient
import Foundation

extension Replica {
    /// Updates the displayed state from the files and memory after a change.
    func refresh() async throws {
        try await displayQueue.run { [self] in
            guard let files else { return }
            entries = try await files.outbox.entries()
            for area in areas { try await area.prepare(copy(files), from: files.replica) }
            let copy = copy(files)
            for area in areas { area.show(copy) }
            (people, isWhole) = (base.people, base.state.isWhole)
            writes = entries.filter { $0.answer == nil }.map { $0.write }
        }
    }

    private func copy(_ files: Files) -> ShownCopy { ShownCopy(base: base, entries: visible(files), now: now) }

    /// Returns the writes to apply to the base: neither failed ones nor those whose effects the base contains.
    private func visible(_ files: Files) -> [OutboxEntry] {
        entries.filter { $0.failure == nil && base.state.endedAfter?.has($0, of: files.outbox.id) != true }
    }

    /// Applies a page's changes to the memory, and shows them.
    func take(_ effect: Effect) async throws {
        base.state = effect.state
        for part in ReplicaAreas.parts { part.take(effect, into: &base) }
        for stub in effect.people { base.people[stub.id] = stub }
        try await readThreads(effect.threads)
        try await refresh()
    }

    /// Reloads everything if another process has written to the files.
    func reloadIfChanged() async throws {
        guard let files else { return }
        let found = try await Self.versions(files)
        if found == versions { return }
        versions = found
        try await reload()
    }

    /// Returns numbers that change whenever another process has written to the files.
    nonisolated static func versions(_ files: Files) async throws -> [Int] {
        [try await files.replica.database.version(), try await files.outbox.database.version()]
    }

    /// Reloads everything from the files.
    func reload() async throws {
        guard let files else { return }
        base = try await files.replica.load()
        try await readThreads()
        try await refresh()
    }

    /// Reads the threads that the app holds: those of the given ids, or all.
    func readThreads(_ ids: Set<UUID>? = nil) async throws {
        guard let files else { return }
        for threads in areas.flatMap({ $0.threads }) { try await threads.read(ids ?? threads.ids, from: files.replica) }
    }

    /// Loads a thread that the app opens, and fetches what is missing from the server.
    /// - Parameter fail: called with the error if the stored items can't be shown.
    func open(_ id: UUID, of threads: any AnyThreads, fail: (any Error) -> Void) async {
        let files: Files
        do {
            files = try await opened()
            try await files.replica.note(opened: id, threads.parent, at: now)
            try await readThreads([id])
            try await refresh()
        } catch {
            return fail(error)
        }
        // Without a network, the stored items stay visible, and opening the thread again shows them too. The next pass
        // fetches the rest.
        try? await fetch(id, of: threads, files)
    }

    /// Fetches an archived item's thread. Those of active items arrive with the sync passes.
    private func fetch(_ id: UUID, of threads: any AnyThreads, _ files: Files) async throws {
        guard try await files.replica.isArchivable(threads.parent, id), try await !files.replica.isComplete(threads.parent, id) else {
            return
        }
        try await serialQueue.run { [self] in
            while try await !readList(of: id, threads, files) { try await reload() }
        }
    }

    /// Fetches a whole thread from its list.
    /// - Returns: false if another process was faster, so that nothing was written.
    func readList<Threads: AnyThreads>(of id: UUID, _ threads: Threads, _ files: Files) async throws -> Bool {
        let asked = base.state
        let found: [Threads.Item]
        do { found = try await threads.list(client, id) } catch let error as APIError where error.code == .notFound {
            // The item was left or deleted since; the next pass removes it.
            return true
        }
        try environment.reach(.listed)
        // If the list changes while it is read, its last page is the newest.
        let list = Array(Dictionary(found.map { ($0.id, $0) }) { $1 }.values)
        return try await shielded { [self] in
            guard let effect = try await files.replica.write(list: list, of: id, threads, asked: asked) else { return false }
            try environment.reach(.listWritten)
            try await take(effect)
            return true
        }
    }

    /// Completes the work even if the calling task is cancelled, so that memory and files agree.
    func shielded<Value: Sendable>(_ body: @escaping @MainActor () async throws -> Value) async throws -> Value {
        try await Task { try await body() }.value
    }
}

import DavenportAPI
import Foundation

/// The threads that the app holds, whatever the type of their items: see `OpenThreads`.
@MainActor protocol AnyOpenThreads: AnyObject {
    /// The ids of the held threads.
    var ids: Set<UUID> { get }
    /// Reads the items of those of the given threads that the app holds.
    func read(_ ids: Set<UUID>, from file: ReplicaFile) async throws
    /// Replaces a thread that was created on this device by an existing one. The app's store of the former then shows
    /// the latter's items.
    func replace(_ made: UUID, by existing: UUID)
    /// Forgets all items.
    func clear()
}

/// The threads of a collection whose stores the app holds, such as the comments of open rooms.
@MainActor final class OpenThreads<Item: ReplicaItem>: AnyOpenThreads {
    private struct Open {
        weak var store: Store<Item>?
        /// The store of the thread that was created on this device and that this one replaced. It shows the same items.
        weak var other: Store<Item>?
        var items: [Item] = []
        var isLoaded = false
    }

    private let kind: any AnyThreads
    private var open: [UUID: Open] = [:]

    init(_ kind: any AnyThreads) {
        self.kind = kind
    }

    var ids: Set<UUID> { Set(open.keys) }

    /// Returns the store of a thread. It is loaded on the first call and freed when no caller holds it.
    func store(of id: UUID, in replica: Replica) -> Store<Item> {
        let id = replica.current(id)
        if let store = open[id]?.store { return store }
        let store = Store<Item>()
        open[id] = Open(store: store, other: open[id]?.other)
        let kind = kind
        Task { [weak store] in await replica.open(id, of: kind) { store?.fail($0) } }
        return store
    }

    func read(_ ids: Set<UUID>, from file: ReplicaFile) async throws {
        for id in ids where open[id] != nil {
            let items: [Item] = try await file.thread(kind.name, id)
            open[id]?.items = items
            open[id]?.isLoaded = true
        }
    }

    func replace(_ made: UUID, by existing: UUID) {
        let held = open.removeValue(forKey: made)
        open[existing, default: Open(store: held?.store)].other = held?.store
    }

    func clear() {
        for id in open.keys { open[id]?.items = [] }
    }

    /// Shows the held threads.
    /// - Parameter body: returns the items to show, from a thread's stored items and its id.
    func show(_ body: ([Item], UUID) -> [Item]) {
        open = open.filter { $0.value.store != nil || $0.value.other != nil }
        for (id, thread) in open where thread.isLoaded {
            let items = body(thread.items, id)
            thread.store?.show(items)
            if thread.other !== thread.store { thread.other?.show(items) }
        }
    }
}

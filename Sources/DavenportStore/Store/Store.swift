import Foundation
import Observation

/// An ordered list of items in memory and on disk. A change is written to disk before it is shown, so that everything
/// shown is stored.
///
/// A store with a file of its own is writable; the stores of a `Replica` show its data and are read-only. Every call
/// waits for the first load, and calls take effect in their order. `@Stored` makes the items a property of a model.
@MainActor @Observable
public final class Store<Item: Codable & Equatable & Sendable> {
    /// All items in their order; empty until the store has loaded.
    public private(set) var items: [Item] = []
    /// Whether the first load has ended, so that an empty list means that there are no items.
    public private(set) var hasLoaded = false
    /// The rows that no longer decode. `items` holds the others.
    public private(set) var faults: [StoreFault] = []

    /// Nil if a replica stores the items.
    @ObservationIgnored private let file: ItemFile<Item>?
    @ObservationIgnored private var contents: StoreContents<Item>
    /// Returns an item's id.
    @ObservationIgnored private let identify: (Item) -> AnyHashable
    @ObservationIgnored private var loading: Task<Void, any Error>?
    /// The latest requested change, which the next one waits for.
    @ObservationIgnored private var latest: Task<Void, any Error>?
    @ObservationIgnored private var waiting: [CheckedContinuation<Void, any Error>] = []
    @ObservationIgnored private let eventBroadcast = Broadcast<StoreEvent<Item>>()
    @ObservationIgnored private let shown = Broadcast<[Item]>()

    /// Opens a store of items with an `id` in a file. Loading begins at once.
    /// - Parameter file: used by this store and this process alone. It is created with its folder if it doesn't exist.
    public convenience init(file: URL) where Item: Identifiable {
        self.init(file: file) { $0.id }
    }

    /// Opens a store in a file, with the property or function that identifies its items. Loading begins at once.
    /// - Parameters:
    ///   - file: used by this store and this process alone. It is created with its folder if it doesn't exist.
    ///   - id: a key path such as `\.slug`, which the compiler turns into a closure, or a closure. It returns the same
    ///     id for an item each time, and two items with the same id are the same item in two versions.
    public convenience init<ID: Hashable>(file: URL, id: @escaping (Item) -> ID) {
        self.init(ItemFile(file)) { AnyHashable(id($0)) }
        startLoading()
    }

    /// Creates a read-only store that shows a replica's items: see `show`.
    convenience init() where Item: Identifiable {
        self.init(nil) { AnyHashable($0.id) }
    }

    private init(_ file: ItemFile<Item>?, _ identify: @escaping (Item) -> AnyHashable) {
        (self.file, self.identify, contents) = (file, identify, StoreContents(identify: identify))
    }

    /// The item with an id; nil if there is none.
    @_disfavoredOverload
    public subscript(id id: AnyHashable) -> Item? { contents.place(of: id).map { items[$0] } }

    /// Waits for the first load.
    /// - Throws: the error if the file can't be read. The next call tries again.
    public func itemsHaveLoaded() async throws {
        if hasLoaded { return }
        if file != nil { return try await (loading ?? startLoading()).value }
        try await withCheckedThrowingContinuation { waiting.append($0) }
    }

    /// Makes several steps as one change: one transaction on disk, one update in memory, all or nothing.
    /// - Parameter body: adds the steps to the change. If it throws, nothing changes.
    /// - Throws: an error of `body`, an error of the file, or `StoreError.isReadOnly`; then nothing changes.
    public func change(_ body: (inout StoreChange<Item>) throws -> Void) async throws {
        guard let file else { throw StoreError.isReadOnly }
        var change = StoreChange(identify: identify)
        try body(&change)
        let (steps, before) = (change.steps, latest)
        let turn = Task {
            _ = await before?.result
            try await itemsHaveLoaded()
            try await perform(steps, in: file)
        }
        latest = turn
        try await turn.value
    }

    /// A stream of the store's events. The first event has the present state: `loaded` with the items, or `initialized`
    /// if the store hasn't loaded yet.
    public var events: AsyncStream<StoreEvent<Item>> { eventBroadcast.stream(first: hasLoaded ? .loaded(items) : .initialized([])) }

    /// The items once loaded, and after each change. A slow reader gets only the newest value.
    public var values: AsyncStream<[Item]> { shown.stream(first: hasLoaded ? items : nil, policy: .bufferingNewest(1)) }

    @discardableResult private func startLoading() -> Task<Void, any Error> {
        let task = Task {
            defer { loading = nil }
            guard let file else { return }
            let loaded = try await file.load()
            faults = loaded.faults
            begin(with: StoreContents(loaded.entries, lastRow: loaded.lastRow, identify: identify))
        }
        loading = task
        return task
    }

    private func perform(_ steps: [StoreChange<Item>.Step], in file: ItemFile<Item>) async throws {
        var changed = contents
        let difference = changed.apply(steps)
        if difference.isEmpty { return }
        try await file.write(difference)
        contents = changed
        if difference.emptiesRows, !faults.isEmpty { faults = [] }
        publish(difference)
    }

    private func begin(with loaded: StoreContents<Item>) {
        contents = loaded
        items = contents.items
        hasLoaded = true
        eventBroadcast.send(.loaded(items))
        shown.send(items)
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    private func publish(_ difference: StoreContents<Item>.Difference) {
        items = contents.items
        if !difference.removed.isEmpty { eventBroadcast.send(.removed(difference.removed)) }
        if !difference.inserted.isEmpty { eventBroadcast.send(.inserted(difference.inserted)) }
        shown.send(items)
    }
}

extension Store {
    /// Replaces the displayed items of a store without a file. Each id occurs once.
    func show(_ items: [Item]) {
        let entries = items.enumerated().map { StoredRow(row: Int64($0 + 1), item: $1) }
        guard hasLoaded else { return begin(with: StoreContents(entries, identify: identify)) }
        if items == self.items { return }
        let old = Dictionary(uniqueKeysWithValues: self.items.map { (identify($0), $0) })
        let new = Set(items.map(identify))
        var difference = StoreContents<Item>.Difference()
        difference.removed = self.items.filter { !new.contains(identify($0)) }
        difference.inserted = items.filter { old[identify($0)] != $0 }
        contents = StoreContents(entries, identify: identify)
        publish(difference)
    }

    /// Fails all callers that wait for the first load.
    func fail(_ error: any Error) {
        for waiter in waiting { waiter.resume(throwing: error) }
        waiting = []
    }
}

extension Store {
    /// Appends an item, or replaces the one with the same id.
    /// - Parameter invalidation: the items to remove first, in the same change.
    /// - Throws: as `change`.
    @_disfavoredOverload
    public func insert(_ item: Item, invalidating invalidation: Invalidation<AnyHashable> = .none) async throws {
        try await change { $0.insert(item, invalidating: invalidation) }
    }

    /// Appends items in their order, and replaces those with the same ids.
    /// - Parameter invalidation: the items to remove first, in the same change.
    /// - Throws: as `change`.
    @_disfavoredOverload
    public func insert(_ items: [Item], invalidating invalidation: Invalidation<AnyHashable> = .none) async throws {
        try await change { $0.insert(items, invalidating: invalidation) }
    }

    /// Removes the item with this item's id, if there is one.
    /// - Throws: as `change`.
    public func remove(_ item: Item) async throws {
        try await change { $0.remove(item) }
    }

    /// Removes the items with these ids, if they exist.
    /// - Throws: as `change`.
    @_disfavoredOverload
    public func remove(ids: [AnyHashable]) async throws {
        try await change { $0.remove(ids: ids) }
    }

    /// Removes everything, including rows that no longer decode.
    /// - Throws: as `change`.
    public func removeAll() async throws {
        try await change { $0.removeAll() }
    }
}

/// The same functions for items with an `id`, so that the compiler knows the type of their ids.
extension Store where Item: Identifiable, Item.ID: Sendable {
    /// The item with an id; nil if there is none.
    public subscript(id id: Item.ID) -> Item? { self[id: AnyHashable(id)] }

    /// Appends an item, or replaces the one with the same id.
    /// - Parameter invalidation: the items to remove first, in the same change.
    /// - Throws: as `change`.
    public func insert(_ item: Item, invalidating invalidation: Invalidation<Item.ID> = .none) async throws {
        try await change { $0.insert(item, invalidating: invalidation) }
    }

    /// Appends items in their order, and replaces those with the same ids.
    /// - Parameter invalidation: the items to remove first, in the same change.
    /// - Throws: as `change`.
    public func insert(_ items: [Item], invalidating invalidation: Invalidation<Item.ID> = .none) async throws {
        try await change { $0.insert(items, invalidating: invalidation) }
    }

    /// Removes the items with these ids, if they exist.
    /// - Throws: as `change`.
    public func remove(ids: [Item.ID]) async throws {
        try await change { $0.remove(ids: ids) }
    }
}

import Foundation
import Observation

/// Items in memory and on disk, in their order: the disk first, so that what is shown is kept.
///
/// A store of one's own is a file; the stores of a `Replica` show what it holds, and are only read. Whatever is asked of a store waits for
/// its first load, and happens in the order in which it was asked.
@MainActor @Observable
public final class Store<Item: Codable & Equatable & Identifiable & Sendable> where Item.ID: Sendable {
    /// Everything, in its order; empty until it has loaded.
    public private(set) var items: [Item] = []
    /// Whether the first load is over, so that empty means that there is nothing.
    public private(set) var hasLoaded = false
    /// The rows that no longer decode. The others are among `items`.
    public private(set) var faults: [StoreFault] = []

    /// Nil where somebody else keeps what is shown.
    @ObservationIgnored private let file: ItemFile<Item>?
    @ObservationIgnored private var contents = StoreContents<Item>()
    @ObservationIgnored private var loading: Task<Void, any Error>?
    /// The change that was asked for last: the next one waits for it.
    @ObservationIgnored private var latest: Task<Void, any Error>?
    @ObservationIgnored private var waiting: [CheckedContinuation<Void, any Error>] = []
    @ObservationIgnored private let told = Broadcast<StoreEvent<Item>>()
    @ObservationIgnored private let shown = Broadcast<[Item]>()

    /// A store that lives in a file. It begins to load at once.
    /// - Parameter file: of this store alone, and of this process; made where there is none, with its folder.
    public init(file: URL) {
        self.file = ItemFile(file)
        startLoading()
    }

    /// A store that shows what somebody else keeps: see `show`.
    init() {
        file = nil
    }

    /// The item with an id, where there is one.
    public subscript(id id: Item.ID) -> Item? { contents.place(of: id).map { items[$0] } }

    /// Waits for the first load.
    /// - Throws: why the file can't be read. The next one who asks tries again.
    public func itemsHaveLoaded() async throws {
        if hasLoaded { return }
        if file != nil { return try await (loading ?? startLoading()).value }
        try await withCheckedThrowingContinuation { waiting.append($0) }
    }

    /// Several steps as one change: one transaction on disk, one change in memory, all or nothing.
    /// - Parameter body: says what happens; where it throws, nothing does.
    /// - Throws: what `body` throws, why the disk refuses, or `StoreError.isReadOnly`; then everything is as before.
    public func change(_ body: (inout StoreChange<Item>) throws -> Void) async throws {
        guard let file else { throw StoreError.isReadOnly }
        var change = StoreChange<Item>()
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

    /// What happens from now on, after what is there: `loaded` with the present items, or `initialized` where it hasn't loaded yet.
    public var events: AsyncStream<StoreEvent<Item>> { told.stream(first: hasLoaded ? .loaded(items) : .initialized([])) }

    /// The items as they are once loaded, and after each change. Who reads slowly gets the newest alone.
    public var values: AsyncStream<[Item]> { shown.stream(first: hasLoaded ? items : nil, policy: .bufferingNewest(1)) }

    @discardableResult private func startLoading() -> Task<Void, any Error> {
        let task = Task {
            defer { loading = nil }
            guard let file else { return }
            let loaded = try await file.load()
            faults = loaded.faults
            begin(with: loaded.contents)
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
        tell(difference)
    }

    private func begin(with loaded: StoreContents<Item>) {
        contents = loaded
        items = contents.items
        hasLoaded = true
        told.send(.loaded(items))
        shown.send(items)
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    private func tell(_ difference: StoreContents<Item>.Difference) {
        items = contents.items
        if !difference.removed.isEmpty { told.send(.removed(difference.removed)) }
        if !difference.inserted.isEmpty { told.send(.inserted(difference.inserted)) }
        shown.send(items)
    }
}

extension Store {
    /// Shows these from now on, each id once, in this order: for a store without a file.
    func show(_ items: [Item]) {
        let entries = items.enumerated().map { StoreContents<Item>.Entry(row: Int64($0 + 1), item: $1) }
        guard hasLoaded else { return begin(with: StoreContents(entries)) }
        if items == self.items { return }
        let old = Dictionary(uniqueKeysWithValues: self.items.map { ($0.id, $0) })
        let new = Set(items.map { $0.id })
        var difference = StoreContents<Item>.Difference()
        difference.removed = self.items.filter { !new.contains($0.id) }
        difference.inserted = items.filter { old[$0.id] != $0 }
        contents = StoreContents(entries)
        tell(difference)
    }

    /// Nothing will be shown: whoever waits is told why.
    func fail(_ error: any Error) {
        for waiter in waiting { waiter.resume(throwing: error) }
        waiting = []
    }
}

extension Store {
    /// Puts an item at the end, or in the place of the one with the same id.
    /// - Parameter invalidation: what is removed before, in the same change.
    /// - Throws: as `change`.
    public func insert(_ item: Item, invalidating invalidation: Invalidation<Item.ID> = .none) async throws {
        try await change { $0.insert(item, invalidating: invalidation) }
    }

    /// Puts items at the end in their order, each with a known id in the place of that one.
    /// - Parameter invalidation: what is removed before, in the same change.
    /// - Throws: as `change`.
    public func insert(_ items: [Item], invalidating invalidation: Invalidation<Item.ID> = .none) async throws {
        try await change { $0.insert(items, invalidating: invalidation) }
    }

    /// Removes the item with this one's id; nothing where there is none.
    /// - Throws: as `change`.
    public func remove(_ item: Item) async throws {
        try await change { $0.remove(item) }
    }

    /// Removes the items with these ids, as far as there are any.
    /// - Throws: as `change`.
    public func remove(ids: [Item.ID]) async throws {
        try await change { $0.remove(ids: ids) }
    }

    /// Removes everything, also what no longer decodes.
    /// - Throws: as `change`.
    public func removeAll() async throws {
        try await change { $0.removeAll() }
    }
}

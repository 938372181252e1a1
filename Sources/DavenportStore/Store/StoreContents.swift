/// An item with its row number on disk.
struct StoredRow<Item: Sendable>: Sendable {
    let row: Int64
    let item: Item
}

/// A store's items in their order, each with its row number on disk. Rows have the same order as items.
struct StoreContents<Item: Equatable & Sendable> {
    typealias Entry = StoredRow<Item>

    /// The result of a change, for the file and for readers of events.
    struct Difference: Sendable {
        var removed: [Item] = []
        var inserted: [Item] = []
        var deletedRows: [Int64] = []
        var writtenRows: [Entry] = []
        /// Whether all rows are deleted before others are written, including rows that can't be decoded.
        var emptiesRows = false

        var isEmpty: Bool { removed.isEmpty && deletedRows.isEmpty && writtenRows.isEmpty && !emptiesRows }
    }

    private(set) var entries: [Entry] = []
    private let identify: (Item) -> AnyHashable
    private var places: [AnyHashable: Int] = [:]
    private var lastRow: Int64 = 0

    /// Creates the contents from a file's rows.
    /// - Parameters:
    ///   - entries: by row number. If several have the same id, the last one counts.
    ///   - lastRow: the highest row number in use, including rows that can't be decoded.
    ///   - identify: returns an item's id.
    init(_ entries: [Entry] = [], lastRow: Int64 = 0, identify: @escaping (Item) -> AnyHashable) {
        self.identify = identify
        for entry in entries {
            let id = identify(entry.item)
            if let place = places[id] {
                self.entries[place] = entry
            } else {
                places[id] = self.entries.count
                self.entries.append(entry)
            }
        }
        self.lastRow = max(lastRow, entries.last?.row ?? 0)
    }

    var items: [Item] { entries.map { $0.item } }

    func place(of id: AnyHashable) -> Int? { places[id] }

    /// Applies the steps in order, in memory only.
    mutating func apply(_ steps: [StoreChange<Item>.Step]) -> Difference {
        var work = Work(entries: entries, places: places, lastRow: lastRow, identify: identify)
        for step in steps {
            switch step {
            case .insert(let items): items.forEach { work.insert($0) }
            case .remove(let ids): ids.forEach { work.remove($0) }
            case .removeAll: work.removeAll()
            }
        }
        entries = work.entries.compactMap { $0 }
        if entries.count == work.entries.count {
            places = work.places
        } else {
            places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { (identify($1.item), $0) })
        }
        lastRow = work.lastRow
        return work.difference
    }

    /// A working copy for the steps. A removed item leaves a gap until all steps are applied.
    private struct Work {
        var entries: [Entry?]
        var places: [AnyHashable: Int]
        var lastRow: Int64
        private let identify: (Item) -> AnyHashable
        /// The entries before the change, in the order in which steps touched them; nil if there was none.
        private var before: [(id: AnyHashable, entry: Entry?)] = []
        private var touched: Set<AnyHashable> = []
        private var emptiesRows = false

        init(entries: [Entry], places: [AnyHashable: Int], lastRow: Int64, identify: @escaping (Item) -> AnyHashable) {
            (self.entries, self.places, self.lastRow, self.identify) = (entries, places, lastRow, identify)
        }

        mutating func insert(_ item: Item) {
            let id = identify(item)
            touch(id)
            if let place = places[id] {
                if let entry = entries[place], entry.item != item { entries[place] = Entry(row: entry.row, item: item) }
            } else {
                lastRow += 1
                places[id] = entries.count
                entries.append(Entry(row: lastRow, item: item))
            }
        }

        mutating func remove(_ id: AnyHashable) {
            guard let place = places[id] else { return }
            touch(id)
            entries[place] = nil
            places[id] = nil
        }

        mutating func removeAll() {
            for entry in entries { if let entry { touch(identify(entry.item)) } }
            (entries, places, emptiesRows) = ([], [:], true)
        }

        private mutating func touch(_ id: AnyHashable) {
            guard touched.insert(id).inserted else { return }
            before.append((id, places[id].flatMap { entries[$0] }))
        }

        var difference: Difference {
            var difference = Difference(emptiesRows: emptiesRows)
            for (id, old) in before {
                let new = places[id].flatMap { entries[$0] }
                if let old, old.row != new?.row, !emptiesRows { difference.deletedRows.append(old.row) }
                if let old, new == nil { difference.removed.append(old.item) }
                guard let new else { continue }
                let isWritten = old?.row != new.row || old?.item != new.item
                if isWritten || emptiesRows { difference.writtenRows.append(new) }
                if isWritten { difference.inserted.append(new.item) }
            }
            return difference
        }
    }
}

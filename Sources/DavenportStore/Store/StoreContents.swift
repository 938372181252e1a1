/// A store's items in their order, each with its row number on disk. Rows have the same order as items.
struct StoreContents<Item: Equatable & Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    struct Entry: Sendable {
        let row: Int64
        let item: Item
    }

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
    private var places: [Item.ID: Int] = [:]
    private var lastRow: Int64 = 0

    /// Creates the contents from a file's rows.
    /// - Parameters:
    ///   - entries: by row number. If several have the same id, the last one counts.
    ///   - lastRow: the highest row number in use, including rows that can't be decoded.
    init(_ entries: [Entry] = [], lastRow: Int64 = 0) {
        for entry in entries {
            if let place = places[entry.item.id] {
                self.entries[place] = entry
            } else {
                places[entry.item.id] = self.entries.count
                self.entries.append(entry)
            }
        }
        self.lastRow = max(lastRow, entries.last?.row ?? 0)
    }

    var items: [Item] { entries.map { $0.item } }

    func place(of id: Item.ID) -> Int? { places[id] }

    /// Applies the steps in order, in memory only.
    mutating func apply(_ steps: [StoreChange<Item>.Step]) -> Difference {
        var work = Work(entries: entries, places: places, lastRow: lastRow)
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
            places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.item.id, $0) })
        }
        lastRow = work.lastRow
        return work.difference
    }

    /// A working copy for the steps. A removed item leaves a gap until all steps are applied.
    private struct Work {
        var entries: [Entry?]
        var places: [Item.ID: Int]
        var lastRow: Int64
        /// The entries before the change, in the order in which steps touched them; nil if there was none.
        private var before: [(id: Item.ID, entry: Entry?)] = []
        private var touched: Set<Item.ID> = []
        private var emptiesRows = false

        init(entries: [Entry], places: [Item.ID: Int], lastRow: Int64) {
            (self.entries, self.places, self.lastRow) = (entries, places, lastRow)
        }

        mutating func insert(_ item: Item) {
            touch(item.id)
            if let place = places[item.id] {
                if let entry = entries[place], entry.item != item { entries[place] = Entry(row: entry.row, item: item) }
            } else {
                lastRow += 1
                places[item.id] = entries.count
                entries.append(Entry(row: lastRow, item: item))
            }
        }

        mutating func remove(_ id: Item.ID) {
            guard let place = places[id] else { return }
            touch(id)
            entries[place] = nil
            places[id] = nil
        }

        mutating func removeAll() {
            for entry in entries { if let entry { touch(entry.item.id) } }
            (entries, places, emptiesRows) = ([], [:], true)
        }

        private mutating func touch(_ id: Item.ID) {
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

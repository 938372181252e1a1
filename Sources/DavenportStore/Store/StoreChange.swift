/// What an insertion removes before, so that both are one change.
public enum Invalidation<ID: Hashable & Sendable>: Sendable {
    /// Nothing.
    case none
    /// Everything, also what no longer decodes.
    case all
    /// The items with these ids, as far as there are any.
    case items([ID])
}

/// Several steps that are one change of a store: all of them or none, on disk and in memory.
public struct StoreChange<Item: Identifiable & Sendable> where Item.ID: Sendable {
    enum Step: Sendable {
        case insert([Item])
        case remove([Item.ID])
        case removeAll
    }

    private(set) var steps: [Step] = []

    /// Puts an item at the end, or in the place of the one with the same id.
    /// - Parameter invalidation: what is removed before.
    public mutating func insert(_ item: Item, invalidating invalidation: Invalidation<Item.ID> = .none) {
        insert([item], invalidating: invalidation)
    }

    /// Puts items at the end in their order, each with a known id in the place of that one.
    /// - Parameter invalidation: what is removed before.
    public mutating func insert(_ items: [Item], invalidating invalidation: Invalidation<Item.ID> = .none) {
        switch invalidation {
        case .none: break
        case .all: steps.append(.removeAll)
        case .items(let ids): steps.append(.remove(ids))
        }
        steps.append(.insert(items))
    }

    /// Removes the item with this one's id; nothing where there is none.
    public mutating func remove(_ item: Item) {
        steps.append(.remove([item.id]))
    }

    /// Removes the items with these ids, as far as there are any.
    public mutating func remove(ids: [Item.ID]) {
        steps.append(.remove(ids))
    }

    /// Removes everything, also what no longer decodes.
    public mutating func removeAll() {
        steps.append(.removeAll)
    }
}

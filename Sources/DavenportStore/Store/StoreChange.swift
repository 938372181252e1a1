/// What an insertion removes first, in the same change.
public enum Invalidation<ID: Hashable & Sendable>: Sendable {
    /// Nothing.
    case none
    /// Everything, including rows that no longer decode.
    case all
    /// The items with these ids, if they exist.
    case items([ID])
}

/// Several steps that make one change of a store: all of them or none, on disk and in memory.
public struct StoreChange<Item: Identifiable & Sendable> where Item.ID: Sendable {
    enum Step: Sendable {
        case insert([Item])
        case remove([Item.ID])
        case removeAll
    }

    private(set) var steps: [Step] = []

    /// Appends an item, or replaces the one with the same id.
    /// - Parameter invalidation: the items to remove first.
    public mutating func insert(_ item: Item, invalidating invalidation: Invalidation<Item.ID> = .none) {
        insert([item], invalidating: invalidation)
    }

    /// Appends items in their order, and replaces those with the same ids.
    /// - Parameter invalidation: the items to remove first.
    public mutating func insert(_ items: [Item], invalidating invalidation: Invalidation<Item.ID> = .none) {
        switch invalidation {
        case .none: break
        case .all: steps.append(.removeAll)
        case .items(let ids): steps.append(.remove(ids))
        }
        steps.append(.insert(items))
    }

    /// Removes the item with this item's id, if there is one.
    public mutating func remove(_ item: Item) {
        steps.append(.remove([item.id]))
    }

    /// Removes the items with these ids, if they exist.
    public mutating func remove(ids: [Item.ID]) {
        steps.append(.remove(ids))
    }

    /// Removes everything, including rows that no longer decode.
    public mutating func removeAll() {
        steps.append(.removeAll)
    }
}

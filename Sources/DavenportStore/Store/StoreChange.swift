/// The items that an insertion removes first, in the same change.
public enum Invalidation<ID: Hashable> {
    /// Nothing.
    case none
    /// Everything, including rows that no longer decode.
    case all
    /// The items with these ids, if they exist.
    case items([ID])

    /// The same invalidation without the type of the ids.
    var erased: Invalidation<AnyHashable> {
        switch self {
        case .none: .none
        case .all: .all
        case .items(let ids): .items(ids)
        }
    }
}

extension Invalidation: Sendable where ID: Sendable {}

/// Several steps that make one change of a store: all of them or none, on disk and in memory.
public struct StoreChange<Item> {
    enum Step {
        case insert([Item])
        case remove([AnyHashable])
        case removeAll
    }

    private let identify: (Item) -> AnyHashable
    private(set) var steps: [Step] = []

    init(identify: @escaping (Item) -> AnyHashable) {
        self.identify = identify
    }

    /// Appends an item, or replaces the one with the same id.
    /// - Parameter invalidation: the items to remove first.
    @_disfavoredOverload
    public mutating func insert(_ item: Item, invalidating invalidation: Invalidation<AnyHashable> = .none) {
        insert([item], invalidating: invalidation)
    }

    /// Appends items in their order, and replaces those with the same ids.
    /// - Parameter invalidation: the items to remove first.
    @_disfavoredOverload
    public mutating func insert(_ items: [Item], invalidating invalidation: Invalidation<AnyHashable> = .none) {
        switch invalidation {
        case .none: break
        case .all: steps.append(.removeAll)
        case .items(let ids): steps.append(.remove(ids))
        }
        steps.append(.insert(items))
    }

    /// Removes the item with this item's id, if there is one.
    public mutating func remove(_ item: Item) {
        steps.append(.remove([identify(item)]))
    }

    /// Removes the items with these ids, if they exist.
    @_disfavoredOverload
    public mutating func remove(ids: [AnyHashable]) {
        steps.append(.remove(ids))
    }

    /// Removes everything, including rows that no longer decode.
    public mutating func removeAll() {
        steps.append(.removeAll)
    }
}

/// The same functions for items with an `id`, so that the compiler knows the type of their ids.
extension StoreChange where Item: Identifiable {
    /// Appends an item, or replaces the one with the same id.
    /// - Parameter invalidation: the items to remove first.
    public mutating func insert(_ item: Item, invalidating invalidation: Invalidation<Item.ID> = .none) {
        insert([item], invalidating: invalidation.erased)
    }

    /// Appends items in their order, and replaces those with the same ids.
    /// - Parameter invalidation: the items to remove first.
    public mutating func insert(_ items: [Item], invalidating invalidation: Invalidation<Item.ID> = .none) {
        insert(items, invalidating: invalidation.erased)
    }

    /// Removes the items with these ids, if they exist.
    public mutating func remove(ids: [Item.ID]) {
        steps.append(.remove(ids))
    }
}

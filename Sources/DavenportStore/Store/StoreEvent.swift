import Foundation

/// A change of a store.
public enum StoreEvent<Item: Sendable>: Sendable {
    /// The store was opened and hasn't read its file yet. It holds these initial items.
    case initialized([Item])
    /// The store has loaded these items.
    case loaded([Item])
    /// These items are new, or replaced others with the same ids.
    case inserted([Item])
    /// These items were removed.
    case removed([Item])

    /// The items that the event concerns.
    public var items: [Item] {
        switch self {
        case .initialized(let items), .loaded(let items), .inserted(let items), .removed(let items): items
        }
    }
}

extension StoreEvent: Equatable where Item: Equatable {}

/// A row that no longer decodes. It stays on disk until everything is removed, because a later version of the app may
/// be able to read it.
public struct StoreFault: Sendable {
    /// The row's content: JSON.
    public let data: Data
    /// The decoding error.
    public let error: any Error
}

/// The reason why a store refuses a change.
public enum StoreError: Error, Sendable, Equatable {
    /// The store shows a replica's items, which only the replica's own calls change.
    case isReadOnly
}

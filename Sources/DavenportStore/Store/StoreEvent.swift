import Foundation

/// What happened to a store.
public enum StoreEvent<Item: Sendable>: Sendable {
    /// It is there, and hasn't loaded yet.
    case initialized([Item])
    /// It has loaded these.
    case loaded([Item])
    /// These are new, or in the place of others with their ids.
    case inserted([Item])
    /// These are gone.
    case removed([Item])

    /// The items that it is about.
    public var items: [Item] {
        switch self {
        case .initialized(let items), .loaded(let items), .inserted(let items), .removed(let items): items
        }
    }
}

extension StoreEvent: Equatable where Item: Equatable {}

/// A row that no longer decodes. It stays on disk, where a later version of the app may read it, until everything is removed.
public struct StoreFault: Sendable {
    /// As it was written: JSON.
    public let data: Data
    /// Why it doesn't decode.
    public let error: any Error
}

/// Why a store does nothing.
public enum StoreError: Error, Sendable, Equatable {
    /// Its items are what a replica shows: they change by the replica's own calls.
    case isReadOnly
}

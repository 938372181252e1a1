import DavenportAPI
import Foundation

extension FeedScope {
    /// Reads the position of a collection that is synced in the order of ids.
    ///
    /// - Returns: the id of the last item before the page, or nil for the start of the collection.
    /// - Throws: `invalid` for a malformed position.
    package func placeID() throws -> UUID? {
        guard let place else { return nil }
        var reader = ByteTextReader(place)
        guard let id = reader.uuid(), reader.isAtEnd else { throw Self.misplaced }
        return id
    }
}

extension FeedItems {
    /// Makes the page items of a collection that is synced in the order of ids.
    ///
    /// - Parameters:
    ///   - items: sorted by id, at most as many as the scope's `rows`.
    ///   - removed: the ids of deleted items, sorted by id, at most as many as the scope's `rows`.
    ///   - size: returns the size of an item, in the unit of `most`.
    ///   - most: the total size at which a page ends.
    ///   - put: puts the items and removals into the answer.
    package static func list<Item>(
        _ items: [(id: UUID, item: Item)], removed: [UUID] = [], in scope: FeedScope, size: @escaping (Item) -> Int = { _ in 0 },
        most: Int = .max, put: @escaping (inout Changes, [Item], [UUID]) -> Void
    ) -> FeedItems {
        let entries = (items.map { ($0.id, Optional($0.item)) } + removed.map { ($0, nil) }).sorted { $0.0 < $1.0 }
        return FeedItems { changes, limit in
            var (page, gone, place, sum) = ([Item](), [UUID](), scope.place, 0)
            defer { put(&changes, page, gone) }
            for (id, item) in entries {
                if page.count + gone.count == limit || sum >= most { return .interrupted(at: place) }
                if let item {
                    page.append(item)
                    sum += size(item)
                } else {
                    gone.append(id)
                }
                var writer = ByteTextWriter()
                writer.write(id)
                place = writer.bytes
            }
            return .ended(page.count + gone.count)
        }
    }
}

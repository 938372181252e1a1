import DavenportAPI
import Foundation

extension FeedScope {
    /// Behind which item to go on, of a collection that is told by id; nil for its beginning.
    /// - Throws: `invalid` for a place that no such collection has written.
    package func placeID() throws -> UUID? {
        guard let place else { return nil }
        var reader = ByteTextReader(place)
        guard let id = reader.uuid(), reader.isAtEnd else { throw Self.misplaced }
        return id
    }
}

extension FeedItems {
    /// What a page can tell of a collection that is told by id.
    /// - Parameters:
    ///   - items: by id, as many as the scope asks for at most.
    ///   - removed: ids of what is gone, likewise.
    ///   - size: how large an item is.
    ///   - most: of how much together a page is that ends there.
    ///   - put: puts it into the answer.
    package static func list<Item>(
        _ items: [(id: UUID, item: Item)], removed: [UUID] = [], in scope: FeedScope, size: @escaping (Item) -> Int = { _ in 0 },
        most: Int = .max, put: @escaping (inout Changes, [Item], [UUID]) -> Void
    ) -> FeedItems {
        let told = (items.map { ($0.id, Optional($0.item)) } + removed.map { ($0, nil) }).sorted { $0.0 < $1.0 }
        return FeedItems { changes, limit in
            var (page, gone, place, sum) = ([Item](), [UUID](), scope.place, 0)
            defer { put(&changes, page, gone) }
            for (id, item) in told {
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

import DavenportAPI
import Foundation

/// A position of the sync feed in a collection of numbered items in threads. A *thread* numbers its items, as a room
/// numbers comments.
package struct ThreadPosition: Equatable, Sendable {
    package let threadID: UUID
    package let number: Int
    /// Whether the whole thread has been returned.
    package var isEnd: Bool { number == Self.last }

    private static let last = Int(Int32.max)

    init(threadID: UUID, number: Int) { (self.threadID, self.number) = (threadID, number) }

    static func end(of threadID: UUID) -> ThreadPosition { ThreadPosition(threadID: threadID, number: last) }

    /// Decodes a position.
    ///
    /// - Throws: `invalid` for malformed bytes.
    package init(_ bytes: [UInt8]) throws {
        var reader = ByteTextReader(bytes)
        guard let threadID = reader.uuid(), let number = reader.number(), number <= UInt64(Self.last), reader.isAtEnd else {
            throw FeedScope.misplaced
        }
        self.init(threadID: threadID, number: Int(number))
    }

    var bytes: [UInt8] {
        var writer = ByteTextWriter()
        writer.write(threadID)
        writer.write(UInt64(max(0, number)))
        return writer.bytes
    }
}

/// One row of a thread: an item, a deleted item, or a note that the thread has no item or no more items.
package struct ThreadRow<Item> {
    package enum Found {
        /// An item and the size of its text in bytes.
        case item(Item, bytes: Int)
        case removed(UUID)
        case nothing
    }

    let threadID: UUID
    let isWhole: Bool
    let number: Int
    let found: Found

    /// - Parameter isWhole: whether the client gets the whole thread, not only its changes.
    package init(threadID: UUID, isWhole: Bool, number: Int, found: Found) {
        (self.threadID, self.isWhole, self.number, self.found) = (threadID, isWhole, number, found)
    }

    fileprivate var isNothing: Bool { if case .nothing = found { true } else { false } }
}

/// The items, removals and complete threads of a page, while the page is assembled.
package struct ThreadPage<Item> {
    package private(set) var items: [Item] = []
    package private(set) var removed: [(threadID: UUID, id: UUID)] = []
    /// The threads all of whose items have been returned.
    package private(set) var complete: [UUID] = []
    fileprivate var bytes = 0
    fileprivate var place: ThreadPosition?

    fileprivate var count: Int { items.count + removed.count }

    /// Adds a row to the page.
    ///
    /// - Parameter isLast: whether it is the last row of its thread.
    fileprivate mutating func add(_ row: ThreadRow<Item>, isLast: Bool) {
        switch row.found {
        case .item(let item, let size):
            items.append(item)
            bytes += size
        case .removed(let id): removed.append((row.threadID, id))
        case .nothing: break
        }
        if row.isWhole && isLast { complete.append(row.threadID) }
        place = isLast ? .end(of: row.threadID) : ThreadPosition(threadID: row.threadID, number: row.number)
    }
}

extension FeedItems {
    /// Makes the page items of a collection that is synced by thread and number.
    ///
    /// - Parameters:
    ///   - rows: sorted by thread and number, at most as many as the scope's `rows`.
    ///   - size: the total size in bytes at which a page ends.
    ///   - put: puts the page into the answer.
    package static func threads<Item>(
        _ rows: [ThreadRow<Item>], in scope: FeedScope, size: Int, put: @escaping (inout Changes, ThreadPage<Item>) -> Void
    ) -> FeedItems {
        FeedItems { changes, limit in
            var page = ThreadPage<Item>()
            defer { put(&changes, page) }
            for (index, row) in rows.enumerated() {
                if !row.isNothing, page.count == limit || page.bytes >= size {
                    return .interrupted(at: page.place?.bytes ?? scope.place)
                }
                let next = index + 1 < rows.count ? rows[index + 1].threadID : nil
                // If the query returned as many rows as its limit allows, the thread of the last row may have more.
                page.add(row, isLast: next.map { $0 != row.threadID } ?? (rows.count < scope.rows))
            }
            return rows.count < scope.rows ? .ended(page.count) : .interrupted(at: page.place?.bytes ?? scope.place)
        }
    }
}

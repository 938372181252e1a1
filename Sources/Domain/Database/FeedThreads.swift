import DavenportAPI
import Foundation

/// Behind which numbered thing of which thread a page of the feed goes on: a *thread* is what things are numbered in, as comments are in a
/// room.
package struct ThreadPlace: Equatable, Sendable {
    package let threadID: UUID
    package let number: Int
    /// Whether the thread has been told to its end.
    package var isEnd: Bool { number == Self.last }

    private static let last = Int(Int32.max)

    init(threadID: UUID, number: Int) { (self.threadID, self.number) = (threadID, number) }

    static func end(of threadID: UUID) -> ThreadPlace { ThreadPlace(threadID: threadID, number: last) }

    /// - Throws: `invalid` for bytes that it has not written.
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

/// What was found of a thread: an item, one that is gone, or that there is none, or none more.
package struct ThreadRow<Item> {
    package enum Found {
        /// An item, and how many bytes its text has.
        case item(Item, bytes: Int)
        case removed(UUID)
        case nothing
    }

    let threadID: UUID
    let isWhole: Bool
    let number: Int
    let found: Found

    /// - Parameter isWhole: whether all of the thread is told.
    package init(threadID: UUID, isWhole: Bool, number: Int, found: Found) {
        (self.threadID, self.isWhole, self.number, self.found) = (threadID, isWhole, number, found)
    }

    fileprivate var isNothing: Bool { if case .nothing = found { true } else { false } }
}

/// What a page tells of threads, while it is put together.
package struct ThreadPage<Item> {
    package private(set) var items: [Item] = []
    package private(set) var removed: [(threadID: UUID, id: UUID)] = []
    /// The threads all of whose items have been told.
    package private(set) var complete: [UUID] = []
    fileprivate var bytes = 0
    fileprivate var place: ThreadPlace?

    fileprivate var count: Int { items.count + removed.count }

    /// - Parameter isLast: whether it is its thread's last one.
    fileprivate mutating func add(_ row: ThreadRow<Item>, isLast: Bool) {
        switch row.found {
        case .item(let item, let size):
            items.append(item)
            bytes += size
        case .removed(let id): removed.append((row.threadID, id))
        case .nothing: break
        }
        if row.isWhole && isLast { complete.append(row.threadID) }
        place = isLast ? .end(of: row.threadID) : ThreadPlace(threadID: row.threadID, number: row.number)
    }
}

extension FeedItems {
    /// What a page can tell of threads.
    /// - Parameters:
    ///   - rows: by thread and number, as many as the scope asks for at most.
    ///   - size: of how many bytes a page is that ends there.
    ///   - put: puts it into the answer.
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
                // Where as many rows came as were asked for, the last one's thread may have more.
                page.add(row, isLast: next.map { $0 != row.threadID } ?? (rows.count < scope.rows))
            }
            return rows.count < scope.rows ? .ended(page.count) : .interrupted(at: page.place?.bytes ?? scope.place)
        }
    }
}

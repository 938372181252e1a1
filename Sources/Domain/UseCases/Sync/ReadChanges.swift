import DavenportAPI
import Foundation

/// A page of the changes for the caller.
struct ChangesPage: Sendable {
    let changes: Changes
    /// Whether nothing has changed.
    let isEmpty: Bool
}

extension UseCases {
    /// Reads one page of the changes for the caller. `listChanges` uses it.
    /// - Throws: `resyncRequired` if the cursor can't be continued in this database; `unauthenticated` or
    ///   `tenantNotFound` if the caller's session or tenant has ended or been suspended.
    func readChanges(_ caller: Caller, since: FeedStart, limit: Int) async throws -> ChangesPage {
        let feed = Feed.gathered(areas, for: caller.tenant.features)
        let cursor = since.cursor
        let read = try await database.transaction(for: caller, .snapshot) { transaction in
            try await FeedRepository(transaction).page(
                of: feed, for: caller, since: cursor, collections: since != .now, limit: limit)
        }
        if let cursor, let cause = Self.fault(of: cursor, against: read) {
            changeNotifier.count(cause)
            throw Problem(.resyncRequired)
        }
        if let fault = read.fault { throw fault }
        if cursor?.pass != nil, read.collections.isEmpty { throw FeedCursor.misplaced }

        var changes = Changes(now: read.now, next: "", more: false)
        for collection in feed.collections { collection.nothing(&changes) }
        let target = cursor?.pass?.target ?? FeedCursor.Synced(snapshot: read.head.snapshot, moment: read.now)
        let (count, stop) = try Self.add(read.collections, limit, to: &changes)
        for part in read.collections { await part.collection.complete(&changes, self) }
        let pass = stop.map {
            FeedCursor.Pass(
                target: target, collection: feed.collections.count - read.collections.count + $0.collection, place: $0.place)
        }
        var contents: [FeedDocument.Content] = []
        for document in read.documents { contents.append(try await document.content(caller, self)) }
        let hasChanges = since == .now ? false : Self.add(contents, received: cursor?.digests, to: &changes)
        let next = FeedCursor(
            epoch: read.head.epoch, base: pass == nil ? target : cursor?.base, digests: contents.map(\.digest), pass: pass)
        changes.next = next.text
        changes.more = pass != nil
        return ChangesPage(changes: changes, isEmpty: count == 0 && !hasChanges && pass == nil && cursor?.pass == nil)
    }

    /// Returns why a cursor can't be continued, or nil. The cursor must belong to this database's history, and be young
    /// enough that all removals since are still stored.
    private static func fault(of cursor: FeedCursor, against read: FeedRepository.Page) -> ResyncCause? {
        if cursor.epoch != read.head.epoch { return .history }
        if let moment = cursor.moment, read.now.timeIntervalSince(moment) > SyncRules.lifetime { return .age }
        return max(cursor.base?.snapshot.xmax ?? 0, cursor.pass?.target.snapshot.xmax ?? 0) > read.head.xmax ? .future : nil
    }

    /// The position at which a full page breaks off. The next page continues there.
    private struct Stop {
        /// The index among the collections that were read.
        let collection: Int
        let place: [UInt8]?
    }

    /// Adds the collections' items until the page is full.
    private static func add(
        _ collections: [ReadCollection], _ limit: Int, to changes: inout Changes
    ) throws -> (count: Int, stop: Stop?) {
        var count = 0
        for (index, collection) in collections.enumerated() {
            switch try collection.items().add(&changes, limit - count) {
            case .ended(let added): count += added
            case .interrupted(let place): return (count, Stop(collection: index, place: place))
            }
        }
        return (count, nil)
    }

    /// Adds the documents whose digests differ from `received`: those that the client received last.
    /// - Returns: whether any document differs.
    private static func add(_ contents: [FeedDocument.Content], received: [[UInt8]]?, to changes: inout Changes) -> Bool {
        var hasChanges = false
        for (index, content) in contents.enumerated() where received?.count != contents.count || received?[index] != content.digest {
            content.add(&changes)
            hasChanges = true
        }
        return hasChanges
    }
}

/// Says where the changes of a request start.
enum FeedStart: Equatable, Sendable {
    case beginning
    case now
    case cursor(FeedCursor)

    /// Parses the parameter `since` of a request.
    /// - Throws: `invalid` naming `since`, or `resyncRequired`.
    init(_ text: String?) throws {
        switch text {
        case nil: self = .beginning
        case ChangesQuery.sinceNow: self = .now
        case let text?: self = .cursor(try FeedCursor(text))
        }
    }

    var cursor: FeedCursor? { if case .cursor(let cursor) = self { cursor } else { nil } }

    /// Whether there may be no changes, so that the request can wait.
    var canWait: Bool { cursor.map { $0.pass == nil } ?? false }
}

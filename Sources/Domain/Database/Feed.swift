import DavenportAPI
import Foundation
import JSON
import Postgres
import Secrets

/// An area's part of the sync feed (rules 13): collections, which are synced item by item, and documents, which are synced whole.
package struct Feed: Sendable {
    /// The collections in the order in which they are returned. A collection comes after those that its items refer to.
    let collections: [FeedCollection]
    let documents: [FeedDocument]

    /// Declares an area's part. Leave out a parameter if the area has nothing of that kind.
    package init(collections: [FeedCollection] = [], documents: [FeedDocument] = []) {
        (self.collections, self.documents) = (collections, documents)
    }

    /// Combines the areas' collections and documents, without those whose feature the tenant doesn't use.
    static func gathered(_ areas: [Area], for features: [Feature]) -> Feed {
        let has = { (feature: Feature?) in feature.map(features.contains) ?? true }
        return Feed(
            collections: areas.flatMap(\.feed.collections).filter { has($0.feature) },
            documents: areas.flatMap(\.feed.documents).filter { has($0.feature) })
    }
}

/// Everything that a collection needs to read one page.
package struct FeedScope: Sendable {
    package let transaction: TenantTransaction
    package let userID: UUID
    /// Whether the user administers the tenant and sees everybody's names.
    package let seesAll: Bool
    /// The snapshot up to which the client is synced, or nil for a full sync.
    package let base: Snapshot?
    /// The moment up to which the client is synced, or the distant past for a full sync. Changes that only time brought
    /// since are returned too.
    package let syncedAt: Date
    /// The snapshot up to which the client is synced after the pass, or nil if it is the snapshot of this page.
    package let target: Snapshot?
    /// The moment of the pass's first page. Changes that time brings later are left to the next pass.
    package let moment: Date
    /// The number of rows to read: enough for the page, and one more that shows whether more follow.
    package let rows: Int
    /// The position at which the page continues, as the collection encoded it, or nil for the start of the collection.
    package let place: [UInt8]?
    /// Whether the page begins with this collection, so that the statements of the collection before it didn't run.
    package let isFirst: Bool

    /// Returns the condition that a stamp belongs to a change that the client hasn't received.
    ///
    /// A stamp beyond the newest transaction comes from another database cluster and counts as received.
    /// - Parameter stamp: the `xid8` column. The condition can use a range of its index.
    package func isUnsynced(_ stamp: SQL) -> SQL {
        guard let base else { return "true" }
        return """
            (\(fragment: stamp) >= \(String(base.xmin))::xid8 AND \(fragment: stamp) < (SELECT pg_snapshot_xmax(pg_current_snapshot()))
                AND NOT pg_visible_in_snapshot(\(fragment: stamp), \(base.text)::pg_snapshot))
            """
    }

    /// Returns the condition that this pass returns the change with this stamp. Any other change is left to the next pass.
    package func isDue(_ stamp: SQL) -> SQL {
        guard let target else { return "true" }
        let seen: SQL = "pg_visible_in_snapshot(\(fragment: stamp), \(target.text)::pg_snapshot)"
        // A bounded target forgets which transactions behind its `xmax` had committed. This pass returns their changes,
        // since the target of the next pass may be bounded too and leave them out again. Changes since the first page
        // are returned by both passes.
        return target.mayBeBounded ? "(\(fragment: seen) OR \(fragment: stamp) >= \(String(target.xmax))::xid8)" : seen
    }

    /// Returns the condition that a moment came after the last sync and not after the start of this pass.
    package func hasCome(_ moment: SQL) -> SQL {
        "(\(fragment: moment) > \(syncedAt) AND \(fragment: moment) <= \(self.moment))"
    }

    /// The error for a position that the collection can't have encoded.
    package static var misplaced: Problem { FeedCursor.misplaced }
}

/// A list in the sync feed. Changed items are returned whole, and deleted ones by their ids.
package struct FeedCollection: Sendable {
    /// The feature that the tenant must use to get the collection, or nil for all tenants.
    let feature: Feature?
    /// An expression over the user's row in `users`, called `u`. If its value changes, the user must sync from the beginning.
    let standing: SQL?
    /// Puts an empty list into the answer.
    let nothing: @Sendable (inout Changes) -> Void
    /// Makes the statements that read a page.
    let statements: @Sendable (FeedScope) throws -> [SQL]
    /// Makes the page's items from the rows.
    let items: @Sendable ([Rows], FeedScope) throws -> FeedItems
    /// Adds to the page's items what isn't in the rows, such as pictures.
    let complete: @Sendable (inout Changes, UseCases) async -> Void

    /// - Parameters:
    ///   - feature: the feature that the tenant must use to get the collection, or nil for all tenants.
    ///   - standing: an expression over the user's row in `users`, called `u`, that decides what the user sees of the
    ///     collection. If its value changes, the user must sync from the beginning.
    ///   - nothing: puts an empty list into the answer.
    ///   - statements: makes the statements that read a page.
    ///   - items: makes the page's items from the rows of those statements.
    ///   - complete: adds to the page's items what isn't in the rows.
    package init(
        feature: Feature?, standing: SQL? = nil, nothing: @escaping @Sendable (inout Changes) -> Void,
        statements: @escaping @Sendable (FeedScope) throws -> [SQL],
        items: @escaping @Sendable ([Rows], FeedScope) throws -> FeedItems,
        complete: @escaping @Sendable (inout Changes, UseCases) async -> Void = { _, _ in }
    ) {
        (self.feature, self.standing, self.nothing, self.statements) = (feature, standing, nothing, statements)
        (self.items, self.complete) = (items, complete)
    }
}

/// The rows of a collection that were read for one page.
struct ReadCollection: Sendable {
    let collection: FeedCollection
    let scope: FeedScope
    let rows: [Rows]

    /// Makes the page's items from the rows.
    func items() throws -> FeedItems { try collection.items(rows, scope) }
}

/// The rows of a document that were read for one page.
struct ReadDocument: Sendable {
    let document: FeedDocument
    let rows: [Rows]

    /// Makes the current content of the document from the rows.
    func content(_ caller: Caller, _ useCases: UseCases) async throws -> FeedDocument.Content {
        try await document.read(rows, caller, useCases)
    }
}

/// The items of a collection that a page can return, in the collection's order.
package struct FeedItems {
    /// Puts at most the given number of items and removals into the answer, and returns how far it came.
    let add: (inout Changes, Int) -> FeedProgress

    /// - Parameter add: puts at most the given number of items and removals into the answer, and returns how far it came.
    package init(add: @escaping (inout Changes, Int) -> FeedProgress) {
        self.add = add
    }
}

/// How far a page came in a collection.
package enum FeedProgress: Equatable {
    /// The page reached the end of the collection, with this number of items and removals.
    case ended(Int)
    /// The page is full before the end. The next page continues after this position, or at the start if it is nil.
    case interrupted(at: [UInt8]?)
}

/// A small document in the sync feed. It is returned whole if it differs from the one that the client received last.
package struct FeedDocument: Sendable {
    /// The feature that the tenant must use to get the document, or nil for all tenants.
    let feature: Feature?
    let statements: @Sendable (TenantTransaction, UUID) -> [SQL]
    let read: @Sendable ([Rows], Caller, UseCases) async throws -> Content

    /// The current content of a document.
    struct Content: Sendable {
        let digest: [UInt8]
        let add: @Sendable (inout Changes) -> Void
    }

    /// - Parameters:
    ///   - feature: the feature that the tenant must use to get the document, or nil for all tenants.
    ///   - statements: makes the statements that read the document for the user with the given id.
    ///   - value: makes the document from the rows of those statements.
    ///   - add: puts the document into the answer.
    package init<Value: Encodable & Sendable>(
        feature: Feature? = nil, statements: @escaping @Sendable (TenantTransaction, UUID) -> [SQL],
        value: @escaping @Sendable ([Rows], Caller, UseCases) async throws -> Value,
        add: @escaping @Sendable (inout Changes, Value) -> Void
    ) {
        self.feature = feature
        self.statements = statements
        read = { rows, caller, useCases in
            let value = try await value(rows, caller, useCases)
            let digest = try JSONWriter.withBytes(of: value) { Digest.sha256($0).prefix(FeedCursor.digestLength) }
            return Content(digest: Array(digest)) { add(&$0, value) }
        }
    }
}

import DavenportAPI
import Foundation
import Postgres
import Secrets

/// What an area brings to the feed of changes (rules 13): collections, told item by item, and documents, told whole.
package struct Feed: Sendable {
    /// In the order in which they are told: what others refer to comes first.
    let collections: [FeedCollection]
    let documents: [FeedDocument]

    /// Whatever is left out there is nothing of.
    package init(collections: [FeedCollection] = [], documents: [FeedDocument] = []) {
        (self.collections, self.documents) = (collections, documents)
    }

    /// What a community with these features has of several areas'.
    static func gathered(_ areas: [Area], for features: [Feature]) -> Feed {
        let has = { (feature: Feature?) in feature.map(features.contains) ?? true }
        return Feed(
            collections: areas.flatMap(\.feed.collections).filter { has($0.feature) },
            documents: areas.flatMap(\.feed.documents).filter { has($0.feature) })
    }
}

/// What is asked of a collection for one page.
package struct FeedScope: Sendable {
    package let transaction: TenantTransaction
    package let userID: UUID
    /// Whether they run the community, and see everybody's names.
    package let seesAll: Bool
    /// What was told; nil where everything is to be told.
    package let base: Snapshot?
    /// When that was told: what time has brought since is told too. In the distant past where everything is to be told.
    package let toldAt: Date
    /// What will have been told at the end of the pass; nil where that is what this page sees.
    package let target: Snapshot?
    /// The moment of the pass's first page: what time brings after it is told in the next pass.
    package let moment: Date
    /// So many rows are enough to know what the page has, and whether there is more.
    package let rows: Int
    /// Behind what to go on, as the collection itself has written it; nil for its beginning.
    package let place: [UInt8]?
    /// Whether the page begins with it: the statements of the collection before were not run.
    package let isFirst: Bool

    /// Whether a stamp is of something that was not told. A stamp from beyond what has begun is another cluster's, and counts as told.
    /// - Parameter stamp: the column; a range of its index can answer.
    package func isUntold(_ stamp: SQL) -> SQL {
        guard let base else { return "true" }
        return """
            (\(fragment: stamp) >= \(String(base.xmin))::xid8 AND \(fragment: stamp) < (SELECT pg_snapshot_xmax(pg_current_snapshot()))
                AND NOT pg_visible_in_snapshot(\(fragment: stamp), \(base.text)::pg_snapshot))
            """
    }

    /// Whether a stamp is of something that this pass tells; what isn't is told in the next one.
    package func isDue(_ stamp: SQL) -> SQL {
        guard let target else { return "true" }
        let seen: SQL = "pg_visible_in_snapshot(\(fragment: stamp), \(target.text)::pg_snapshot)"
        // What the pass's first page saw behind that is told rather than left to a next pass, which would leave it again. What came since
        // is told by both.
        return target.mayBeBounded ? "(\(fragment: seen) OR \(fragment: stamp) >= \(String(target.xmax))::xid8)" : seen
    }

    /// Whether a moment has come since what was told, and is told by this pass.
    package func hasCome(_ moment: SQL) -> SQL {
        "(\(fragment: moment) > \(toldAt) AND \(fragment: moment) <= \(self.moment))"
    }

    /// What is wrong with a place that the collection has not written.
    package static var misplaced: Problem { FeedCursor.misplaced }
}

/// Things that are told item by item, whole, and by their ids where they are gone.
package struct FeedCollection: Sendable {
    /// The feature that a community must have for it.
    let feature: Feature?
    /// What of their row in `users`, called `u`, decides over everything that somebody sees of it.
    let standing: SQL?
    /// Tells that there is nothing: an empty list.
    let nothing: @Sendable (inout Changes) -> Void
    /// What is asked for a page.
    let statements: @Sendable (FeedScope) throws -> [SQL]
    /// What the page can tell.
    let items: @Sendable ([Rows], FeedScope) throws -> FeedItems

    /// - Parameters:
    ///   - feature: the one that a community must have for it.
    ///   - standing: what of their row in `users`, called `u`, decides over everything that somebody sees of it: where that changes, all is
    ///     told anew.
    ///   - nothing: tells that there is nothing.
    ///   - statements: what is asked for a page.
    ///   - items: what the page can tell, of the rows of those statements.
    package init(
        feature: Feature?, standing: SQL? = nil, nothing: @escaping @Sendable (inout Changes) -> Void,
        statements: @escaping @Sendable (FeedScope) throws -> [SQL],
        items: @escaping @Sendable ([Rows], FeedScope) throws -> FeedItems
    ) {
        (self.feature, self.standing, self.nothing, self.statements, self.items) = (feature, standing, nothing, statements, items)
    }
}

/// What was read of a collection for one page.
struct ReadCollection: Sendable {
    let collection: FeedCollection
    let scope: FeedScope
    let rows: [Rows]

    /// What the page can tell of it.
    func items() throws -> FeedItems { try collection.items(rows, scope) }
}

/// What was read of a document.
struct ReadDocument: Sendable {
    let document: FeedDocument
    let rows: [Rows]

    /// The document as it is now.
    func content(_ caller: Caller, _ dependencies: Dependencies) async throws -> FeedDocument.Content {
        try await document.read(rows, caller, dependencies)
    }
}

/// What a page can tell of a collection, in its order.
package struct FeedItems {
    /// Tells as many items and removals as that, at most.
    let tell: (inout Changes, Int) -> FeedProgress

    /// - Parameter tell: tells as many items and removals as it is given, at most.
    package init(tell: @escaping (inout Changes, Int) -> FeedProgress) {
        self.tell = tell
    }
}

/// How far a page has come in a collection.
package enum FeedProgress: Equatable {
    /// To its end, with so many items and removals.
    case ended(Int)
    /// Not to its end: the next page goes on behind this place; nil is its beginning.
    case interrupted(at: [UInt8]?)
}

/// Something small that is told whole, where it differs from what was told last.
package struct FeedDocument: Sendable {
    /// The feature that a community must have for it.
    let feature: Feature?
    let statements: @Sendable (TenantTransaction, UUID) -> [SQL]
    let read: @Sendable ([Rows], Caller, Dependencies) async throws -> Content

    /// A document as it is now.
    struct Content: Sendable {
        let digest: [UInt8]
        let tell: @Sendable (inout Changes) -> Void
    }

    /// - Parameters:
    ///   - feature: the one that a community must have for it.
    ///   - statements: what is asked of the database, for the person of that id.
    ///   - value: the document, of the rows of those statements.
    ///   - tell: puts it into the answer.
    package init<Value: Encodable & Sendable>(
        feature: Feature? = nil, statements: @escaping @Sendable (TenantTransaction, UUID) -> [SQL],
        value: @escaping @Sendable ([Rows], Caller, Dependencies) async throws -> Value,
        tell: @escaping @Sendable (inout Changes, Value) -> Void
    ) {
        self.feature = feature
        self.statements = statements
        read = { rows, caller, dependencies in
            let value = try await value(rows, caller, dependencies)
            let digest = try JSONWriter.withBytes(of: value) { Digest.sha256($0).prefix(FeedCursor.digestLength) }
            return Content(digest: Array(digest)) { tell(&$0, value) }
        }
    }
}

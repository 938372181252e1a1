import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Reads the sync feed from the database: the current state, to which cursors are compared, and the collections and
/// documents that the areas declare.
struct FeedRepository: Repository {
    let transaction: TenantTransaction

    /// The state of the database when a page is read.
    struct Head: Sendable {
        /// The snapshot from which the page is read. It is bounded to the number of transactions that a cursor can
        /// store.
        let snapshot: Snapshot
        /// The first transaction id that wasn't assigned yet.
        let xmax: UInt64
        /// A digest of what identifies the history that cursors belong to. It differs for another database, for a
        /// restored backup, and for another caller.
        let epoch: [UInt8]
    }

    /// The rows that were read for one page, all from one snapshot.
    struct Page: Sendable {
        let now: Date
        let head: Head
        /// The collections that the page may return: the one that the sync has reached, and those after it.
        let collections: [ReadCollection]
        let documents: [ReadDocument]
        /// The error if the position in the cursor can't be decoded; otherwise nil. After such an error, only the state
        /// of the database was read.
        let fault: (any Error)?
    }

    /// Reads one page in one pipeline.
    /// - Parameters:
    ///   - cursor: the cursor that the client sent; nil for a client that begins to sync.
    ///   - collections: whether the page returns collections; otherwise it returns only documents.
    ///   - limit: the maximum number of items and removals on the page.
    func page(of feed: Feed, for caller: Caller, since cursor: FeedCursor?, collections: Bool, limit: Int) async throws -> Page {
        let first = collections ? min(cursor?.pass?.collection ?? 0, feed.collections.count) : feed.collections.count
        let scopes = feed.collections[first...].indices.map { index in
            FeedScope(
                transaction: transaction, userID: caller.userID, seesAll: caller.role.administers, base: cursor?.base?.snapshot,
                syncedAt: cursor?.base?.moment ?? .distantPast, target: cursor?.pass?.target.snapshot,
                moment: cursor?.pass?.target.moment ?? transaction.now, rows: limit + 1,
                place: index == cursor?.pass?.collection ? cursor?.pass?.place : nil, isFirst: index == first)
        }
        let head = statement(
            for: caller, idleSince: SessionRules.idleLimit(at: transaction.now), standings: feed.collections.compactMap(\.standing))
        let ofDocuments = feed.documents.map { $0.statements(transaction, caller.userID) }
        let ofCollections: [[SQL]]
        do { ofCollections = try zip(feed.collections[first...], scopes).map { try $0.statements($1) } } catch {
            return Page(
                now: transaction.now, head: try Self.head(try await transaction.query(head)), collections: [], documents: [], fault: error)
        }
        var rows = try await transaction.pipeline([head] + (ofDocuments + ofCollections).flatMap { $0 })[...]
        let read = try Self.head(rows.removeFirst())
        let documents = zip(feed.documents, ofDocuments).map { ReadDocument(document: $0, rows: rows.take($1.count)) }
        let collections = zip(zip(feed.collections[first...], scopes), ofCollections).map {
            ReadCollection(collection: $0.0, scope: $0.1, rows: rows.take($1.count))
        }
        return Page(now: transaction.now, head: read, collections: collections, documents: documents, fault: nil)
    }

    /// Returns the query for the state of the database. It also reads the caller's own row, so that the snapshot comes
    /// from the database that holds the tenant's rows.
    ///
    /// The query checks again that the caller's session is valid, because a long poll may have waited since it was
    /// authenticated.
    /// - Parameter standings: SQL expressions for further values. If one of them changes, older cursors become invalid.
    func statement(for caller: Caller, idleSince: Date, standings: [SQL]) -> SQL {
        let standings = standings.reduce("" as SQL) { "\(fragment: $0), \(fragment: $1)" }
        return """
            SELECT pg_current_snapshot()::text AS snapshot, t.suspended_at IS NOT NULL AS tenant_suspended, t.is_moving AS tenant_moving,
                concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
                    (SELECT oid FROM pg_database WHERE datname = current_database()), 'users'::regclass::oid, t.sync_key, t.features, u.id
                    \(fragment: standings)) AS history
            FROM users AS u
            JOIN tenants AS t ON t.id = \(transaction.tenantID)
            JOIN sessions AS s ON s.user_id = u.id
            WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(caller.userID) AND u.suspended_at IS NULL
                AND s.tenant_id = \(transaction.tenantID) AND s.id = \(caller.sessionID)
                AND s.expires_at > \(transaction.now) AND (s.last_used_at > \(idleSince) OR s.source = 'bot')
            """
    }

    /// Decodes the state of the database.
    /// - Throws: `unauthenticated` if the session has ended; `tenantNotFound` if the tenant is suspended; `unavailable`
    ///   if it is being moved.
    static func head(_ rows: Rows) throws -> Head {
        guard let row = rows.first else { throw Problem(.unauthenticated) }
        try TenantStanding(row, prefix: "tenant_").requireOpen()
        let (text, history): (String, String) = (try row["snapshot"], try row["history"])
        guard let snapshot = Snapshot(text) else {
            throw PostgresError.decoding(column: "snapshot", reason: "no snapshot: \(text)")
        }
        return Head(
            snapshot: snapshot.bounded(to: SyncRules.transactions), xmax: snapshot.xmax,
            epoch: Array(Digest.sha256(Array(history.utf8)).prefix(FeedCursor.epochLength)))
    }
}

extension ArraySlice {
    /// Removes and returns the first `count` elements.
    fileprivate mutating func take(_ count: Int) -> [Element] {
        defer { self = dropFirst(count) }
        return Array(prefix(count))
    }
}

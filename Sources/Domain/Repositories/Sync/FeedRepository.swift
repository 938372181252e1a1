import DavenportAPI
import Foundation
import Postgres
import Secrets

/// What the feed of changes asks of the database besides what the areas bring.
struct FeedRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// How things stand while a page is read.
    struct Head: Sendable {
        /// What the page sees, as far as a cursor remembers it.
        let snapshot: Snapshot
        /// What is from here on has not begun.
        let xmax: UInt64
        /// Of which history that is; see `epoch`.
        let epoch: [UInt8]
    }

    /// What was read for one page, all of it as one snapshot sees it.
    struct Page: Sendable {
        let now: Date
        let head: Head
        /// From the one on that the pass has come to.
        let collections: [ReadCollection]
        let documents: [ReadDocument]
        /// What is wrong with the cursor's place. Then nothing else was read.
        let fault: (any Error)?
    }

    /// Reads one page by one pipeline.
    /// - Parameters:
    ///   - cursor: nil where everything is to be told.
    ///   - collections: whether they are to be told.
    ///   - limit: how many items and removals the page may have.
    func page(of feed: Feed, for caller: Caller, since cursor: FeedCursor?, collections: Bool, limit: Int) async throws -> Page {
        let first = collections ? min(cursor?.pass?.collection ?? 0, feed.collections.count) : feed.collections.count
        let scopes = feed.collections[first...].indices.map { index in
            FeedScope(
                transaction: transaction, userID: caller.userID, seesAll: caller.role.administers, base: cursor?.base?.snapshot,
                toldAt: cursor?.base?.moment ?? .distantPast, target: cursor?.pass?.target.snapshot,
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
        let told = zip(zip(feed.collections[first...], scopes), ofCollections).map {
            ReadCollection(collection: $0.0, scope: $0.1, rows: rows.take($1.count))
        }
        return Page(now: transaction.now, head: read, collections: told, documents: documents, fault: nil)
    }

    /// Selected with the caller's own row, so that the snapshot is that of the database where their rows lie. Whether the caller's session
    /// still holds is asked here again: a request may have waited since that was known.
    /// - Parameter standings: what besides makes it another history.
    func statement(for caller: Caller, idleSince: Date, standings: [SQL]) -> SQL {
        let standings = standings.reduce("" as SQL) { "\(fragment: $0), \(fragment: $1)" }
        return """
            SELECT pg_current_snapshot()::text AS snapshot, t.suspended_at IS NOT NULL AS tenant_suspended,
                concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), left(pg_walfile_name(pg_current_wal_lsn()), 8),
                    (SELECT oid FROM pg_database WHERE datname = current_database()), 'users'::regclass::oid, t.sync_key, t.features, u.id
                    \(fragment: standings)) AS history
            FROM users AS u
            JOIN tenants AS t ON t.id = \(transaction.tenantID)
            JOIN sessions AS s ON s.user_id = u.id
            WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(caller.userID) AND u.suspended_at IS NULL
                AND s.tenant_id = \(transaction.tenantID) AND s.id = \(caller.sessionID)
                AND s.expires_at > \(transaction.now) AND s.last_used_at > \(idleSince)
            """
    }

    /// - Throws: `unauthenticated` where the session is over, `tenantNotFound` where the community is suspended.
    static func head(_ rows: Rows) throws -> Head {
        guard let row = rows.first else { throw Problem(.unauthenticated) }
        let isSuspended: Bool = try row["tenant_suspended"]
        guard !isSuspended else { throw Problem(.tenantNotFound) }
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
    /// Removes so many from the beginning.
    fileprivate mutating func take(_ count: Int) -> [Element] {
        defer { self = dropFirst(count) }
        return Array(prefix(count))
    }
}

import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// Adds the entries of the user's assignments to the sync feed. This collection must follow the collection
    /// `assignments`, whose statements store the ids of the page's assignments in a setting of the transaction (see
    /// `FeedAssignments`).
    static let entries = FeedCollection(
        feature: .class, nothing: { $0.entries = EntryChanges(items: [], removed: [], complete: []) },
        statements: { scope in
            let feed = try EntryFeed(scope)
            return feed.noted + [scope.base == nil ? feed.page(feed.whole) : feed.page(feed.whole, feed.changed)]
        },
        items: { rows, scope in try EntryFeed(scope).items(rows[rows.count - 1]) })
}

/// Builds the statements that read entries for the sync feed, by assignment and number.
///
/// All entries are read for an assignment that the client hasn't received yet and that isn't archived. For an
/// assignment that the client has received, only the changed entries are read.
struct EntryFeed {
    private let scope: FeedScope
    private let place: ThreadPosition?

    /// Takes the position at which the page begins from the scope of the sync.
    /// - Throws: `invalid` for a malformed position.
    init(_ scope: FeedScope) throws {
        self.scope = scope
        place = try scope.place.map(ThreadPosition.init)
    }

    // MARK: Statements

    /// The statements that store the ids of the page's assignments in a setting of the transaction. There are none if
    /// the statements of the collection `assignments` have just stored these ids.
    var noted: [SQL] {
        let assignments = FeedAssignments(scope: scope)
        if scope.base == nil { return [assignments.active(and: place?.threadID)] }
        return scope.isFirst ? [assignments.changed] : []
    }

    /// The query for all entries of assignments that the client hasn't received.
    ///
    /// An assignment that has no entries left to return yields one row whose entry columns are null. An assignment that
    /// gets archived while the client is between two of its pages is still returned to its end.
    var whole: SQL {
        """
        SELECT a.assignment_id, true AS whole, e.* FROM (
            SELECT assignment_id FROM assignment_cards
            WHERE \(fragment: assignments) AND \(fragment: FeedAssignments(scope: scope).isNew)
                AND (NOT archived OR assignment_id = \(place?.threadID)::uuid)
            ORDER BY assignment_id LIMIT \(scope.rows)
        ) AS a
        LEFT JOIN LATERAL (
            SELECT \(fragment: Self.columns) FROM entries AS e
            WHERE e.tenant_id = \(scope.transaction.tenantID) AND e.assignment_id = a.assignment_id AND e.deleted_at IS NULL
                AND \(fragment: number) AND \(fragment: scope.isDue("e.changed_xid"))
            ORDER BY e.number LIMIT \(scope.rows)
        ) AS e ON true
        """
    }

    /// The query for the changed and deleted entries of assignments that the client has received.
    var changed: SQL {
        """
        SELECT a.assignment_id, false AS whole, e.* FROM (
            SELECT assignment_id FROM assignment_cards
            WHERE \(fragment: assignments) AND NOT \(fragment: FeedAssignments(scope: scope).isNew)
        ) AS a
        CROSS JOIN LATERAL (
            SELECT \(fragment: Self.columns) FROM entries AS e
            WHERE e.tenant_id = \(scope.transaction.tenantID) AND e.assignment_id = a.assignment_id
                AND \(fragment: scope.isUnsynced("e.changed_xid")) AND \(fragment: number) AND \(fragment: scope.isDue("e.changed_xid"))
            ORDER BY e.number LIMIT \(scope.rows)
        ) AS e
        """
    }

    /// Returns the query for one page: it unites the given queries and adds the entries' authors and files.
    func page(_ parts: SQL...) -> SQL {
        let tenant = scope.transaction.tenantID
        let union = parts.dropFirst().reduce(parts[0]) { "\(fragment: $0) UNION ALL \(fragment: $1)" }
        return """
            SELECT e.whole, e.deleted, \(fragment: EntryRepository.columns(tenant)) FROM (
                SELECT * FROM (\(fragment: union)) AS part ORDER BY assignment_id, number LIMIT \(scope.rows)
            ) AS e
            LEFT JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = e.writer_id
            ORDER BY e.assignment_id, e.number
            """
    }

    private static let columns: SQL = """
        e.id, e.number, e.action, e.author_id AS writer_id, e.created_at, e.text, e.attempt, e.points, e.word, e.extended_to,
        e.deleted_at IS NOT NULL AS deleted
        """

    /// The condition that selects this page's assignments. The page begins with the assignment at which the previous page
    /// ended. If that page had the last of its entries, this one begins with the next assignment.
    private var assignments: SQL {
        let behind: SQL =
            place.map { $0.isEnd ? "AND assignment_id > \($0.threadID)" : "AND assignment_id >= \($0.threadID)" } ?? ""
        return "\(fragment: FeedAssignments(scope: scope).isDue) \(fragment: behind)"
    }

    private var number: SQL {
        place.map { "e.number > CASE WHEN a.assignment_id = \($0.threadID) THEN \($0.number) ELSE 0 END" } ?? "true"
    }

    // MARK: Rows

    /// Makes a page's items from the rows of the query that `page` returned.
    func items(_ rows: Rows) throws -> FeedItems {
        .threads(try rows.map(Self.found), in: scope, size: ClassRules.pageBytes) { changes, page in
            changes.entries = EntryChanges(
                items: page.items, removed: page.removed.map { .init(assignmentID: $0.threadID, id: $0.id) }, complete: page.complete)
        }
    }

    private static func found(_ row: Row) throws -> ThreadRow<Entry> {
        let (assignmentID, isWhole): (UUID, Bool) = (try row["assignment_id"], try row["whole"])
        let (id, number, isDeleted): (UUID?, Int?, Bool?) = (try row["id"], try row["number"], try row["deleted"])
        var found = ThreadRow<Entry>.Found.nothing
        if let id, isDeleted == true {
            found = .removed(id)
        } else if id != nil {
            let entry = try Entry(row)
            found = .item(entry, bytes: entry.text?.utf8.count ?? 0)
        }
        return ThreadRow(threadID: assignmentID, isWhole: isWhole, number: number ?? 0, found: found)
    }
}

import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// What was done to the assignments that somebody has or teaches: behind the assignments, whose statements note which they are.
    static let entries = FeedCollection(
        feature: .class, nothing: { $0.entries = EntryChanges(items: [], removed: [], complete: []) },
        statements: { scope in
            let feed = try EntryFeed(scope)
            return feed.noted + [scope.base == nil ? feed.page(feed.whole) : feed.page(feed.whole, feed.changed)]
        },
        items: { rows, scope in try EntryFeed(scope).items(rows[rows.count - 1]) })
}

/// What the feed of changes tells of entries, by assignment and number: all of an assignment that was not told, unless it is archived; of
/// the others those that have changed.
struct EntryFeed {
    private let scope: FeedScope
    private let place: ThreadPlace?

    /// - Throws: `invalid` for a place that none is.
    init(_ scope: FeedScope) throws {
        self.scope = scope
        place = try scope.place.map(ThreadPlace.init)
    }

    // MARK: Statements

    /// Notes the assignments, unless the assignments' own statements have done so just now.
    var noted: [SQL] {
        let assignments = FeedAssignments(scope: scope)
        if scope.base == nil { return [assignments.active(and: place?.threadID)] }
        return scope.isFirst ? [assignments.changed] : []
    }

    /// All entries of assignments that were not told, and a row without one for an assignment that has none, or none more. One that turned
    /// archived when a part of it was told is told to its end.
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

    /// Changed entries, also deleted ones, of assignments that were told.
    var changed: SQL {
        """
        SELECT a.assignment_id, false AS whole, e.* FROM (
            SELECT assignment_id FROM assignment_cards
            WHERE \(fragment: assignments) AND NOT \(fragment: FeedAssignments(scope: scope).isNew)
        ) AS a
        CROSS JOIN LATERAL (
            SELECT \(fragment: Self.columns) FROM entries AS e
            WHERE e.tenant_id = \(scope.transaction.tenantID) AND e.assignment_id = a.assignment_id
                AND \(fragment: scope.isUntold("e.changed_xid")) AND \(fragment: number) AND \(fragment: scope.isDue("e.changed_xid"))
            ORDER BY e.number LIMIT \(scope.rows)
        ) AS e
        """
    }

    /// A part of those, with who wrote them and their files.
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

    /// The assignments from the place on. Behind the end of one comes the next.
    private var assignments: SQL {
        let behind: SQL =
            place.map { $0.isEnd ? "AND assignment_id > \($0.threadID)" : "AND assignment_id >= \($0.threadID)" } ?? ""
        return "\(fragment: FeedAssignments(scope: scope).isDue) \(fragment: behind)"
    }

    private var number: SQL {
        place.map { "e.number > CASE WHEN a.assignment_id = \($0.threadID) THEN \($0.number) ELSE 0 END" } ?? "true"
    }

    // MARK: Rows

    /// What a page can tell: of the rows of the statement `page`.
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

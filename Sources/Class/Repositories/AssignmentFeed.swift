import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// Adds the user's assignments to the sync feed, with the fields that lists have, and the ids of assignments that
    /// the user no longer sees. A teacher's assignments are those of the tasks that they teach.
    static let assignments = FeedCollection(
        feature: .class, standing: "teaches(u.role)", nothing: { $0.assignments = AssignmentChanges(items: [], removed: []) },
        statements: { try AssignmentFeed($0).statements },
        items: { rows, scope in try AssignmentFeed(scope).items(rows) })
}

/// Builds the statements that read assignments for the sync feed, in the order of their ids.
struct AssignmentFeed {
    private let scope: FeedScope
    private let place: UUID?

    /// Takes the position at which the page begins from the scope of the sync.
    /// - Throws: `invalid` for a malformed position.
    init(_ scope: FeedScope) throws {
        self.scope = scope
        place = try scope.placeID()
    }

    // MARK: Statements

    /// The statements that read a page. The first one stores the ids of the page's assignments in a setting of the
    /// transaction. The others read the assignments, their people and, unless the sync is a full one, the ids that the
    /// user no longer sees.
    var statements: [SQL] {
        let assignments = FeedAssignments(scope: scope)
        let people: SQL = "ARRAY(SELECT unnest(people) FROM (SELECT \(fragment: AssignmentRow.people) FROM \(fragment: cards)) AS l)"
        return [
            scope.base == nil ? assignments.page(after: place) : assignments.changed,
            "SELECT \(fragment: AssignmentRow.columns) FROM \(fragment: cards)",
            MemberRepository(scope.transaction).people(in: people, seenBy: scope.userID),
        ] + (scope.base == nil ? [] : [assignments.left(after: place)])
    }

    private var cards: SQL {
        let behind: SQL = place.map { "AND assignment_id > \($0)" } ?? ""
        return """
            assignment_cards WHERE \(fragment: FeedAssignments(scope: scope).isDue) \(fragment: behind)
            ORDER BY assignment_id LIMIT \(scope.rows)
            """
    }

    // MARK: Rows

    /// Makes a page's items from the rows that `statements` returned.
    func items(_ rows: [Rows]) throws -> FeedItems {
        let people = try MemberRepository.people(rows[2], seesAll: scope.seesAll)
        let assignments = try rows[1].compactMap { try Assignment($0, people, isWhole: false) }
        let gone = rows.count > 3 ? try rows[3].map { try $0["assignment_id"] as UUID } : []
        return .list(assignments.map { (id: $0.id, item: $0) }, removed: gone, in: scope) {
            $0.assignments = AssignmentChanges(items: $1, removed: $2)
        }
    }
}

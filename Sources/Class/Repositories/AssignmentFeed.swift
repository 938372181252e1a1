import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// The assignments that somebody has or teaches, as lists answer them, and by their ids those that they see no more.
    static let assignments = FeedCollection(
        feature: .class, standing: "teaches(u.role)", nothing: { $0.assignments = AssignmentChanges(items: [], removed: []) },
        statements: { try AssignmentFeed($0).statements },
        items: { rows, scope in try AssignmentFeed(scope).items(rows) })
}

/// What the feed of changes tells of assignments, by id.
struct AssignmentFeed {
    private let scope: FeedScope
    private let place: UUID?

    /// - Throws: `invalid` for a place that none is.
    init(_ scope: FeedScope) throws {
        self.scope = scope
        place = try scope.placeID()
    }

    // MARK: Statements

    /// Notes which they are, then reads them, everybody in them, and which are gone.
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

    /// What a page can tell: of the rows of those statements.
    func items(_ rows: [Rows]) throws -> FeedItems {
        let people = try MemberRepository.people(rows[2], seesAll: scope.seesAll)
        let assignments = try rows[1].compactMap { try Assignment($0, people, isWhole: false) }
        let gone = rows.count > 3 ? try rows[3].map { try $0["assignment_id"] as UUID } : []
        return .list(assignments.map { (id: $0.id, item: $0) }, removed: gone, in: scope) {
            $0.assignments = AssignmentChanges(items: $1, removed: $2)
        }
    }
}

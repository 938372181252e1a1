import DavenportAPI
import Foundation
import Postgres

/// The SQL expressions by which a list is ranked.
struct RankOrder: Sendable {
    /// The number by which entries are ranked: a score. The highest one ranks first.
    let measure: SQL
    /// The moment at which an entry reached its measure. Of entries with equal measures, the one that reached it first
    /// comes first.
    let reached: SQL
    /// A unique column that decides between entries with the same measure and the same moment.
    let id: SQL

    /// Chooses the expressions for ranking by score or by best word.
    init(by order: ResultOrder, id: SQL) {
        (measure, reached) = order == .word ? ("best_score", "best_reached_at") : ("score", "reached_at")
        self.id = id
    }

    /// An SQL select list with the columns of an entry's `RankKey`: `measure`, `ranked_at` and `ranked_id`.
    var key: SQL { "\(fragment: measure) AS measure, \(fragment: reached) AS ranked_at, \(fragment: id) AS ranked_id" }

    /// Returns the SQL condition for the rows of a part of the list. It is empty or begins with AND. Only the
    /// condition's first comparison can use an index, so that comparison bounds the scan.
    func condition(_ part: RankedPart) -> SQL {
        switch part {
        case .behind(nil): ""
        case .behind(let mark?):
            """
            AND \(fragment: measure) <= \(mark.measure)
            AND (\(fragment: measure) < \(mark.measure) OR \(fragment: reached) >= \(mark.reachedAt))
            """
        case .from(let key):
            """
            AND \(fragment: measure) <= \(key.measure)
            AND (\(fragment: measure) < \(key.measure) OR (\(fragment: reached), \(fragment: id)) >= (\(key.reachedAt), \(key.id)))
            """
        case .above(let key):
            """
            AND \(fragment: measure) >= \(key.measure)
            AND (\(fragment: measure) > \(key.measure) OR (\(fragment: reached), \(fragment: id)) < (\(key.reachedAt), \(key.id)))
            """
        }
    }

    /// Returns the condition, beginning with AND, for rows that have the same measure as the key and come before it.
    func ties(before key: RankKey) -> SQL {
        """
        AND \(fragment: measure) = \(key.measure) AND (\(fragment: reached), \(fragment: id)) < (\(key.reachedAt), \(key.id))
        """
    }

    /// Returns the ORDER BY clause for the rows of a part of the list, by the SQL expressions `measure`, `reached` and
    /// `id`.
    func sorting(_ part: RankedPart) -> SQL {
        part.isUpwards
            ? "ORDER BY \(fragment: measure), \(fragment: reached) DESC, \(fragment: id) DESC"
            : "ORDER BY \(fragment: measure) DESC, \(fragment: reached), \(fragment: id)"
    }

    /// Returns the ORDER BY clause for the rows of a part of the list, by the columns `measure`, `ranked_at` and
    /// `ranked_id`. An outer query needs this clause, because it sees only these names.
    func sortingKeys(_ part: RankedPart) -> SQL {
        part.isUpwards ? "ORDER BY measure, ranked_at DESC, ranked_id DESC" : "ORDER BY measure DESC, ranked_at, ranked_id"
    }
}

extension RankedPart {
    /// Whether the part is read from its lowest entry up: it then holds the entries that rank above a key, the nearest
    /// first.
    var isUpwards: Bool {
        if case .above = self { true } else { false }
    }

    /// The number of rows to skip, because the previous page has returned them although they match the part's
    /// condition.
    var passed: Int {
        if case .behind(let mark?) = self { mark.passed } else { 0 }
    }
}

extension ResultScope {
    /// Returns the condition for rows of users within the scope, such as the viewer's friends. It is empty or begins
    /// with AND.
    func condition(_ viewerID: UUID, in tenantID: UUID) -> SQL {
        switch self {
        case .everyone: ""
        case .friends:
            """
            AND user_id = ANY (
                ARRAY (SELECT friend_id FROM friendships WHERE tenant_id = \(tenantID) AND user_id = \(viewerID)) || \(viewerID)::uuid)
            """
        }
    }
}

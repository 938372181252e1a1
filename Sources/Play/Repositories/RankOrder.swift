import DavenportAPI
import Foundation
import Postgres

/// The columns by which something is ranked, as statements name them.
struct RankOrder: Sendable {
    /// The more, the better.
    let measure: SQL
    /// The earlier, the better, of equals.
    let reached: SQL
    /// Whichever, of those that are equal in both.
    let id: SQL

    /// By score or by best word.
    init(by order: ResultOrder, id: SQL) {
        (measure, reached) = order == .word ? ("best_score", "best_reached_at") : ("score", "reached_at")
        self.id = id
    }

    /// The columns of a key.
    var key: SQL { "\(fragment: measure) AS measure, \(fragment: reached) AS ranked_at, \(fragment: id) AS ranked_id" }

    /// That a row belongs to a part: begins with AND, or is empty. The first condition alone can be looked up.
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

    /// That a row has as much as this one, and stands before it: begins with AND.
    func ties(before key: RankKey) -> SQL {
        """
        AND \(fragment: measure) = \(key.measure) AND (\(fragment: reached), \(fragment: id)) < (\(key.reachedAt), \(key.id))
        """
    }

    /// The order of a part.
    func sorting(_ part: RankedPart) -> SQL {
        part.isUpwards
            ? "ORDER BY \(fragment: measure), \(fragment: reached) DESC, \(fragment: id) DESC"
            : "ORDER BY \(fragment: measure) DESC, \(fragment: reached), \(fragment: id)"
    }

    /// The same of rows that have a key's columns.
    func sortingKeys(_ part: RankedPart) -> SQL {
        part.isUpwards ? "ORDER BY measure, ranked_at DESC, ranked_id DESC" : "ORDER BY measure DESC, ranked_at, ranked_id"
    }
}

extension RankedPart {
    /// Whether it begins with the lowest.
    var isUpwards: Bool {
        if case .above = self { true } else { false }
    }

    /// How many of the rows that its condition lets in come before it.
    var passed: Int {
        if case .behind(let mark?) = self { mark.passed } else { 0 }
    }
}

extension ResultScope {
    /// That a row is of somebody in it: begins with AND, or is empty.
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

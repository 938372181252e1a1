import DavenportAPI
import Domain
import Foundation
import Postgres

/// The board of a mode and a period in one of its orders, as one person sees it on one day.
struct PlayBoardRepository: Ranking {
    let transaction: TenantTransaction
    private let query: PlayBoardQuery
    private let today: CalendarDate
    private let viewerID: UUID
    private let order: RankOrder
    /// What is read of an entry.
    private let columns: SQL

    /// - Parameters:
    ///   - query: `of` is a day of the week; today, where it is nil.
    ///   - today: the day that it is in the tenant, which isn't counted.
    ///   - viewerID: who looks.
    init(_ transaction: TenantTransaction, _ query: PlayBoardQuery, today: CalendarDate, seenBy viewerID: UUID) {
        (self.transaction, self.query, self.today, self.viewerID) = (transaction, query, today, viewerID)
        order = RankOrder(by: query.by, id: "user_id")
        columns = "\(fragment: order.key), score, days, best_word, best_score"
    }

    /// The week that is counted; nil for all time.
    var week: Week? { query.period == .week ? Week(of: query.of ?? today) : nil }

    /// Where who looks stands, nil where they aren't on it, and among how many.
    func place() async throws -> (rank: Int?, playerCount: Int) {
        let (all, mine) = try await standing()
        guard let mine else { return (nil, all) }
        return (try await betterCount(than: mine.measure) + 1, all)
    }

    var all: SQL {
        switch query.scope {
        case .everyone:
            "SELECT coalesce(sum(people), 0) AS count FROM board_counts WHERE \(fragment: board) AND first_day < \(today)"
        case .friends: "SELECT count(*) AS count FROM board_entries WHERE \(fragment: told)"
        }
    }

    var mine: SQL {
        """
        SELECT \(fragment: order.key) FROM board_entries
        WHERE \(fragment: board) AND user_id = \(viewerID) AND whole = (last_day < \(today))
        """
    }

    /// Of everybody, from the end of the board that is nearer by measure: those who have more, or all without those who haven't.
    func better(than measure: Int) -> SQL {
        let better = count("AND \(fragment: order.measure) > \(measure)")
        guard query.scope == .everyone else { return better }
        return """
            WITH ends AS (
                SELECT (\(fragment: end("ASC"))) AS lowest, (\(fragment: end("DESC"))) AS highest
            )
            SELECT CASE WHEN \(measure)::bigint - lowest < highest - \(measure)::bigint
                THEN (\(fragment: all)) - (\(fragment: count("AND \(fragment: order.measure) <= \(measure)")))
                ELSE (\(fragment: better)) END AS count
            FROM ends
            """
    }

    func tied(before key: RankKey) -> SQL { count(order.ties(before: key)) }

    func list(_ part: RankedPart, limit: Int) -> SQL {
        """
        WITH \(fragment: query.scope == .everyone ? merged(part, part.passed + limit) : filtered(part))
        SELECT r.*, n.named, \(fragment: UserStub.columns)
        FROM (SELECT * FROM part \(fragment: order.sortingKeys(part)) OFFSET \(part.passed) LIMIT \(limit)) AS r
        JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = r.ranked_id
        JOIN play_names AS n ON n.tenant_id = \(transaction.tenantID) AND n.viewer_id = \(viewerID) AND n.user_id = r.ranked_id
        \(fragment: order.sortingKeys(part))
        """
    }

    func entry(_ row: Row) throws -> ListedBoardEntry { try ListedBoardEntry(row) }

    // MARK: Statements

    /// Of the few that a scope has.
    private func filtered(_ part: RankedPart) -> SQL {
        "part AS (SELECT \(fragment: columns) FROM board_entries WHERE \(fragment: told) \(fragment: order.condition(part)))"
    }

    /// Of everybody: the first of each run, which stands in an index in its order, put together. First come those who have played today,
    /// without today; where they are enough by themselves, none that is further on than the last of them is looked at, so that their
    /// entries with today, which are passed over, are few.
    private func merged(_ part: RankedPart, _ count: Int) -> SQL {
        // As a sub-select of its own, since row security lets nothing more be looked up in an index.
        let furthest: SQL =
            part.isUpwards
            ? "<= (SELECT coalesce((SELECT measure FROM edge), 2147483647))" : ">= (SELECT coalesce((SELECT measure FROM edge), 0))"
        return """
            early AS MATERIALIZED (
                SELECT e.* FROM \(fragment: earlyRuns) AS r (whole, run)
                CROSS JOIN LATERAL (
                    \(fragment: run(part)) \(fragment: order.sorting(part)) LIMIT \(count)) AS e
            ), edge AS (
                SELECT measure FROM early \(fragment: order.sortingKeys(part)) OFFSET \(count)::bigint - 1 LIMIT 1
            ), part AS (
                SELECT * FROM early
                UNION ALL
                SELECT e.* FROM \(fragment: wholeRuns) AS r (whole, run)
                CROSS JOIN LATERAL (
                    \(fragment: run(part)) AND last_day < \(today) AND \(fragment: order.measure) \(fragment: furthest)
                    \(fragment: order.sorting(part)) LIMIT \(count)) AS e
            )
            """
    }

    private func run(_ part: RankedPart) -> SQL {
        """
        SELECT \(fragment: columns) FROM board_entries
        WHERE \(fragment: board) AND whole = r.whole AND run = r.run \(fragment: order.condition(part))
        """
    }

    private func count(_ condition: SQL) -> SQL {
        switch query.scope {
        case .friends: "SELECT count(*) AS count FROM board_entries WHERE \(fragment: told) \(fragment: condition)"
        case .everyone:
            """
            SELECT coalesce(sum(e.count), 0)::bigint AS count
            FROM (\(fragment: runs)) AS r (whole, run)
            CROSS JOIN LATERAL (
                SELECT count(*) AS count FROM board_entries
                WHERE \(fragment: board) AND whole = r.whole AND run = r.run AND whole = (last_day < \(today)) \(fragment: condition)) AS e
            """
        }
    }

    /// The lowest or the highest measure.
    private func end(_ direction: SQL) -> SQL {
        """
        SELECT e.measure FROM (\(fragment: runs)) AS r (whole, run)
        CROSS JOIN LATERAL (
            SELECT \(fragment: order.measure) AS measure FROM board_entries
            WHERE \(fragment: board) AND whole = r.whole AND run = r.run AND whole = (last_day < \(today))
            ORDER BY \(fragment: order.measure) \(fragment: direction) LIMIT 1) AS e
        ORDER BY e.measure \(fragment: direction) LIMIT 1
        """
    }

    private var runs: SQL { "SELECT * FROM \(fragment: earlyRuns) AS a UNION ALL SELECT * FROM \(fragment: wholeRuns) AS b" }

    /// Where they are of those who have played today, or later: another day zone can make it an earlier day for a while.
    private var earlyRuns: SQL { "(SELECT false, \(today)::date + d FROM generate_series(0, 2) AS d)" }

    /// Where they are of those who have not.
    private var wholeRuns: SQL {
        guard let week else { return "(VALUES (true, '-infinity'::date))" }
        return "(SELECT true, \(week.from)::date + d FROM generate_series(0, 6) AS d WHERE \(week.from)::date + d < \(today)::date)"
    }

    private var board: SQL {
        let period: SQL = week.map { "\($0.from)::date" } ?? "'-infinity'::date"
        return "tenant_id = \(transaction.tenantID) AND mode = \(query.mode) AND period = \(fragment: period)"
    }

    /// The entries of a scope that hold today.
    private var told: SQL {
        """
        \(fragment: board) AND whole = (last_day < \(today)) \(fragment: query.scope.condition(viewerID, in: transaction.tenantID))
        """
    }
}

/// An entry before its rank is known.
struct ListedBoardEntry: RankedEntry {
    let key: RankKey
    let user: UserStub
    let isNamed: Bool
    let score: Int
    let days: Int
    let bestWord: PlayedWord

    fileprivate init(_ row: Row) throws {
        (key, user, isNamed) = (try RankKey(row), try UserStub(row), try row["named"])
        (score, days) = (try row["score"], try row["days"])
        bestWord = PlayedWord(word: try row["best_word"], score: try row["best_score"])
    }
}

import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads a board, which ranks the players of one mode over a week or all time (rule 12.30). The board has the entries
/// that a certain user may see, up to the day before a certain day.
struct PlayBoardRepository: Ranking {
    let transaction: TenantTransaction
    private let query: PlayBoardQuery
    private let today: CalendarDate
    private let viewerID: UUID
    private let order: RankOrder
    /// The columns that are read for each entry of the board.
    private let columns: SQL

    /// Creates a repository for one board.
    /// - Parameters:
    ///   - query: the mode, the period and the order. Its `of` is any day of the week to show; nil means the current
    ///     week.
    ///   - today: the tenant's current day. It doesn't count yet, because it isn't over.
    ///   - viewerID: the user who reads the board.
    init(_ transaction: TenantTransaction, _ query: PlayBoardQuery, today: CalendarDate, seenBy viewerID: UUID) {
        (self.transaction, self.query, self.today, self.viewerID) = (transaction, query, today, viewerID)
        order = RankOrder(by: query.by, id: "user_id")
        columns = "\(fragment: order.key), score, days, best_word, best_score"
    }

    /// The week that the board covers; nil if the board covers all time.
    var week: Week? { query.period == .week ? Week(of: query.of ?? today) : nil }

    /// Returns the viewer's rank and the number of people on the board. The rank is nil if the viewer isn't on the
    /// board.
    func place() async throws -> (rank: Int?, playerCount: Int) {
        let (all, mine) = try await standing()
        guard let mine else { return (nil, all) }
        return (try await betterCount(than: mine.measure) + 1, all)
    }

    var all: SQL {
        switch query.scope {
        case .everyone:
            "SELECT coalesce(sum(people), 0) AS count FROM board_counts WHERE \(fragment: board) AND first_day < \(today)"
        case .friends: "SELECT count(*) AS count FROM board_entries WHERE \(fragment: visible)"
        }
    }

    var mine: SQL {
        """
        SELECT \(fragment: order.key) FROM board_entries
        WHERE \(fragment: board) AND user_id = \(viewerID) AND whole = (last_day < \(today))
        """
    }

    /// Returns the query for the number of entries with a higher measure.
    ///
    /// On the board of everybody, the query counts from the end that is nearer: the highest or the lowest measure. If
    /// it counts from the lowest, it subtracts the entries without a higher measure from all.
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

    /// Returns the common table expression that reads a board with few people, such as that of the viewer's friends.
    private func filtered(_ part: RankedPart) -> SQL {
        "part AS (SELECT \(fragment: columns) FROM board_entries WHERE \(fragment: visible) \(fragment: order.condition(part)))"
    }

    /// Returns the common table expressions that read the first entries of the board of everybody.
    ///
    /// An index holds the board in sorted runs, and the query merges them. It first reads the runs with the entries of
    /// people who have played today. These entries leave out today's result. If they fill the page, the other runs are
    /// read only up to the last of them. So the query skips few entries that include today's result.
    private func merged(_ part: RankedPart, _ count: Int) -> SQL {
        // The limit is a sub-select, because row security keeps other expressions out of the index condition.
        let indexOfLargest: SQL =
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
                    \(fragment: run(part)) AND last_day < \(today) AND \(fragment: order.measure) \(fragment: indexOfLargest)
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
        case .friends: "SELECT count(*) AS count FROM board_entries WHERE \(fragment: visible) \(fragment: condition)"
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

    /// Returns the query for the lowest or the highest measure on the board.
    /// - Parameter direction: `ASC` for the lowest, `DESC` for the highest.
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

    /// A FROM item with the runs of people who have played today. The two following days are included, because after a
    /// change of the tenant's time zone, today can be an earlier date than before for a while.
    private var earlyRuns: SQL { "(SELECT false, \(today)::date + d FROM generate_series(0, 2) AS d)" }

    /// A FROM item with the runs of people who haven't played today.
    private var wholeRuns: SQL {
        guard let week else { return "(VALUES (true, '-infinity'::date))" }
        return "(SELECT true, \(week.from)::date + d FROM generate_series(0, 6) AS d WHERE \(week.from)::date + d < \(today)::date)"
    }

    private var board: SQL {
        let period: SQL = week.map { "\($0.from)::date" } ?? "'-infinity'::date"
        return "tenant_id = \(transaction.tenantID) AND mode = \(query.mode) AND period = \(fragment: period)"
    }

    /// The condition for the entries within the query's scope to show today. If a person has played today, it selects
    /// their entry that leaves out today's result.
    private var visible: SQL {
        """
        \(fragment: board) AND whole = (last_day < \(today)) \(fragment: query.scope.condition(viewerID, in: transaction.tenantID))
        """
    }
}

/// An entry of a board, without its rank.
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

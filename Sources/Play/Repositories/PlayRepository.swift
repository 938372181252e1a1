import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores plays: it starts them, saves their moves and strikes them, which excludes them from all results.
struct PlayRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID

    /// Creates a repository for one user's requests.
    /// - Parameter userID: the player of the plays, or the viewer of another user's play.
    init(_ transaction: TenantTransaction, of userID: UUID) {
        (self.transaction, self.userID) = (transaction, userID)
    }

    /// Starts the user's play of a challenge and returns it. If the user has started it before, the existing play is
    /// returned.
    ///
    /// A play starts only if the user can see the challenge, the challenge hasn't ended, and this server has a word
    /// list of the challenge's language. Without the list, the play's clock would run although the server can't judge
    /// words. For an untimed daily challenge, a reminder of its end is written.
    /// - Parameter start: the time at which the play starts, in whole milliseconds.
    /// - Returns: the play and whether it is new; nil if the user has no play of the challenge and none was started.
    func start(_ challengeID: UUID, at start: Date, by lists: WordLists) async throws -> (play: Play, isNew: Bool)? {
        let (tenant, id) = (transaction.tenantID, UUID.version7(at: start))
        let rows = try await transaction.pipeline([
            """
            INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at)
            SELECT \(tenant)::uuid, \(id)::uuid, c.challenge_id, \(userID)::uuid, \(start)::timestamptz,
                CASE WHEN c.mode = \(PlayMode.timed) THEN \(start.addingTimeInterval(PlayRules.timed))::timestamptz ELSE c.ends_at END
            FROM challenge_cards AS c
            WHERE c.tenant_id = \(tenant) AND c.user_id = \(userID) AND c.challenge_id = \(challengeID) AND NOT c.ended
                AND c.language = ANY (\(lists.languages)::text[])
            ON CONFLICT (tenant_id, challenge_id, user_id) DO NOTHING
            """,
            PlayReminderRepository(transaction).started(id, by: userID),
            showing("p.challenge_id = \(challengeID) AND p.user_id = \(userID)"),
        ])
        transaction.touch([userID])
        return try play(from: rows[2], by: lists).map { ($0, rows[0].affected > 0) }
    }

    /// Returns a play that the user may see: their own, or another user's. Returns nil if there is no such play.
    func play(_ playID: UUID, by lists: WordLists) async throws -> Play? {
        try play(from: try await transaction.query(showing(isSeen(playID))), by: lists)
    }

    /// Returns the player of a play that the user wants to strike, and whether the challenge's results are open to the
    /// user. Returns nil if the user can't see the play.
    ///
    /// It doesn't matter whether the player's name is hidden from the user. Otherwise a cheat would only have to block
    /// the administrators to be safe (rule 12.35).
    func struckable(_ playID: UUID) async throws -> (playerID: UUID, isOpen: Bool)? {
        let rows = try await transaction.query(
            """
            SELECT p.user_id, c.open FROM \(fragment: seenPlays)
            WHERE p.tenant_id = \(transaction.tenantID) AND p.play_id = \(playID)
                AND (p.user_id = \(userID) OR c.open AND NOT p.struck)
            """)
        return try rows.first.map { (try $0["user_id"], try $0["open"]) }
    }

    /// Strikes a play, so that it counts nowhere any more.
    /// - Returns: false if the play was struck already.
    func strike(_ playID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            UPDATE plays SET struck_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(playID) AND struck_at IS NULL
            """)
        return rows.affected > 0
    }

    /// Returns the stored state of a play, by which the server judges new moves; nil if the user isn't the player.
    func stored(_ playID: UUID) async throws -> StoredPlay? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT p.challenge_id, p.started_at, p.ends_at, p.over, p.moves, c.maker_id, c.language, c.letters FROM play_facts AS p
            JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = p.challenge_id
            WHERE p.tenant_id = \(tenant) AND p.play_id = \(playID) AND p.user_id = \(userID)
            """)
        return try rows.first.map(StoredPlay.init)
    }

    /// Saves new moves of the user's play, the words in them, and the scores that follow from them.
    /// - Returns: the saved play; nil if the play has changed since `change` was computed from it. In that case nothing
    ///   is written.
    func save(_ change: MoveIntake.Change, of playID: UUID, by lists: WordLists) async throws -> Play? {
        let (tenant, game) = (transaction.tenantID, change.game)
        let new = game.moves.enumerated().dropFirst(change.firstNew).compactMap { number, move in move.played.map { (number, $0) } }
        // Moves are only ever appended, so their number shows whether the play has changed.
        let asItWas: SQL = """
            tenant_id = \(tenant) AND id = \(playID) AND user_id = \(userID) AND jsonb_array_length(moves) = \(change.firstNew)
                AND finished_at IS NULL AND struck_at IS NULL
            """
        // All columns change in one update, because each update of a play writes to every index of the table.
        let sums: SQL = new.isEmpty ? "" : ", \(fragment: sums(new.map(\.1), game))"
        let saved: SQL = try """
        UPDATE plays SET moves = \(json: game.moves)::jsonb,
            finished_at = CASE WHEN \(change.finishes) THEN \(transaction.now)::timestamptz ELSE finished_at END\(fragment: sums)
        WHERE \(fragment: asItWas)
        """
        let added = new.isEmpty ? [] : [words(new, of: playID, where: asItWas)]
        transaction.touch([userID])
        let rows = try await transaction.pipeline(locks(playID) + added + [saved, showing(isSeen(playID))])
        guard rows[rows.count - 2].affected > 0 else { return nil }
        guard let play = try play(from: rows[rows.count - 1], by: lists) else {
            throw PostgresError.misuse("a play that its player can't see")
        }
        return play
    }

    /// The statements that lock first the rows of two users and then the play's row. The users are the player and the
    /// challenge's maker, who may be notified. The deletion of an account locks rows in the same order, so the two
    /// can't deadlock.
    private func locks(_ playID: UUID) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            """
            SELECT FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id IN (\(userID), (
                SELECT c.maker_id FROM plays AS p
                JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = p.challenge_id
                WHERE p.tenant_id = \(tenant) AND p.id = \(playID) AND p.user_id = \(userID)))
            ORDER BY u.id FOR KEY SHARE
            """,
            "SELECT FROM plays WHERE tenant_id = \(tenant) AND id = \(playID) AND user_id = \(userID) FOR NO KEY UPDATE",
        ]
    }

    private func words(_ words: [(number: Int, word: PlayedWord)], of playID: UUID, where condition: SQL) -> SQL {
        let (numbers, texts, scores) = (words.map(\.number), words.map(\.word.word), words.map(\.word.score))
        return """
            INSERT INTO played_words (tenant_id, play_id, number, word, score, played_at)
            SELECT \(transaction.tenantID)::uuid, \(playID)::uuid, w.number, w.word, w.score, \(transaction.now)::timestamptz
            FROM unnest(\(numbers)::integer[], \(texts)::text[], \(scores)::integer[]) AS w (number, word, score)
            WHERE EXISTS (SELECT FROM plays WHERE \(fragment: condition))
            """
    }

    /// Returns the SET clauses for the play's score, number of words and best word. A new word replaces the best one
    /// only if it scores more.
    private func sums(_ new: [PlayedWord], _ game: Game) -> SQL {
        let best = new.reduce(new[0]) { $1.score > $0.score ? $1 : $0 }
        let isBest: SQL = "coalesce(best_score < \(best.score), true)"
        return """
            score = \(game.score), reached_at = \(transaction.now), word_count = word_count + \(new.count),
                best_word = CASE WHEN \(fragment: isBest) THEN \(best.word)::text ELSE best_word END,
                best_score = CASE WHEN \(fragment: isBest) THEN \(best.score)::integer ELSE best_score END,
                best_reached_at = CASE WHEN \(fragment: isBest) THEN \(transaction.now)::timestamptz ELSE best_reached_at END
            """
    }

    /// A FROM item that joins plays, their challenges and their players, as the user sees them.
    private var seenPlays: SQL {
        let tenant = transaction.tenantID
        return """
            play_facts AS p
            JOIN challenge_cards AS c ON c.tenant_id = \(tenant) AND c.challenge_id = p.challenge_id AND c.user_id = \(userID)
            JOIN play_names AS n ON n.tenant_id = \(tenant) AND n.viewer_id = \(userID) AND n.user_id = p.user_id
            """
    }

    /// Returns the condition for a play that the user may see.
    ///
    /// Users see their own plays. They see another user's play if its challenge is open to them, its player's name
    /// isn't hidden from them, and it isn't struck.
    private func isSeen(_ playID: UUID) -> SQL {
        "p.play_id = \(playID) AND (p.user_id = \(userID) OR c.open AND n.named AND NOT p.struck)"
    }

    private func showing(_ condition: SQL) -> SQL {
        let tenant = transaction.tenantID
        return """
            SELECT p.play_id, p.challenge_id, c.mode, p.started_at, p.ends_at, p.over, p.over_at, h.letters, c.language, p.moves, p.score,
                CASE WHEN c.open THEN p.rank END AS rank, p.struck, \(fragment: UserStub.columns)
            FROM \(fragment: seenPlays)
            JOIN challenges AS h ON h.tenant_id = \(tenant) AND h.id = p.challenge_id
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = p.user_id
            WHERE p.tenant_id = \(tenant) AND \(fragment: condition)
            """
    }

    private func play(from rows: Rows, by lists: WordLists) throws -> Play? {
        try rows.first.map { try Play($0, at: transaction.now, by: lists) }
    }
}

extension StoredPlay {
    fileprivate init(_ row: Row) throws {
        guard let puzzle = Puzzle(try row["letters"]) else { throw PostgresError.misuse("a puzzle without 81 letters") }
        self.init(
            challengeID: try row["challenge_id"], makerID: try row["maker_id"], startedAt: try row["started_at"],
            endsAt: try row["ends_at"], isOver: try row["over"], language: try row["language"], puzzle: puzzle,
            moves: try row.json("moves"))
    }
}

extension Play {
    fileprivate init(_ row: Row, at now: Date, by lists: WordLists) throws {
        let (over, startedAt, language): (Bool, Date, String) = (try row["over"], try row["started_at"], try row["language"])
        self.init(
            id: try row["play_id"], challengeID: try row["challenge_id"], user: try UserStub(row), mode: try row["mode"],
            startedAt: startedAt, endsAt: try row["ends_at"], over: over, overAt: try row["over_at"],
            elapsed: over ? nil : max(0, startedAt.milliseconds(to: now)), letters: try row["letters"], language: language,
            wordListID: try lists.list(of: language).id, moves: try row.json("moves"), score: try row["score"], rank: try row["rank"],
            struck: try row["struck"] ? true : nil)
    }
}

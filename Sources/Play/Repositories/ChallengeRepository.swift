import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads challenges as one user sees them, and creates daily challenges.
struct ChallengeRepository: Sendable {
    let transaction: TenantTransaction
    private let userID: UUID
    private let lists: WordLists

    /// Creates a repository that reads challenges as one user sees them.
    /// - Parameters:
    ///   - userID: that user.
    ///   - lists: the server's word lists, by which it judges moves.
    init(_ transaction: TenantTransaction, seenBy userID: UUID, by lists: WordLists) {
        (self.transaction, self.userID, self.lists) = (transaction, userID, lists)
    }

    /// A challenge, and whether the viewer may see its results (rule 12.17).
    struct Seen: Sendable {
        let challenge: Challenge
        let isOpen: Bool
    }

    /// Returns one challenge; nil if it doesn't exist, or if another user created it and the viewer isn't in it.
    func challenge(_ id: UUID) async throws -> Seen? {
        try await challenges([id])[id]
    }

    /// Returns the challenges with these ids, by id. Challenges that the viewer may not see are left out.
    func challenges(_ ids: [UUID]) async throws -> [UUID: Seen] {
        try await transaction.query(statement(ids)).reduce(into: [:]) { found, row in
            let seen = Seen(challenge: try Challenge(row, by: lists), isOpen: try row["open"])
            found[seen.challenge.id] = seen
        }
    }

    /// Returns the query for the challenges with these ids that the viewer may see.
    func statement(_ ids: [UUID]) -> SQL {
        """
        SELECT challenge_id, kind, mode, language, day, maker_id, maker_username, maker_identity_color, maker_avatar_version, maker_bot, code,
            starts_at, ends_at, ended, play_count, open, play_id, over, score, word_count, rank
        FROM challenge_cards
        WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND challenge_id = ANY (\(ids)::uuid[])
        """
    }

    /// Inserts one of a day's two challenges. It does nothing if the challenge exists already.
    func make(_ challenge: DailyChallenge, _ puzzle: Puzzle, language: String, _ day: PlaySettingsRepository.Day) async throws {
        try await transaction.query(
            """
            INSERT INTO challenges (tenant_id, id, kind, mode, language, day, letters, starts_at, ends_at)
            VALUES (\(transaction.tenantID), \(challenge.id), \(ChallengeKind.daily), \(challenge.mode), \(language), \(challenge.day),
                \(puzzle.text), \(day.startsAt), \(day.endsAt))
            ON CONFLICT DO NOTHING
            """)
    }
}

extension Challenge {
    fileprivate init(_ row: Row, by lists: WordLists) throws {
        let makerID: UUID? = try row["maker_id"]
        let language: String = try row["language"]
        self.init(
            id: try row["challenge_id"], kind: try row["kind"], mode: try row["mode"], language: language,
            wordListID: lists.id(of: language), day: try row["day"],
            maker: try makerID.map { _ in try UserStub(row, UserStub.makerNames) }, code: try row["code"], startsAt: try row["starts_at"],
            endsAt: try row["ends_at"], ended: try row["ended"], playCount: try row["play_count"], mine: try Mine(row))
    }
}

extension UserStub {
    /// The names of the columns that hold the challenge's maker: the user who created it.
    static let makerNames = ColumnNames(
        id: "maker_id", username: "maker_username", identityColor: "maker_identity_color", avatarVersion: "maker_avatar_version",
        bot: "maker_bot")
}

extension Challenge.Mine {
    fileprivate init?(_ row: Row) throws {
        guard let playID: UUID = try row["play_id"] else { return nil }
        self.init(
            playID: playID, over: try row["over"], score: try row["score"], wordCount: try row["word_count"], rank: try row["rank"])
    }
}

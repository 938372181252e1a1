import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores own challenges, which users create for their friends, and their players. It doesn't check who may see them.
struct OwnChallengeRepository: Repository {
    let transaction: TenantTransaction

    /// A challenge that already has the id that a client chose for a new one.
    struct Existing: Sendable {
        let makerID: UUID?
        let digest: [UInt8]
    }

    /// Returns the challenge that has the id: an own one, a daily one, or an own one that was deleted. Returns nil if
    /// no challenge has it.
    func existing(_ id: UUID) async throws -> Existing? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT maker_id, request_digest FROM challenges WHERE tenant_id = \(tenant) AND id = \(id)
            UNION ALL
            SELECT NULL, NULL FROM deleted_challenges WHERE tenant_id = \(tenant) AND id = \(id)
            """)
        return try rows.first.map { row in
            let digest: [UInt8]? = try row["request_digest"]
            return Existing(makerID: try row["maker_id"], digest: digest ?? [])
        }
    }

    /// Inserts an own challenge without players.
    /// - Returns: false if nothing was inserted, because the id or the code is in use.
    func insert(
        _ challenge: OwnChallenge, _ puzzle: Puzzle, language: String, by makerID: UUID, code: ChallengeCode, digest: [UInt8]
    ) async throws -> Bool {
        let rows = try await transaction.query(
            """
            INSERT INTO challenges (
                tenant_id, id, kind, mode, language, letters, starts_at, ends_at, maker_id, code, request_digest, created_at)
            VALUES (\(transaction.tenantID), \(challenge.id), \(ChallengeKind.own), \(challenge.mode), \(language), \(puzzle.text),
                \(challenge.startsAt), \(challenge.endsAt), \(makerID), \(code.text), \(digest), \(transaction.now))
            ON CONFLICT DO NOTHING
            """)
        return rows.affected > 0
    }

    /// Adds players to a challenge. This transaction must have inserted or locked the challenge's row, and none of the
    /// users may be in the challenge yet.
    func add(_ people: [UUID], to id: UUID) async throws {
        transaction.touch(people)
        try await transaction.query(
            """
            INSERT INTO challenge_players (tenant_id, challenge_id, user_id, joined_at)
            SELECT \(transaction.tenantID)::uuid, \(id)::uuid, p.id, \(transaction.now)::timestamptz
            FROM unnest(\(people)::uuid[]) AS p (id)
            """)
    }

    /// Returns the challenge that has this code, and its maker; nil if there is none. The maker's id is nil if their
    /// account was deleted.
    func find(_ code: ChallengeCode) async throws -> (id: UUID, makerID: UUID?)? {
        let rows = try await transaction.query(
            "SELECT id, maker_id FROM challenges WHERE tenant_id = \(transaction.tenantID) AND code = \(code.text)")
        return try rows.first.map { (id: try $0["id"], makerID: try $0["maker_id"]) }
    }

    /// An own challenge whose row is locked until the transaction ends, so that no other transaction adds a player.
    struct Locked: Sendable {
        let makerID: UUID?
        let ended: Bool
        let playerIDs: Set<UUID>
    }

    /// Locks the row of an own challenge until the transaction ends. Returns nil if there is no such challenge.
    func locked(_ id: UUID) async throws -> Locked? {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT maker_id, ends_at <= \(transaction.now) AS ended FROM challenges
            WHERE tenant_id = \(tenant) AND id = \(id) AND kind = \(ChallengeKind.own) FOR NO KEY UPDATE
            """,
            // A second statement, so that it sees the players that the previous holder of the lock has committed.
            "SELECT user_id FROM challenge_players WHERE tenant_id = \(tenant) AND challenge_id = \(id)",
        ])
        let players = try rows[1].map { try $0["user_id"] as UUID }
        return try rows[0].first.map { Locked(makerID: try $0["maker_id"], ended: try $0["ended"], playerIDs: Set(players)) }
    }

    /// Returns whether each of the others is a friend of the user.
    func areFriends(_ others: [UUID], of userID: UUID) async throws -> Bool {
        guard !others.isEmpty else { return true }
        let rows = try await transaction.query(
            """
            SELECT count(*) AS count FROM friendships
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND friend_id = ANY (\(others)::uuid[])
            """)
        return try rows.first?["count"] == others.count
    }

    /// Returns whether one of two users blocks the other.
    func block(between userID: UUID, and other: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM blocks WHERE tenant_id = \(transaction.tenantID)
                AND (blocker_id, blocked_id) IN ((\(userID)::uuid, \(other)::uuid), (\(other)::uuid, \(userID)::uuid))
            """)
        return !rows.isEmpty
    }
}

import DavenportAPI
import Domain
import Foundation
import Postgres

/// Own challenges and who is in them, whoever looks.
struct OwnChallengeRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// A challenge that has an id already.
    struct Existing: Sendable {
        let makerID: UUID?
        let digest: [UInt8]
    }

    /// The challenge of an id, also a daily one, and an own one that is gone.
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

    /// Writes one, with nobody in it yet.
    /// - Returns: whether its id and code were free.
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

    /// Brings people who aren't in it into a challenge that is locked, or new.
    func add(_ people: [UUID], to id: UUID) async throws {
        transaction.touch(people)
        try await transaction.query(
            """
            INSERT INTO challenge_players (tenant_id, challenge_id, user_id, joined_at)
            SELECT \(transaction.tenantID)::uuid, \(id)::uuid, p.id, \(transaction.now)::timestamptz
            FROM unnest(\(people)::uuid[]) AS p (id)
            """)
    }

    /// The challenge that a code leads to, and who made it.
    func find(_ code: ChallengeCode) async throws -> (id: UUID, makerID: UUID?)? {
        let rows = try await transaction.query(
            "SELECT id, maker_id FROM challenges WHERE tenant_id = \(transaction.tenantID) AND code = \(code.text)")
        return try rows.first.map { (id: try $0["id"], makerID: try $0["maker_id"]) }
    }

    /// A challenge that is locked until the transaction ends: nobody else comes in meanwhile.
    struct Locked: Sendable {
        let makerID: UUID?
        let ended: Bool
        let playerIDs: Set<UUID>
    }

    /// Locks an own challenge; nil where there is none.
    func locked(_ id: UUID) async throws -> Locked? {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            """
            SELECT maker_id, ends_at <= \(transaction.now) AS ended FROM challenges
            WHERE tenant_id = \(tenant) AND id = \(id) AND kind = \(ChallengeKind.own) FOR NO KEY UPDATE
            """,
            // Looks anew, when whoever had the lock is done.
            "SELECT user_id FROM challenge_players WHERE tenant_id = \(tenant) AND challenge_id = \(id)",
        ])
        let players = try rows[1].map { try $0["user_id"] as UUID }
        return try rows[0].first.map { Locked(makerID: try $0["maker_id"], ended: try $0["ended"], playerIDs: Set(players)) }
    }

    /// Whether all of these are somebody's friends.
    func areFriends(_ others: [UUID], of userID: UUID) async throws -> Bool {
        guard !others.isEmpty else { return true }
        let rows = try await transaction.query(
            """
            SELECT count(*) AS count FROM friendships
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND friend_id = ANY (\(others)::uuid[])
            """)
        return try rows.first?["count"] == others.count
    }

    /// Whether one of the two blocks the other.
    func block(between userID: UUID, and other: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM blocks WHERE tenant_id = \(transaction.tenantID)
                AND (blocker_id, blocked_id) IN ((\(userID)::uuid, \(other)::uuid), (\(other)::uuid, \(userID)::uuid))
            """)
        return !rows.isEmpty
    }
}

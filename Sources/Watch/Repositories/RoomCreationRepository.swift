import DavenportAPI
import Domain
import Foundation
import Postgres

/// Holds the queries and statements with which a room is created.
struct RoomCreationRepository: Repository {
    let transaction: TenantTransaction

    /// A room that already has the id that a client chose for a new room.
    struct Existing: Sendable {
        let createdBy: UUID?
        let digest: [UInt8]
    }

    /// A person that a user wants to bring into a room, with what decides whether the user may.
    struct Candidate: Sendable {
        let id: UUID
        /// Whether the user and the person are friends or share a room, as the view `companions` decides, or the person is a
        /// bot.
        let isCompanion: Bool
        /// Whether the user blocks the person or the person blocks the user.
        let blocked: Bool
    }

    /// Takes an advisory lock on creating a room for this subject with these members, until the transaction ends.
    func lockCreation(_ known: KnownSubject, members: [UUID]) async throws {
        let subject = known.subject
        let thing =
            "\(transaction.tenantID) \(subject.kind.rawValue) \(subject.key) " + members.map(\.lowercased).sorted().joined(separator: " ")
        try await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended(\(thing)::text, 0))")
    }

    /// Returns the room that has the id, even if that room was deleted; nil if no room has it.
    func existing(_ roomID: UUID) async throws -> Existing? {
        let rows = try await transaction.query(
            """
            SELECT created_by, request_digest FROM rooms WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID)
            UNION ALL
            SELECT NULL, NULL FROM deleted_rooms WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID)
            """)
        return try rows.first.map { row in
            let digest: [UInt8]? = try row["request_digest"]
            return Existing(createdBy: try row["created_by"], digest: digest ?? [])
        }
    }

    /// Returns the relation between the user and each of the other people. People who don't exist are left out.
    func candidates(_ others: [UUID], of userID: UUID) async throws -> [Candidate] {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT u.id,
                u.bot OR EXISTS (
                    SELECT FROM companions AS c
                    WHERE c.tenant_id = \(tenant) AND c.user_id = \(userID) AND c.other_id = u.id) AS is_companion,
                EXISTS (
                    SELECT FROM blocks AS b WHERE b.tenant_id = \(tenant)
                        AND (b.blocker_id, b.blocked_id) IN ((\(userID), u.id), (u.id, \(userID)))) AS blocked
            FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = ANY (\(others)::uuid[])
            """)
        return try rows.map { Candidate(id: try $0["id"], isCompanion: try $0["is_companion"], blocked: try $0["blocked"]) }
    }

    /// Returns whether one of these people blocks another of them.
    func block(among people: [UUID]) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM blocks WHERE tenant_id = \(transaction.tenantID)
                AND blocker_id = ANY (\(people)::uuid[]) AND blocked_id = ANY (\(people)::uuid[])
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// Returns whether the user blocks one of these people or one of them blocks the user.
    func block(between userID: UUID, and people: [UUID]) async throws -> Bool {
        let rows = try await transaction.query(
            """
            SELECT FROM blocks WHERE tenant_id = \(transaction.tenantID)
                AND (blocker_id = \(userID) AND blocked_id = ANY (\(people)::uuid[])
                    OR blocked_id = \(userID) AND blocker_id = ANY (\(people)::uuid[]))
            LIMIT 1
            """)
        return !rows.isEmpty
    }

    /// Returns the id of the newest room for the same subject with exactly the same members; nil if there is none.
    ///
    /// Two episodes that both have a catalogue id are compared by that id. So after the catalogue has renumbered a
    /// show, a room for the episode that used to have this number doesn't match.
    func same(_ known: KnownSubject, members: [UUID]) async throws -> UUID? {
        let subject = known.subject
        let rows = try await transaction.query(
            """
            SELECT id FROM rooms
            WHERE tenant_id = \(transaction.tenantID) AND subject_key = \(subject.key) AND group_id = room_group(
                \(subject.kind), \(subject.showID), (SELECT array_agg(id ORDER BY id) FROM unnest(\(members)::uuid[]) AS id))
                AND (episode_id = \(known.episodeID)) IS NOT FALSE
            ORDER BY created_at DESC, id DESC LIMIT 1
            """)
        return try rows.first.map { try $0["id"] }
    }

    /// Returns the number of rooms that a user may still add to their active ones (rule 5.13), and the moment since which a room
    /// that is complete is active (rule 5.11).
    func remainingActiveRooms(of userID: UUID) async throws -> (count: Int, since: Date) {
        let rows = try await transaction.query(
            """
            SELECT (
                SELECT count(*) FROM (
                    SELECT FROM memberships
                    WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND completed_at > since
                    LIMIT \(RoomLimits.active)) AS active
                ) AS used, since
            FROM (SELECT app_now() - archive_delay() AS since) AS moment
            """)
        return (RoomLimits.active - (try rows[0]["used"] as Int), try rows[0]["since"])
    }

    /// Inserts a room and its members.
    /// - Throws: `idTaken` if a concurrent request took the id.
    func insert(_ roomID: UUID, _ subject: KnownSubject, host: UUID, members: [UUID], digest: [UInt8]) async throws {
        transaction.touch(members)
        do {
            _ = try await transaction.pipeline([
                room(roomID, subject, host, digest),
                """
                INSERT INTO memberships (tenant_id, room_id, user_id, joined_at)
                SELECT \(transaction.tenantID), \(roomID), id, \(transaction.now) FROM unnest(\(members)::uuid[]) AS id
                """,
            ])
        } catch let error as PostgresError where error.constraint == "rooms_pkey" {
            throw Problem(.idTaken)
        }
    }

    private func room(_ roomID: UUID, _ known: KnownSubject, _ host: UUID, _ digest: [UInt8]) -> SQL {
        let subject = known.subject
        return """
            INSERT INTO rooms (tenant_id, id, kind, subject_key, show_id, season, episode, show_title, episode_title, episode_id, movie_id, title,
                host_id, created_by, request_digest, created_at, last_activity_at)
            VALUES (\(transaction.tenantID), \(roomID), \(subject.kind), \(subject.key), \(subject.showID), \(subject.season), \(subject.episode),
                \(subject.showTitle), \(subject.episodeTitle), \(known.episodeID), \(subject.movieID), \(subject.ownTitle), \(host), \(host),
                \(digest), \(transaction.now), \(transaction.now))
            """
    }
}

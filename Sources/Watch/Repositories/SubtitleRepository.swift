import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads and writes the tracks of subtitles of a tenant's rooms.
struct SubtitleRepository: Repository {
    let transaction: TenantTransaction

    /// Returns the subject of a room; nil if the user isn't a member.
    func subject(of roomID: UUID, for userID: UUID) async throws -> Subject? {
        try await transaction.query(
            """
            SELECT kind, show_id, season, episode, show_title, episode_title, movie_id, title FROM rooms
            WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID) AND \(userID) = ANY (member_ids)
            """
        ).first.map { try Subject($0) }
    }

    /// Returns whether a room could have this track: in place of another one, or because it has tracks in few languages.
    func hasPlace(for track: SubtitleReference) async throws -> Bool {
        try await transaction.query(
            """
            SELECT FROM subtitle_tracks
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(track.roomID) AND language <> \(track.language)
            """
        ).count < SubtitleLimits.languages
    }

    /// Locks a room until the transaction ends.
    /// - Returns: whether the user is its host; nil if they are no member.
    func lock(_ roomID: UUID, for userID: UUID) async throws -> Bool? {
        let rows = try await transaction.query(
            """
            SELECT host_id = \(userID) AS is_host, member_ids FROM rooms
            WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID) AND \(userID) = ANY (member_ids)
            FOR NO KEY UPDATE
            """)
        return try rows.first.map { row in
            transaction.touch(try row["member_ids"] as [UUID])
            return try row["is_host"]
        }
    }

    /// Sets the track of a locked room in one language.
    /// - Returns: false if the room has tracks in too many other languages.
    func set(_ cues: [Cue], _ track: SubtitleReference, by userID: UUID) async throws -> Bool {
        let tenant = transaction.tenantID
        let (starts, ends, texts) = (cues.map(\.start), cues.map(\.end), cues.map(\.text))
        return try await transaction.query(
            """
            INSERT INTO subtitle_tracks (tenant_id, room_id, language, set_by, set_at, starts, ends, texts)
            SELECT \(tenant), \(track.roomID), \(track.language), \(userID), \(transaction.now), \(starts)::bigint[], \(ends)::bigint[],
                \(texts)::text[]
            WHERE (
                SELECT count(*) FROM subtitle_tracks
                WHERE tenant_id = \(tenant) AND room_id = \(track.roomID) AND language <> \(track.language)) < \(SubtitleLimits.languages)
            ON CONFLICT (tenant_id, room_id, language) DO UPDATE SET set_by = excluded.set_by, set_at = excluded.set_at,
                starts = excluded.starts, ends = excluded.ends, texts = excluded.texts
            """
        ).affected > 0
    }

    /// Returns a user as their own client sees them.
    func setter(_ userID: UUID) async throws -> UserStub? {
        try await transaction.query(
            "SELECT \(fragment: UserStub.columns) FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(userID)"
        ).first.map { try UserStub($0) }
    }

    /// Returns the cues of a part of a track; nil if there is no such track, or the user isn't a member of the room.
    func cues(_ query: CueQuery, for userID: UUID) async throws -> [Cue]? {
        let tenant = transaction.tenantID
        let track: SQL = """
            FROM subtitle_tracks AS t JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = t.room_id AND \(userID) = ANY (r.member_ids)
            """
        let isIt: SQL = "t.tenant_id = \(tenant) AND t.room_id = \(query.roomID) AND t.language = \(query.language)"
        let rows = try await transaction.pipeline([
            "SELECT \(fragment: track) WHERE \(fragment: isIt)",
            """
            SELECT c.starts, c.ends, c.text \(fragment: track)
            CROSS JOIN LATERAL unnest(t.starts, t.ends, t.texts) WITH ORDINALITY AS c (starts, ends, text, place)
            WHERE \(fragment: isIt) AND c.starts < \(query.to) AND (c.ends > \(query.from) OR c.starts >= \(query.from))
            ORDER BY c.place LIMIT \(SubtitleLimits.cues)
            """,
        ])
        guard !rows[0].isEmpty else { return nil }
        return try rows[1].map { Cue(start: try $0["starts"], end: try $0["ends"], text: try $0["text"]) }
    }

    /// Deletes a track of a locked room.
    /// - Parameter isHost: whether the user may delete tracks that others have set.
    /// - Throws: `notFound` if there is no such track; `forbidden` if the user may not delete it.
    func delete(_ track: SubtitleReference, by userID: UUID, isHost: Bool) async throws {
        let isIt: SQL = """
            tenant_id = \(transaction.tenantID) AND room_id = \(track.roomID) AND language = \(track.language)
            """
        let rows = try await transaction.query(
            "SELECT coalesce(set_by = \(userID), false) AS is_own FROM subtitle_tracks WHERE \(fragment: isIt)")
        guard let row = rows.first else { throw Problem(.notFound) }
        guard try isHost || row["is_own"] else { throw Problem(.forbidden) }
        try await transaction.query("DELETE FROM subtitle_tracks WHERE \(fragment: isIt)")
    }
}

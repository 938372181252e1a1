import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores what a user watched elsewhere as rooms of their own.
struct HistoryImportRepository: Repository {
    let transaction: TenantTransaction

    /// A subject with the moment at which the user watched it, as a row of a statement's parameter in JSON.
    struct Play: Encodable, Sendable {
        let id: UUID
        let at: Date
        let kind, key: String
        let show_id, season, episode: Int?
        let show_title, episode_title: String?
        let episode_id, movie_id: Int?
        let title: String?

        init(_ known: KnownSubject, id: UUID, at: Date) {
            let subject = known.subject
            (self.id, self.at, kind, key) = (id, at, subject.kind.rawValue, subject.key)
            (show_id, season, episode) = (subject.showID, subject.season, subject.episode)
            (show_title, episode_title) = (subject.showTitle, subject.episodeTitle)
            (episode_id, movie_id, title) = (known.episodeID, subject.movieID, subject.ownTitle)
        }
    }

    /// Returns the ids of those plays whose subject the user alone has a room about.
    func known(_ plays: [Play], of userID: UUID) async throws -> Set<UUID> {
        let rows = try await transaction.query(
            """
            SELECT t.id FROM \(fragment: try Self.rows(plays))
            WHERE EXISTS (
                SELECT FROM rooms AS r
                WHERE r.tenant_id = \(transaction.tenantID) AND r.subject_key = t.key
                    AND r.group_id = room_group(t.kind, t.show_id, ARRAY[\(userID)::uuid]))
            """)
        return Set(try rows.map { try $0["id"] as UUID })
    }

    /// Inserts a room for each play, whose only member watched it at the given moment. That moment is also the time at
    /// which the room was made, joined, marked, completed and last active.
    func insert(_ plays: [Play], of userID: UUID) async throws {
        transaction.touch([userID])
        let (tenant, ids) = (transaction.tenantID, plays.map(\.id))
        _ = try await transaction.pipeline([
            """
            INSERT INTO rooms (tenant_id, id, kind, subject_key, show_id, season, episode, show_title, episode_title, episode_id, movie_id, title,
                host_id, created_by, request_digest, created_at, last_activity_at)
            SELECT \(tenant), t.id, t.kind, t.key, t.show_id, t.season, t.episode, t.show_title, t.episode_title, t.episode_id, t.movie_id,
                t.title, \(userID), \(userID), '', t.at, t.at
            FROM \(fragment: try Self.rows(plays))
            """,
            """
            INSERT INTO memberships (tenant_id, room_id, user_id, joined_at)
            SELECT \(tenant), t.id, \(userID), t.at FROM \(fragment: try Self.rows(plays))
            """,
            """
            UPDATE memberships SET watched_at = joined_at, marked_at = joined_at
            WHERE tenant_id = \(tenant) AND user_id = \(userID) AND room_id = ANY (\(ids)::uuid[])
            """,
            // The marks have set the time of completion to now. It must be the time of watching.
            "UPDATE rooms SET completed_at = created_at WHERE tenant_id = \(tenant) AND id = ANY (\(ids)::uuid[])",
            """
            UPDATE memberships SET completed_at = joined_at, archive_rank = joined_at
            WHERE tenant_id = \(tenant) AND user_id = \(userID) AND room_id = ANY (\(ids)::uuid[])
            """,
        ])
    }

    private static func rows(_ plays: [Play]) throws -> SQL {
        let json = String(decoding: try JSONEncoder.wire.encode(plays), as: UTF8.self)
        return """
            jsonb_to_recordset(\(json)::text::jsonb) AS t (id uuid, at timestamptz, kind text, key text, show_id bigint, season integer,
                episode integer, show_title text, episode_title text, episode_id bigint, movie_id bigint, title text)
            """
    }
}

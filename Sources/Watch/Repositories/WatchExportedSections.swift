import Domain
import Foundation
import Postgres

// The rooms in a user's data export: those that they are and were in, with their comments there (rules 15). A room that
// they left and didn't create appears without titles, since to them it is as if it had never existed (rule 5.6).

extension [ExportedSection] {
    static let watch: Self = [
        ExportedSection.many("rooms", page: 100) { transaction, userID in
            let tenant = transaction.tenantID
            return """
                SELECT r.id AS place, json_build_object('id', r.id, 'subject', json_build_object('kind', r.kind, 'showID', r.show_id,
                        'season', r.season, 'episode', r.episode, 'movieID', r.movie_id,
                        'showTitle', CASE WHEN m.knows OR r.created_by = \(userID) THEN r.show_title END,
                        'episodeTitle', CASE WHEN m.knows OR r.created_by = \(userID) THEN r.episode_title END,
                        'title', CASE WHEN m.knows OR r.created_by = \(userID) THEN r.title END),
                    'joinedAt', timestamp_text(m.joined_at), 'watchedAt', timestamp_text(m.watched_at),
                    'markedAt', timestamp_text(m.marked_at),
                    'leftAt', timestamp_text(m.left_at), 'readNumber', m.read_number, 'muted', m.muted,
                    'openToFriends', m.open_to_friends,
                    'position', CASE WHEN p.room_id IS NOT NULL THEN json_build_object(
                        'seconds', p.seconds, 'running', p.running, 'setAt', timestamp_text(p.set_at)) END) AS item
                FROM (
                    SELECT room_id, joined_at, watched_at, marked_at, NULL::timestamptz AS left_at, read_number, muted,
                        open_to_friends, true AS knows
                    FROM memberships
                    WHERE tenant_id = \(tenant) AND user_id = \(userID)
                    UNION ALL
                    SELECT room_id, NULL, watched_at, marked_at, left_at, NULL, NULL, NULL, false FROM former_members
                    WHERE tenant_id = \(tenant) AND user_id = \(userID)
                ) AS m
                JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = m.room_id
                LEFT JOIN positions AS p ON p.tenant_id = \(tenant) AND p.room_id = m.room_id AND p.user_id = \(userID)
                """
        }.holding("comments") { transaction, userID, rooms in
            """
            SELECT c.room_id AS owner, c.number::bigint AS place, json_build_object('id', c.id, 'number', c.number,
            'seconds', c.seconds,
                'content', c.content, 'quote', c.quote, 'replyTo', c.reply_to, 'pictures', c.pictures, 'createdAt', timestamp_text(c.created_at),
                'editedAt', timestamp_text(c.edited_at)) AS item
            FROM comments AS c
            WHERE c.tenant_id = \(transaction.tenantID) AND c.room_id = ANY (\(rooms)::uuid[]) AND c.author_id = \(userID)
                AND c.deleted_at IS NULL
            """
        },
        ExportedSection.many("roomRequests") { transaction, userID in
            """
            SELECT q.room_id AS place, json_build_object('roomID', q.room_id, 'requestedAt', timestamp_text(q.requested_at)) AS item
            FROM room_requests AS q
            WHERE q.tenant_id = \(transaction.tenantID) AND q.user_id = \(userID) AND q.requested_at IS NOT NULL
            """
        },
        // Without their bytes, which the user downloads from `/v1/files/{id}`.
        ExportedSection.many("pictures") { transaction, userID in
            """
            SELECT f.id AS place, json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'type', f.type, 'width', f.width,
                'height', f.height, 'sha256', encode(f.sha256, 'hex'), 'commentID', f.comment_id,
                'createdAt', timestamp_text(f.created_at)) AS item
            FROM files AS f
            WHERE f.tenant_id = \(transaction.tenantID) AND f.uploader_id = \(userID) AND f.kind = 'picture'
            """
        },
        ExportedSection.many("reactions") { transaction, userID in
            """
            SELECT r.comment_id AS place, json_build_object('roomID', r.room_id, 'commentID', r.comment_id, 'emojis', json_agg(
                json_build_object('emoji', r.emoji, 'reactedAt', timestamp_text(r.reacted_at)) ORDER BY r.number)) AS item
            FROM reactions AS r WHERE r.tenant_id = \(transaction.tenantID) AND r.user_id = \(userID)
            GROUP BY r.room_id, r.comment_id
            """
        },
        ExportedSection.many("subtitles", page: 10, place: "text") { transaction, userID in
            """
            SELECT t.room_id || ' ' || t.language AS place, json_build_object('roomID', t.room_id, 'language', t.language,
                'at', timestamp_text(t.set_at), 'cues', (
                    SELECT json_agg(json_build_object('start', c.starts, 'end', c.ends, 'text', c.text) ORDER BY c.place)
                    FROM unnest(t.starts, t.ends, t.texts) WITH ORDINALITY AS c (starts, ends, text, place))) AS item
            FROM subtitle_tracks AS t WHERE t.tenant_id = \(transaction.tenantID) AND t.set_by = \(userID)
            """
        },
    ]
}

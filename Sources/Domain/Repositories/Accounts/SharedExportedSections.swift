import Foundation
import Postgres

// The account data that every user may export, whatever features the tenant has (rules 15).

extension [ExportedSection] {
    static let accounts: Self = [
        .one("me") { transaction, userID in
            """
            SELECT id AS place, json_build_object('id', id, 'username', username, 'email', email,
                'emailState', \(fragment: EmailAddressRepository.state(in: transaction.tenantID)),
                'digest', \(fragment: EmailAddressRepository.digest(in: transaction.tenantID)), 'role', role, 'givenName', given_name,
                'familyName', family_name, 'birthday', birthday, 'language', language, 'identityColor', identity_color,
                'createdAt', timestamp_text(created_at)) AS item
            FROM users WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)
            """
        },
        .one("picture") { transaction, userID in
            """
            SELECT a.user_id AS place, json_build_object('type', a.media_type,
                'data', translate(encode(a.image, 'base64'), E'\\n', '')) AS item
            FROM avatars AS a WHERE a.tenant_id = \(transaction.tenantID) AND a.user_id = \(userID)
            """
        },
        .many("sessions") { transaction, userID in
            """
            SELECT s.id AS place, json_build_object('id', s.id, 'source', s.source, 'deviceName', s.device_name,
                'createdAt', timestamp_text(s.created_at), 'lastUsedAt', timestamp_text(s.last_used_at),
                'expiresAt', timestamp_text(s.expires_at)) AS item
            FROM sessions AS s WHERE s.tenant_id = \(transaction.tenantID) AND s.user_id = \(userID)
            """
        },
        .many("passkeys") { transaction, userID in
            """
            SELECT k.id AS place, json_build_object('id', k.id, 'name', k.name, 'createdAt', timestamp_text(k.created_at),
                'lastUsedAt', timestamp_text(k.last_used_at), 'isBackedUp', k.is_backed_up) AS item
            FROM passkeys AS k WHERE k.tenant_id = \(transaction.tenantID) AND k.user_id = \(userID)
            """
        },
        .one("passwordLink") { transaction, userID in
            """
            SELECT l.user_id AS place, json_build_object('createdAt', timestamp_text(l.created_at),
                'expiresAt', timestamp_text(l.expires_at)) AS item
            FROM password_links AS l
            WHERE l.tenant_id = \(transaction.tenantID) AND l.user_id = \(userID) AND l.expires_at > \(transaction.now)
            """
        },
        .many("feedback") { transaction, userID in
            """
            SELECT f.id AS place, json_build_object('id', f.id, 'text', f.text, 'context', f.context, 'state', f.state,
                'createdAt', timestamp_text(f.created_at)) AS item
            FROM feedback AS f WHERE f.tenant_id = \(transaction.tenantID) AND f.author_id = \(userID)
            """
        },
    ]

    static let people: Self = [
        .many("invites") { transaction, userID in
            """
            SELECT i.id AS place, json_build_object('id', i.id, 'role', i.role, 'maxUses', i.max_uses, 'used', i.used_count,
            'note', i.note, 'roomIDs', i.room_ids,
                'createdAt', timestamp_text(i.created_at), 'expiresAt', timestamp_text(i.expires_at),
                'withdrawnAt', timestamp_text(i.withdrawn_at)) AS item
            FROM invites AS i WHERE i.tenant_id = \(transaction.tenantID) AND i.maker_id = \(userID)
            """
        },
        .many("friends") { transaction, userID in
            """
            SELECT f.friend_id AS place, json_build_object('id', f.friend_id, 'username', u.username,
            'since', timestamp_text(f.since)) AS item
            FROM friendships AS f JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = f.friend_id
            WHERE f.tenant_id = \(transaction.tenantID) AND f.user_id = \(userID)
            """
        },
        .many("friendRequests") { transaction, userID in
            """
            SELECT q.to_id AS place, json_build_object('id', q.to_id, 'requestedAt', timestamp_text(q.requested_at)) AS item
            FROM friend_requests AS q WHERE q.tenant_id = \(transaction.tenantID) AND q.from_id = \(userID)
            """
        },
        .many("blocks") { transaction, userID in
            """
            SELECT b.blocked_id AS place, json_build_object('id', b.blocked_id, 'since', timestamp_text(b.created_at)) AS item
            FROM blocks AS b WHERE b.tenant_id = \(transaction.tenantID) AND b.blocker_id = \(userID)
            """
        },
        .many("mutedPeople") { transaction, userID in
            """
            SELECT m.muted_id AS place, json_build_object('id', m.muted_id) AS item
            FROM muted_people AS m WHERE m.tenant_id = \(transaction.tenantID) AND m.user_id = \(userID)
            """
        },
        .one("mutedWords") { transaction, userID in
            """
            SELECT m.user_id AS place, to_json(m.words) AS item
            FROM muted_words AS m WHERE m.tenant_id = \(transaction.tenantID) AND m.user_id = \(userID)
            """
        },
    ]

    static let integrations: Self = [
        .many("keys") { transaction, userID in
            """
            SELECT k.id AS place, json_build_object('id', k.id, 'purpose', k.purpose, 'account', k.account, 'name', k.name,
                'createdAt', timestamp_text(k.created_at), 'lastUsedAt', timestamp_text(k.last_used_at), 'lastResult', k.last_result) AS item
            FROM access_keys AS k WHERE k.tenant_id = \(transaction.tenantID) AND k.user_id = \(userID)
            """
        },
        .one("webhook") { transaction, userID in
            """
            SELECT w.user_id AS place, json_build_object('url', w.url, 'error', w.error, 'offAt', timestamp_text(w.off_at)) AS item
            FROM webhooks AS w WHERE w.tenant_id = \(transaction.tenantID) AND w.user_id = \(userID)
            """
        },
    ]

    static let notifications: Self = [
        .many("devices", place: "text") { transaction, userID in
            """
            SELECT d.token AS place, json_strip_nulls(json_build_object('token', right(d.token, 4), 'kind', d.kind,
                'environment', d.environment, 'topic', d.topic, 'name', d.name, 'registeredAt', timestamp_text(d.registered_at))) AS item
            FROM devices AS d WHERE d.tenant_id = \(transaction.tenantID) AND d.user_id = \(userID)
            """
        },
        .one("settings") { transaction, userID in
            """
            SELECT p.user_id AS place, json_build_object('muted', p.muted, 'timeZone', p.time_zone,
                'quietFrom', to_char(p.quiet_from, 'HH24:MI'), 'quietTo', to_char(p.quiet_to, 'HH24:MI')) AS item
            FROM notification_preferences AS p WHERE p.tenant_id = \(transaction.tenantID) AND p.user_id = \(userID)
            """
        },
    ]
}

import DavenportAPI
import Foundation
import Postgres
import Secrets

// The tables of the shared areas that move with a tenant (rules 15).

extension [ExportedTable] {
    static let accounts = [
        ExportedTable(
            ExportedTable.tenants, deploymentColumns: ["slug", "suspended_at", "is_moving", "throttle_key", "sync_key", "self_made"],
            rules: [
                "name": .tenantName, "description": .field(.tenantDescription),
                "filter_words": .each(.field(.text(Mutes.wordLength))),
            ]),
        ExportedTable("tenant_pictures", rules: ["image": .picture]),
        ExportedTable(ExportedTable.hosts, rules: ["host": .host]),
        ExportedTable("tenant_apps", rules: ["app": .app]),
        ExportedTable("tenant_limits"),
        ExportedTable(
            "users",
            // No password has this hash.
            secrets: ["password_hash": "''"],
            rules: [
                "email": .name(EmailAddress.length), "email_key": .folded("email"), "username": .name(NameLength.username),
                "username_key": .folded("username"), "password_hash": .passwordHash, "given_name": .name(NameLength.ofPerson),
                "family_name": .name(NameLength.ofPerson),
            ]),
        ExportedTable("avatars", rules: ["image": .picture]),
        ExportedTable("sessions", isSecret: true, deploymentColumns: ["confirmed_at"], rules: ["device_name": .field(.deviceName)]),
        // They work only if their host moves too.
        ExportedTable(
            "passkeys", isSecret: true,
            rules: [
                "credential_id": .bytes(upTo: 1023), "public_key": .bytes(upTo: 2048), "rp_id": .host, "name": .field(.deviceName),
            ]),
        ExportedTable("password_links", isSecret: true),
        ExportedTable("email_states"),
        ExportedTable(
            "email_links", isSecret: true, rules: ["email": .name(EmailAddress.length), "email_key": .folded("email")]),
        ExportedTable(
            "feedback", secrets: ["request_digest": "''"],
            rules: ["text": .field(.feedbackText), "context": .field(.feedbackContext)]),
        // The events of the move itself belong to the deployment in which they happened.
        ExportedTable("audit_entries", where: "m.event NOT IN ('tenant.exported', 'tenant.imported', 'tenant.deleted')", moment: "at"),
    ]

    static let people = [
        ExportedTable("friendships"), ExportedTable("friend_requests"),
        ExportedTable("blocks", rules: ["blocker_username": .name(NameLength.username)]),
        ExportedTable("muted_people"), ExportedTable("muted_words", rules: ["words": .each(.field(.text(Mutes.wordLength)))]),
        ExportedTable(
            "invites",
            // A random digest, whose code nobody knows.
            secrets: ["code_digest": "sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))"],
            rules: ["note": .field(.inviteNote)]),
        ExportedTable("invite_redemptions"), ExportedTable("invite_codes", isSealed: true, rules: ["sealed": .bytes(upTo: 256)]),
    ]

    static let integrations = [
        ExportedTable(
            "access_keys", isSecret: true,
            rules: [
                "account": .field(.accessKeyName), "name": .field(.accessKeyName),
                "last_result": .field(.oneOf(AccessKeyResult.self, placeholder: .served)), "calendar": .calendarRevisions,
            ]),
        // The new deployment sends a message at once, because nobody knows which changes the old one has announced.
        ExportedTable(
            "webhooks", isSealed: true,
            deploymentColumns: ["due_at", "message_id", "attempts", "announced", "checked_at", "lease_id", "leased_until"],
            rules: ["url": .field(.webhookURL), "sealed": .bytes(upTo: 256)]),
    ]

    static let notifications = [
        ExportedTable(
            "push_credentials", isSealed: true,
            rules: ["topic": .field(.topic), "team_id": .pushTeam, "key_id": .pushKeyID, "sealed": .bytes(upTo: 8192)]),
        ExportedTable("web_push_keys", isSealed: true, rules: ["public_key": .bytes(upTo: 65), "sealed": .bytes(upTo: 8192)]),
        // A browser's subscription belongs to the tenant's key for browsers. If the file lacks that key, the browser must subscribe anew.
        ExportedTable(
            "devices", isSecret: true, whereWithoutSealed: "m.kind <> 'web'",
            rules: [
                "topic": .field(.topic), "name": .field(.deviceName), "p256dh": .browserKey,
                "endpoint": .text("must be the address of a push service") { PushServiceAddress($0) != nil },
            ]),
        ExportedTable("notification_preferences"),
    ]
}

extension ColumnRule {
    fileprivate static let tenantName = ColumnRule { refusal { _ = try TenantName($0) }($0) }
    fileprivate static let host = ColumnRule { refusal { _ = try TenantHosts([$0]) }($0) }

    fileprivate static let app = ColumnRule { refusal { guard try CommunityApp($0).text == $0 else { throw Problem(.invalid) } }($0) }

    fileprivate static let pushTeam = ColumnRule.text("must be the id of a team, or the address of a service account") {
        NewPushKey.isAppleID($0) || ServiceAccount.isEmail($0)
    }
    fileprivate static let pushKeyID = ColumnRule.text("must be the id of a key of Apple's or Google's") {
        NewPushKey.isAppleID($0) || ServiceAccount.isKeyID($0)
    }
    fileprivate static let browserKey = ColumnRule.text("must be a point of P-256") {
        Data(base64Encoded: $0).flatMap { AgreementPublicKey(bytes: [UInt8]($0)) } != nil
    }

    /// Accepts a picture that has the media type in its row. The checks are the same as for an upload.
    fileprivate static let picture = ColumnRule(besides: { value, row in
        guard let text = value.text, let bytes = Data(base64Encoded: text), bytes.count <= AvatarLimits.size,
            let picture = StrippedPicture([UInt8](bytes)), picture.isShowable
        else { return "must be a picture" }
        return row["media_type"]?.text == picture.kind.rawValue ? nil : "must be a picture of the type in media_type"
    })

    /// Accepts an empty password hash, or a hash that takes no longer to verify than a log-in may take.
    fileprivate static let passwordHash = ColumnRule.text("must be a password hash whose cost a log-in may have") {
        $0.isEmpty || PasswordHash.isAcceptable($0)
    }

    /// Accepts the revisions of a calendar's events.
    fileprivate static let calendarRevisions = ColumnRule {
        guard let bytes = try? JSONEncoder().encode($0), bytes.count <= CalendarRevisions.limit else { return "must be shorter" }
        return (try? JSONDecoder().decode(CalendarRevisions.self, from: bytes)) == nil ? "must be a calendar's revisions" : nil
    }

    /// Makes a column rule from a check that throws for a refused text. A use case applies the same check to such
    /// texts.
    private static func refusal(_ rule: @escaping @Sendable (String) throws -> Void) -> @Sendable (JSONValue) -> String? {
        {
            guard let text = $0.text else { return "must be a text" }
            do { try rule(text) } catch { return (error as? Problem)?.errors?.first?.message ?? "isn't allowed" }
            return nil
        }
    }
}

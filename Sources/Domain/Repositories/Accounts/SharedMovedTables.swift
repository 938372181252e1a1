import DavenportAPI
import Foundation
import Postgres
import Secrets

// What every community takes along that moves (rules 15).

extension [MovedTable] {
    static let accounts = [
        MovedTable(MovedTable.tenants, houseColumns: ["slug", "suspended_at", "throttle_key", "sync_key"], rules: ["name": .tenantName]),
        MovedTable(MovedTable.hosts, rules: ["host": .host]),
        MovedTable("tenant_limits"),
        MovedTable(
            "users",
            // Nothing that anybody types is hashed to this.
            secrets: ["password_hash": "''"],
            rules: [
                "email": .name(EmailAddress.length), "email_key": .folded("email"), "username": .name(NameLength.username),
                "username_key": .folded("username"), "password_hash": .passwordHash, "given_name": .name(NameLength.ofPerson),
                "family_name": .name(NameLength.ofPerson),
            ]),
        MovedTable("avatars", rules: ["image": .picture]),
        MovedTable("sessions", isSecret: true, rules: ["device_name": .field(.deviceName)]),
        MovedTable(
            "feedback", secrets: ["request_digest": "''"],
            rules: ["text": .field(.feedbackText), "context": .field(.feedbackContext)]),
        // That it went and came is what one house has done and another hasn't.
        MovedTable("audit_entries", where: "m.event NOT IN ('tenant.exported', 'tenant.imported', 'tenant.deleted')", moment: "at"),
    ]

    static let people = [
        MovedTable("friendships"), MovedTable("friend_requests"),
        MovedTable("blocks", rules: ["blocker_username": .name(NameLength.username)]),
        MovedTable("muted_people"), MovedTable("muted_words", rules: ["words": .each(.field(.text(Mutes.wordLength)))]),
        MovedTable(
            "invites",
            // Nobody knows the code of such a digest.
            secrets: ["code_digest": "sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))"],
            rules: ["note": .field(.inviteNote)]),
        MovedTable("invite_redemptions"),
    ]

    static let notifications = [
        MovedTable("devices", isSecret: true, rules: ["topic": .field(.topic), "name": .field(.deviceName)]),
        MovedTable("notification_preferences"),
    ]
}

extension ColumnRule {
    fileprivate static let tenantName = ColumnRule { refusal { _ = try TenantName($0) }($0) }
    fileprivate static let host = ColumnRule { refusal { _ = try TenantHosts([$0]) }($0) }

    /// A picture that is what its row calls it, as it is taken from requests.
    fileprivate static let picture = ColumnRule(besides: { value, row in
        guard let text = value.text, let bytes = Data(base64Encoded: text), bytes.count <= AvatarLimits.size,
            let picture = PlainPicture([UInt8](bytes)), picture.isShowable
        else { return "must be a picture" }
        return row["media_type"]?.text == picture.kind.rawValue ? nil : "must be the picture that media_type says"
    })

    /// A hash that a log-in may cost, or none.
    fileprivate static let passwordHash = ColumnRule.text("must be a password's hash, at a cost that a log-in may have") {
        $0.isEmpty || PasswordHash.isAcceptable($0)
    }

    /// What a use case's rule says of a text.
    private static func refusal(_ rule: @escaping @Sendable (String) throws -> Void) -> @Sendable (JSONValue) -> String? {
        {
            guard let text = $0.text else { return "must be a text" }
            do { try rule(text) } catch { return (error as? Problem)?.errors?.first?.message ?? "isn't allowed" }
            return nil
        }
    }
}

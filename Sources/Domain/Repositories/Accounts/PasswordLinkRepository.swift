import DavenportAPI
import Foundation
import Postgres
import Secrets

extension PasswordLinkMakers: PostgresCodable {}

/// Reads, makes and uses the links with which members of a tenant set new passwords.
struct PasswordLinkRepository: Repository {
    let transaction: TenantTransaction

    /// A link that hasn't expired, with the account whose password it sets.
    struct Found: Sendable {
        let userID: UUID
        /// The admin or owner who made the link; nil if an operator did, or it was sent by e-mail.
        let makerID: UUID?
        let username: String
        let email: String
        /// The earlier address that the account gets back; nil if it keeps the one it has.
        let restoredEmail: String?
        /// When the address was changed that the link undoes.
        let changedAt: Date
        /// Whether the link was sent to an e-mail address, so that its user reads the mails of that address.
        let wasMailed: Bool
        /// Whether the link has no maker, or its maker may make it at this moment.
        let isAllowed: Bool
    }

    /// Inserts the link of a user, in place of the older one, and notifies the user.
    /// - Parameter makerID: the admin or owner who makes the link; nil if an operator does.
    func insert(_ code: PasswordLinkCode, for userID: UUID, by makerID: UUID?, expiresAt: Date) async throws {
        transaction.touch([userID])
        transaction.wakeWorkers()
        _ = try await transaction.pipeline([
            """
            INSERT INTO password_links (tenant_id, user_id, code_digest, maker_id, created_at, expires_at)
            VALUES (\(transaction.tenantID), \(userID), \(code.digest), \(makerID), \(transaction.now), \(expiresAt))
            ON CONFLICT (tenant_id, user_id) DO UPDATE SET code_digest = excluded.code_digest, maker_id = excluded.maker_id,
                created_at = excluded.created_at, expires_at = excluded.expires_at
            """,
            """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, created_at, due_at, expires_at)
            VALUES (\(transaction.tenantID), gen_random_uuid(), \(NotificationKind.accountLinkMade), \(userID), \(makerID),
                \(transaction.now), \(transaction.now), \(transaction.now + NotificationRules.lifetime))
            """,
        ])
    }

    /// Returns the link that has this code; nil if there is none, or it has expired.
    func find(_ code: PasswordLinkCode) async throws -> Found? {
        let rows = try await transaction.query(
            """
            SELECT l.user_id, l.maker_id, l.was_mailed, l.restored_email, l.expires_at, u.username, u.email, u.role, m.role AS maker_role,
                m.suspended_at IS NOT NULL AS maker_suspended, t.password_link_makers
            FROM (
                SELECT user_id, maker_id, false AS was_mailed, NULL AS restored_email, expires_at FROM password_links
                WHERE tenant_id = \(transaction.tenantID) AND code_digest = \(code.digest) AND expires_at > \(transaction.now)
                UNION ALL
                SELECT o.id, NULL, true, NULL, p.expires_at FROM mailed_password_links AS p
                JOIN users AS o ON o.tenant_id = \(transaction.tenantID) AND o.email_key = p.email_key AND NOT o.bot
                WHERE p.tenant_id = \(transaction.tenantID) AND p.code_digest = \(code.digest) AND p.expires_at > \(transaction.now)
                UNION ALL
                SELECT e.user_id, NULL, true, e.email, e.expires_at FROM email_links AS e
                WHERE e.tenant_id = \(transaction.tenantID) AND e.purpose = 'undo' AND e.code_digest = \(code.digest)
                    AND e.expires_at > \(transaction.now)
            ) AS l
            JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = l.user_id
            LEFT JOIN users AS m ON m.tenant_id = \(transaction.tenantID) AND m.id = l.maker_id
            JOIN tenants AS t ON t.id = \(transaction.tenantID)
            """)
        return try rows.first.map { row in
            let (makerRole, makers): (Role?, PasswordLinkMakers) = (try row["maker_role"], try row["password_link_makers"])
            let (role, isSuspended): (Role, Bool) = (try row["role"], try row["maker_suspended"])
            let expiresAt: Date = try row["expires_at"]
            return Found(
                userID: try row["user_id"], makerID: try row["maker_id"], username: try row["username"], email: try row["email"],
                restoredEmail: try row["restored_email"], changedAt: expiresAt - EmailRules.lifetime, wasMailed: try row["was_mailed"],
                isAllowed: makerRole.map { makers.allow($0, for: role) && !isSuspended } ?? true)
        }
    }

    /// Stores the link that is mailed to an address, and replaces an older one. The address needn't have an account.
    func insertMailed(_ code: PasswordLinkCode, to email: String, expiresAt: Date) async throws {
        try await transaction.query(
            """
            INSERT INTO mailed_password_links (tenant_id, email_key, code_digest, expires_at)
            VALUES (\(transaction.tenantID), \(email.folded), \(code.digest), \(expiresAt))
            ON CONFLICT (tenant_id, email_key) DO UPDATE SET code_digest = excluded.code_digest, expires_at = excluded.expires_at
            """)
    }

    /// Deletes a batch of links that were sent and have expired. The statement skips locked rows.
    func tidyMailed() async throws {
        try await transaction.query(
            """
            DELETE FROM mailed_password_links WHERE tenant_id = \(transaction.tenantID) AND email_key IN (
                SELECT email_key FROM mailed_password_links
                WHERE tenant_id = \(transaction.tenantID) AND expires_at <= \(transaction.now)
                LIMIT \(Upkeep.batch) FOR UPDATE SKIP LOCKED)
            """)
    }

    /// Ends the links of a user: the one that somebody made, and the one that was sent by e-mail.
    /// - Returns: false if there was none.
    @discardableResult
    func end(of userID: UUID) async throws -> Bool {
        transaction.touch([userID])
        let ended = try await transaction.pipeline([
            "DELETE FROM password_links WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)",
            """
            DELETE FROM mailed_password_links AS p USING users AS u
            WHERE p.tenant_id = \(transaction.tenantID) AND u.tenant_id = \(transaction.tenantID) AND u.id = \(userID)
                AND p.email_key = u.email_key
            """,
        ])
        return ended.contains { $0.affected > 0 }
    }

    /// Ends for good the links that a user made, and the one that another member made for them: either's right to make a
    /// link may have changed.
    func endMade(byOrFor userID: UUID) async throws {
        let ended = try await transaction.query(
            """
            DELETE FROM password_links
            WHERE tenant_id = \(transaction.tenantID) AND (maker_id = \(userID) OR user_id = \(userID) AND maker_id IS NOT NULL)
            RETURNING user_id
            """)
        transaction.touch(try ended.map { try $0["user_id"] as UUID })
    }

    /// Returns who may make links in the tenant.
    func makers() async throws -> PasswordLinkMakers {
        let rows = try await transaction.query("SELECT password_link_makers FROM tenants WHERE id = \(transaction.tenantID)")
        guard let row = rows.first else { throw Problem(.tenantNotFound) }
        return try row["password_link_makers"]
    }

    /// Sets who may make links in the tenant, and ends for good those of others.
    /// - Returns: false if nothing changed.
    func setMakers(_ makers: PasswordLinkMakers) async throws -> Bool {
        let roles = Role.allCases.filter { makers.allow($0, for: .member) }.map(\.rawValue)
        let rows = try await transaction.pipeline([
            "UPDATE tenants SET password_link_makers = \(makers) WHERE id = \(transaction.tenantID) AND password_link_makers <> \(makers)",
            """
            DELETE FROM password_links AS l USING users AS m
            WHERE l.tenant_id = \(transaction.tenantID) AND m.tenant_id = \(transaction.tenantID) AND m.id = l.maker_id
                AND m.role <> ALL (\(roles)::text[])
            RETURNING l.user_id
            """,
        ])
        transaction.touch(try rows[1].map { try $0["user_id"] as UUID })
        return rows[0].affected > 0
    }

    /// Returns the tenant's first host that other machines can reach; nil if there is none.
    func host() async throws -> String? {
        try await transaction.query("SELECT \(fragment: TenantRepository.host(in: transaction.tenantID)) AS host").first?["host"]
    }

    /// Returns an SQL expression for the link of the user `users.id` as JSON, which is null if none works.
    static func open(in tenant: UUID, at now: Date) -> SQL {
        """
        (SELECT json_build_object('createdAt', timestamp_text(l.created_at), 'expiresAt', timestamp_text(l.expires_at),
                'by', m.id, 'username', m.username, 'identityColor', m.identity_color, 'avatarVersion', m.avatar_version)
            FROM password_links AS l LEFT JOIN users AS m ON m.tenant_id = \(tenant) AND m.id = l.maker_id
            WHERE l.tenant_id = \(tenant) AND l.user_id = users.id AND l.expires_at > \(now))
        """
    }
}

extension OpenPasswordLink {
    /// Decodes a link from the expression `PasswordLinkRepository.open`.
    init?(_ row: Row, _ column: StaticString) throws {
        guard let stored: Stored = try row.json(column) else { return nil }
        self.init(by: stored.maker, createdAt: stored.createdAt, expiresAt: stored.expiresAt)
    }

    /// The JSON of the expression, whose member for the maker's picture differs from the API's.
    private struct Stored: Decodable {
        let createdAt, expiresAt: Date
        let by: UUID?
        let username, identityColor, avatarVersion: String?

        var maker: UserStub? {
            guard let by, let username, let identityColor else { return nil }
            return UserStub(id: by, username: username, identityColor: identityColor, avatarVersion: avatarVersion, isBot: false)
        }
    }
}

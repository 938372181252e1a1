import DavenportAPI
import Foundation
import Postgres

/// Reads and writes the accounts of a tenant.
package struct AccountRepository: Sendable {
    let transaction: TenantTransaction

    /// Creates the repository.
    /// - Parameter transaction: a transaction in the tenant of the accounts.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// The columns of an account that logging in needs.
    struct Credentials: Sendable {
        let userID: UUID
        let passwordHash: String
        /// The number of the password. It increases whenever the password is changed.
        let passwordNumber: Int
        let suspended: Bool
        /// Whether the suspension has reached its end, so that a log-in lifts it.
        let isSuspensionOver: Bool
    }

    /// Returns the credentials of the account with this e-mail address, for a log-in; nil if there is no such account.
    func credentials(email: String) async throws -> Credentials? {
        try await credentials(where: "email_key = \(email.folded)")
    }

    /// Returns the credentials of a user who confirms their password; nil if the user no longer exists.
    func credentials(of userID: UUID) async throws -> Credentials? {
        try await credentials(where: "id = \(userID)")
    }

    private func credentials(where condition: SQL) async throws -> Credentials? {
        let rows = try await transaction.query(
            """
            SELECT id, password_hash, password_number, suspended_at IS NOT NULL AS suspended,
                coalesce(suspended_until <= \(transaction.now), false) AS is_suspension_over
            FROM users WHERE tenant_id = \(transaction.tenantID) AND \(fragment: condition)
            """)
        return try rows.first.map {
            Credentials(
                userID: try $0["id"], passwordHash: try $0["password_hash"], passwordNumber: try $0["password_number"],
                suspended: try $0["suspended"], isSuspensionOver: try $0["is_suspension_over"])
        }
    }

    /// Returns a user's account with the fields that its owner sees; nil if the user doesn't exist.
    func me(_ userID: UUID) async throws -> Me? {
        try await transaction.query(mine(userID)).first.map(Me.init)
    }

    /// Returns the query for the columns from which a `Me` is decoded.
    func mine(_ userID: UUID) -> SQL {
        "SELECT \(fragment: columns) FROM users WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)"
    }

    /// Lifts a suspension that has reached its end. Returns false if there is none by now.
    func liftEndedSuspension(of userID: UUID) async throws -> Bool {
        try await transaction.query(
            """
            UPDATE users SET suspended_at = NULL, suspended_until = NULL
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID) AND suspended_until <= \(transaction.now)
            """
        ).affected > 0
    }

    /// Locks a user's row until the transaction ends, and returns the account with the fields that its owner sees.
    /// - Parameter passwordNumber: the number of the password that was verified; nil if none was.
    /// - Returns: nil if the account is suspended or deleted by now, or its password was changed.
    func lockedMe(_ userID: UUID, passwordNumber: Int? = nil) async throws -> Me? {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: columns) FROM users
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID) AND suspended_at IS NULL
                AND password_number = coalesce(\(passwordNumber), password_number)
            FOR NO KEY UPDATE
            """)
        return try rows.first.map(Me.init)
    }

    /// Returns the columns of these users that everybody may see.
    package func stubs(_ userIDs: [UUID]) async throws -> Rows {
        try await transaction.query(
            """
            SELECT \(fragment: UserStub.columns) FROM users AS u
            WHERE u.tenant_id = \(transaction.tenantID) AND u.id = ANY (\(userIDs)::uuid[])
            """)
    }

    /// The data of an account that is to be inserted, except its username.
    struct NewAccount: Sendable {
        let user: NewUser
        let id: UUID
        let role: Role
        /// Whether the person chose to be a teacher, so that nobody who runs the community has given them this role.
        let choseRole: Bool
        let passwordHash: String
        let identityColor: String
        /// When the user stops being a newcomer; nil if they aren't one.
        let newcomerUntil: Date?
        var isBot = false
    }

    /// Inserts a new account and returns it.
    /// - Throws: `emailTaken` or `usernameTaken`.
    func insert(_ account: NewAccount, as username: String) async throws -> Me {
        try await writingUniqueNames(username) { try await transaction.query(insertion(of: account, as: username)) }
    }

    /// Inserts a new account under a made username that nobody has, and returns it. It waits for concurrent sign-ups with
    /// the same username, and then tries another one.
    /// - Throws: `emailTaken`; `usernameTaken` if all usernames that it tried were taken.
    func insert(_ account: NewAccount, asOneOf usernames: MadeUsernames) async throws -> Me {
        for attempt in 0..<MadeUsernames.attempts {
            let insertion = insertion(
                of: account, as: usernames.username(attempt), orElse: "ON CONFLICT (tenant_id, username_key) DO NOTHING")
            if let row = try await refusingTaken({ try await transaction.query(insertion) }).first { return try Me(row) }
        }
        throw Problem(.usernameTaken)
    }

    private func insertion(of account: NewAccount, as username: String, orElse conflict: SQL = "") -> SQL {
        let user = account.user
        return """
            INSERT INTO users (tenant_id, id, email, email_key, username, username_key, password_hash, role, chose_role, given_name,
                family_name, birthday, identity_color, braked_until, bot, created_at)
            VALUES (\(transaction.tenantID), \(account.id), \(user.email), \(user.email.folded), \(username), \(username.folded),
                \(account.passwordHash), \(account.role), \(account.choseRole), \(user.givenName), \(user.familyName),
                \(user.birthday), \(account.identityColor), \(account.newcomerUntil), \(account.isBot), \(transaction.now))
            \(fragment: conflict)
            RETURNING \(fragment: columns)
            """
    }

    /// Saves the fields of an account that its owner may change, except the password.
    /// - Throws: `emailTaken` or `usernameTaken`.
    func update(_ me: Me) async throws -> Me {
        try await wakeViewers(of: me.id)
        let updated = try await writingUniqueNames(me.username, but: me.id) {
            try await transaction.query(
                """
                UPDATE users SET email = \(me.email), email_key = \(me.email.folded), username = \(me.username),
                    username_key = \(me.username.folded), given_name = \(me.givenName), family_name = \(me.familyName),
                    birthday = \(me.birthday), language = \(me.language)
                WHERE tenant_id = \(transaction.tenantID) AND id = \(me.id)
                RETURNING \(fragment: columns)
                """)
        }
        try await EmailAddressRepository(transaction).refuseReserved(updated.email, but: updated.id)
        return updated
    }

    /// Runs the statement that writes an account, and reports a taken username first, before a taken e-mail address.
    ///
    /// If the e-mail address were reported first, a client could send a username that it knows to be taken, and so test
    /// e-mail addresses without creating accounts.
    /// - Parameter userID: the user whose own username doesn't count; nil for a new account.
    private func writingUniqueNames(_ username: String, but userID: UUID? = nil, _ write: () async throws -> Rows) async throws -> Me {
        let others = try await transaction.query(
            """
            SELECT FROM users
            WHERE tenant_id = \(transaction.tenantID) AND username_key = \(username.folded) AND id IS DISTINCT FROM \(userID)
            """)
        guard others.isEmpty else { throw Problem(.usernameTaken) }
        guard let row = try await refusingTaken(write).first else { throw Problem(.notFound) }
        return try Me(row)
    }

    /// Runs the statement that writes an account, and reports a taken e-mail address or username.
    private func refusingTaken(_ write: () async throws -> Rows) async throws -> Rows {
        do { return try await write() } catch let error as PostgresError {
            switch error.constraint {
            case "users_email_key_unique": throw Problem(.emailTaken)
            case "users_username_key_unique": throw Problem(.usernameTaken)
            default: throw error
            }
        }
    }

    /// Gives an account its earlier address back.
    /// - Throws: `emailTaken` if another account has it, whose user had it before this one.
    func setEmail(of userID: UUID, to email: String) async throws {
        _ = try await refusingTaken {
            try await transaction.query(
                """
                UPDATE users SET email = \(email), email_key = \(email.folded)
                WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)
                """)
        }
    }

    /// Stores the hash of a new password, and adds 1 to the password's number, so that a request which has verified the
    /// old password is refused.
    func setPassword(of userID: UUID, hash: String) async throws {
        try await transaction.query(
            """
            UPDATE users SET password_hash = \(hash), password_number = password_number + 1
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)
            """)
    }

    /// Replaces a password's hash by one with newer parameters, unless the password was changed in the meantime.
    func rehash(_ userID: UUID, from old: String, to new: String) async throws {
        try await transaction.query(
            """
            UPDATE users SET password_hash = \(new)
            WHERE tenant_id = \(transaction.tenantID) AND id = \(userID) AND password_hash = \(old)
            """)
    }

    /// Returns the color of the palette that the fewest users of the tenant have. Among equally rare colors, the first
    /// one in the palette counts.
    func rarestColor(of palette: [String]) async throws -> String {
        let rows = try await transaction.query(
            """
            SELECT color FROM unnest(\(palette)::text[]) WITH ORDINALITY AS palette (color, position)
            ORDER BY (SELECT count(*) FROM users WHERE tenant_id = \(transaction.tenantID) AND identity_color = color), position
            LIMIT 1
            """)
        guard let row = rows.first else { throw Problem(.notFound) }
        return try row["color"]
    }

    /// Wakes the long polls of a user, and of all users who see this user's given and family names.
    func wakeViewers(of userID: UUID) async throws {
        let rows = try await transaction.query(
            "SELECT DISTINCT user_id FROM name_viewers WHERE tenant_id = \(transaction.tenantID) AND other_id = \(userID)")
        transaction.touch([userID] + (try rows.map { try $0["user_id"] as UUID }))
    }

    /// Locks the rows of users in the order of their ids. Every transaction that changes the relation between two users
    /// locks the rows of both, so such changes never run at the same time.
    /// - Returns: the ids of those users who exist.
    package func lock(_ userIDs: [UUID]) async throws -> Set<UUID> {
        transaction.touch(userIDs)
        let rows = try await transaction.query(
            """
            SELECT id FROM users WHERE tenant_id = \(transaction.tenantID) AND id = ANY(\(userIDs)::uuid[])
            ORDER BY id FOR NO KEY UPDATE
            """)
        return Set(try rows.map { try $0["id"] })
    }

    /// Locks the rows of the caller and of other users, in the order of their ids.
    /// - Returns: the ids of those others who exist.
    /// - Throws: `unauthenticated` if the caller's account was deleted during the request.
    package func lock(caller userID: UUID, and others: [UUID]) async throws -> Set<UUID> {
        var locked = try await lock([userID] + others)
        guard locked.remove(userID) != nil else { throw Problem(.unauthenticated) }
        return locked
    }

    /// The columns from which a `Me` is decoded.
    private var columns: SQL {
        """
        id, username, identity_color, avatar_version, bot, role, created_at, given_name, family_name, email, birthday, language,
        \(fragment: WarningRepository.listed(of: "users.id", in: transaction.tenantID)) AS warnings,
        \(fragment: PasswordLinkRepository.open(in: transaction.tenantID, at: transaction.now)) AS password_link,
        \(fragment: EmailAddressRepository.state(in: transaction.tenantID)) AS email_state,
        \(fragment: EmailAddressRepository.digest(in: transaction.tenantID)) AS digest,
        CASE WHEN NOT users.bot THEN users.password_hash <> '' END AS has_password
        """
    }
}

extension Me {
    /// Decodes an account from the columns of `AccountRepository.mine`.
    init(_ row: Row) throws {
        self.init(
            stub: try UserStub(row), role: try row["role"], createdAt: try row["created_at"], givenName: try row["given_name"],
            familyName: try row["family_name"], email: try row["email"], birthday: try row["birthday"],
            warnings: try row.json("warnings"), passwordLink: try OpenPasswordLink(row, "password_link"),
            emailState: try row["email_state"], digest: try row["digest"], hasPassword: try row["has_password"],
            language: try row["language"])
    }
}

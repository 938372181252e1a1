import DavenportAPI
import Foundation
import Postgres

/// Reads users with the fields that other users may see.
package struct MemberRepository: Sendable {
    let transaction: TenantTransaction

    /// Creates the repository.
    /// - Parameter transaction: a transaction in the users' tenant.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Returns a user with the fields that admins and owners see; nil if there is no such user.
    func member(_ userID: UUID) async throws -> User? {
        let rows = try await transaction.query(
            "SELECT \(fragment: Self.columns) FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(userID)")
        return try rows.first.map(User.init)
    }

    /// Returns a page of users with the fields that admins and owners see, sorted by username.
    /// - Parameters:
    ///   - beginning: the beginning of the usernames, regardless of case; nil for all users.
    ///   - after: the case-folded username of the last user of the previous page; nil for the first page.
    func members(beginning: String?, after: String?, limit: Int) async throws -> [User] {
        let beyond: SQL = after.map { "AND u.username_key > \($0)" } ?? ""
        let begins: SQL = beginning.map { "AND starts_with(u.username_key, \($0.folded))" } ?? ""
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.columns) FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) \(fragment: begins) \(fragment: beyond)
            ORDER BY u.username_key LIMIT \(limit)
            """)
        return try rows.map(User.init)
    }

    /// Returns a user, and whether the viewer may see the user's given and family names. Users see their own names,
    /// those of their friends, and those that an area adds to the view `name_viewers`.
    /// - Returns: nil if there is no such user, or if the user blocks the viewer.
    func person(_ userID: UUID, seenBy viewerID: UUID) async throws -> (user: User, seesNames: Bool)? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.columns), u.id = \(viewerID) OR EXISTS (
                SELECT FROM name_viewers AS v
                WHERE v.tenant_id = \(tenant) AND v.user_id = \(viewerID) AND v.other_id = \(userID)) AS sees_names
            FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = \(userID) AND NOT \(fragment: blocks(viewerID))
            """)
        return try rows.first.map { (try User($0), try $0["sees_names"]) }
    }

    /// Returns the users whose given and family names the viewer sees, sorted by username, without the viewer and without
    /// users who block the viewer.
    func acquaintances(of viewerID: UUID) async throws -> [User] {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.columns) FROM users AS u
            WHERE u.tenant_id = \(tenant) AND u.id IN (
                SELECT v.other_id FROM name_viewers AS v WHERE v.tenant_id = \(tenant) AND v.user_id = \(viewerID))
                AND u.id <> \(viewerID) AND NOT \(fragment: blocks(viewerID))
            ORDER BY u.username_key
            """)
        return try rows.map { try User($0) }
    }

    /// Returns these users by id, each with the fields that the viewer may see.
    /// - Parameter seesAll: whether the viewer is an admin or owner, who sees all fields.
    package func people(_ userIDs: [UUID], seenBy viewerID: UUID, seesAll: Bool) async throws -> [UUID: User] {
        try Self.people(try await transaction.query(people(in: "\(userIDs)::uuid[]", seenBy: viewerID)), seesAll: seesAll)
    }

    /// Returns the query for users with what the viewer may see, for a pipeline. `people(_:seesAll:)` decodes its rows.
    /// - Parameter userIDs: an SQL array of the users' ids, such as `ARRAY(SELECT …)`.
    package func people(in userIDs: SQL, seenBy viewerID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            SELECT \(fragment: Self.columns), u.id = \(viewerID) OR EXISTS (
                SELECT FROM name_viewers AS v
                WHERE v.tenant_id = \(tenant) AND v.user_id = \(viewerID) AND v.other_id = u.id) AS sees_names
            FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = ANY (\(fragment: userIDs))
            """
    }

    /// Decodes users from the rows of the query `people(in:seenBy:)`.
    /// - Parameter seesAll: whether the viewer is an admin or owner, who sees all fields.
    package static func people(_ rows: Rows, seesAll: Bool) throws -> [UUID: User] {
        try rows.reduce(into: [:]) { people, row in
            let (user, seesNames): (User, Bool) = (try User(row), try row["sees_names"])
            people[user.id] = user.seen(entirely: seesAll, withNames: seesNames)
        }
    }

    /// Returns the user with this username, regardless of case; empty if there is none, or if the user blocks the
    /// viewer.
    func find(username: String, for viewerID: UUID) async throws -> [UserStub] {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: UserStub.columns) FROM users AS u
            WHERE u.tenant_id = \(transaction.tenantID) AND u.username_key = \(username.folded) AND NOT \(fragment: blocks(viewerID))
            """)
        return try rows.map { try UserStub($0) }
    }

    /// Returns the SQL condition that the user, whose row has the alias `u`, blocks the viewer.
    private func blocks(_ viewerID: UUID) -> SQL {
        """
        EXISTS (
            SELECT FROM blocks AS b
            WHERE b.tenant_id = \(transaction.tenantID) AND b.blocker_id = u.id AND b.blocked_id = \(viewerID))
        """
    }

    private static let columns: SQL = """
        \(fragment: UserStub.columns), u.role, u.created_at, u.given_name, u.family_name, u.suspended_at IS NOT NULL AS suspended,
        u.suspended_until
        """
}

extension User {
    /// Decodes a user with all fields.
    init(_ row: Row) throws {
        self.init(
            stub: try UserStub(row), role: try row["role"], createdAt: try row["created_at"], givenName: try row["given_name"],
            familyName: try row["family_name"], suspended: try row["suspended"],
            suspendedUntil: try row["suspended_until"])
    }
}

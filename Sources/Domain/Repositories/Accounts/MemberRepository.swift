import DavenportAPI
import Foundation
import Postgres

/// The people of a tenant as others see them.
package struct MemberRepository: Sendable {
    let transaction: TenantTransaction

    /// - Parameter transaction: in the tenant of these people.
    package init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// A person with everything that those who run the tenant may see.
    func member(_ userID: UUID) async throws -> User? {
        let rows = try await transaction.query(
            "SELECT \(fragment: Self.columns) FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(userID)")
        return try rows.first.map(User.init)
    }

    /// Everybody by username.
    /// - Parameter after: the folded username behind which to go on.
    func members(after: String?, limit: Int) async throws -> [User] {
        let beyond: SQL = after.map { "AND u.username_key > \($0)" } ?? ""
        let rows = try await transaction.query(
            """
            SELECT \(fragment: Self.columns) FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) \(fragment: beyond)
            ORDER BY u.username_key LIMIT \(limit)
            """)
        return try rows.map(User.init)
    }

    /// A person, and whether the one who looks is the same, or sees their names: a friend, or one whom an area adds (`name_viewers`).
    /// - Returns: nil where there is nobody, or they block the one who looks.
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

    /// Some people, as much of each as the one who looks may see.
    /// - Parameter seesAll: whether they run the community.
    package func people(_ userIDs: [UUID], seenBy viewerID: UUID, seesAll: Bool) async throws -> [UUID: User] {
        try Self.people(try await transaction.query(people(in: "\(userIDs)::uuid[]", seenBy: viewerID)), seesAll: seesAll)
    }

    /// The statement of it, for a pipeline.
    /// - Parameter userIDs: an array of ids, such as `ARRAY(SELECT …)`.
    package func people(in userIDs: SQL, seenBy viewerID: UUID) -> SQL {
        let tenant = transaction.tenantID
        return """
            SELECT \(fragment: Self.columns), u.id = \(viewerID) OR EXISTS (
                SELECT FROM name_viewers AS v
                WHERE v.tenant_id = \(tenant) AND v.user_id = \(viewerID) AND v.other_id = u.id) AS sees_names
            FROM users AS u WHERE u.tenant_id = \(tenant) AND u.id = ANY (\(fragment: userIDs))
            """
    }

    /// The people of its rows.
    package static func people(_ rows: Rows, seesAll: Bool) throws -> [UUID: User] {
        try rows.reduce(into: [:]) { people, row in
            let (user, seesNames): (User, Bool) = (try User(row), try row["sees_names"])
            people[user.id] = user.seen(entirely: seesAll, withNames: seesNames)
        }
    }

    /// The person of a username in any case, unless they block the one who looks.
    func find(username: String, for viewerID: UUID) async throws -> [UserStub] {
        let rows = try await transaction.query(
            """
            SELECT \(fragment: UserStub.columns) FROM users AS u
            WHERE u.tenant_id = \(transaction.tenantID) AND u.username_key = \(username.folded) AND NOT \(fragment: blocks(viewerID))
            """)
        return try rows.map { try UserStub($0) }
    }

    /// Whether the person `u` of a statement blocks somebody.
    private func blocks(_ viewerID: UUID) -> SQL {
        """
        EXISTS (
            SELECT FROM blocks AS b
            WHERE b.tenant_id = \(transaction.tenantID) AND b.blocker_id = u.id AND b.blocked_id = \(viewerID))
        """
    }

    private static let columns: SQL = """
        \(fragment: UserStub.columns), u.role, u.created_at, u.given_name, u.family_name, u.suspended_at IS NOT NULL AS suspended
        """
}

extension User {
    /// Everything of it.
    init(_ row: Row) throws {
        self.init(
            stub: try UserStub(row), role: try row["role"], createdAt: try row["created_at"], givenName: try row["given_name"],
            familyName: try row["family_name"], suspended: try row["suspended"])
    }
}

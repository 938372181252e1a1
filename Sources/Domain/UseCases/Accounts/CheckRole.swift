/// Checks that row security binds the role that a program logs in as. Any other would see all tenants' rows (rules 1).
public struct CheckRole: Sendable {
    /// Why row security doesn't bind the role.
    public enum Fault: Sendable, Equatable {
        /// A superuser, one that bypasses row security, or a member of such.
        case bypassesRowSecurity(role: String)
        /// Of a table, or a member of its owner: owners may change the policies.
        case ownsTables(role: String)
        /// With a single role: a table has no restrictive policy for it.
        case isUnrestricted(role: String)
    }

    private let database: Database
    private let isSingleRole: Bool

    /// - Parameters:
    ///   - database: as the role in question.
    ///   - isSingleRole: whether the role may own the tables, because policies restrict it all the same (`SingleRole`).
    public init(_ database: Database, isSingleRole: Bool = false) {
        self.database = database
        self.isSingleRole = isSingleRole
    }

    /// - Returns: nil where nothing is wrong.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> Fault? {
        let rights = try await RoleRepository(database: database).rights()
        if rights.bypasses { return .bypassesRowSecurity(role: rights.name) }
        if isSingleRole { return rights.isRestricted ? nil : .isUnrestricted(role: rights.name) }
        return rights.owns ? .ownsTables(role: rights.name) : nil
    }
}

extension CheckRole.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bypassesRowSecurity(let role): "the role \(role) bypasses row security"
        case .ownsTables(let role): "the role \(role) owns tables"
        case .isUnrestricted(let role): "the role \(role) has no policy of its own on each table"
        }
    }
}

/// Checks that row security binds the role with which a program logs in. Otherwise the program would see the rows of
/// all tenants (rules 1).
public struct CheckRole: Sendable {
    /// The reason why row security doesn't bind the role.
    public enum Fault: Sendable, Equatable {
        /// The role is a superuser, bypasses row security, or is a member of such a role.
        case bypassesRowSecurity(role: String)
        /// The role owns a table, or is a member of its owner. An owner may change the policies.
        case ownsTables(role: String)
        /// The role does everything (`SingleRole`), and a table has no restrictive policy for it.
        case isUnrestricted(role: String)
    }

    private let database: Database
    private let isSingleRole: Bool

    /// Creates the check.
    /// - Parameters:
    ///   - database: a database connected as the role.
    ///   - isSingleRole: whether one database role does everything (`SingleRole`). Such a role may own the tables,
    ///     because policies restrict it nevertheless.
    public init(_ database: Database, isSingleRole: Bool = false) {
        self.database = database
        self.isSingleRole = isSingleRole
    }

    /// Checks the role.
    /// - Returns: nil if row security binds the role; else the reason why it doesn't.
    /// - Throws: `unavailable` if the database can't be reached.
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

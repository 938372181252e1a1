/// Whether row security binds the role that a program uses the database as. Any other would see all tenants' rows (rules 1).
public struct CheckRole: Sendable {
    /// What the role may do beyond a program's: told in words that follow its name.
    public enum Fault: Sendable, Equatable {
        /// A superuser, one that bypasses row security, or a member of such.
        case bypassesRowSecurity(role: String)
        /// Of a table, or a member of its owner: owners may change the policies.
        case ownsTables(role: String)
    }

    private let database: Database

    /// - Parameter database: as the role that is to be looked at.
    public init(_ database: Database) {
        self.database = database
    }

    /// - Returns: nil where nothing is wrong.
    /// - Throws: `unavailable` where the database is away.
    public func callAsFunction() async throws -> Fault? {
        let rights = try await RoleRepository(database: database).rights()
        if rights.bypasses { return .bypassesRowSecurity(role: rights.name) }
        return rights.owns ? .ownsTables(role: rights.name) : nil
    }
}

extension CheckRole.Fault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bypassesRowSecurity(let role): "the role \(role) bypasses row security"
        case .ownsTables(let role): "the role \(role) owns tables"
        }
    }
}

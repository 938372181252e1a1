/// Lets an operator back up the whole database, whichever tenants it holds.
public struct BackUp: Sendable {
    /// The reason why a backup would lack rows.
    public enum Refusal: Error, Equatable, CustomStringConvertible {
        /// The database has no table of Davenport's.
        case isEmpty
        /// Row security binds the role.
        case isBound(role: String)
        /// No policy shows every row of a table to the role that does everything (`SingleRole`).
        case hidesRows(table: String)

        public var description: String {
            switch self {
            case .isEmpty: "The database has no table of Davenport's: is its URL the right one?"
            case .isBound(let role):
                "Row security would hide rows from \(role): set MIGRATION_DATABASE_URL to the owner's URL, or DATABASE_ROLES to single."
            case .hidesRows(let table): "Row security would hide rows of \(table): davenport migrate makes its policy again."
            }
        }
    }

    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as its owner.
    public init(_ database: Database) { self.database = database }

    /// Counts the rows of each table, and calls `dump` while PostgreSQL keeps the moment at which it counted.
    /// - Parameters:
    ///   - isSingleRole: whether one role does everything (`SingleRole`).
    ///   - dump: writes the backup of the snapshot with this name.
    /// - Returns: the number of rows by table.
    /// - Throws: `Refusal` if the backup would lack rows.
    public func callAsFunction(isSingleRole: Bool, _ dump: (_ snapshot: String) async throws -> Void) async throws -> [String: Int] {
        let facts = try await InspectDatabase(database)()
        guard isSingleRole || facts.seesAll else { throw Refusal.isBound(role: facts.role) }
        let repository = BackupRepository(database: database)
        guard try await repository.tableNames().contains("schema_migrations") else { throw Refusal.isEmpty }
        return try await repository.count(isSingleRole: isSingleRole, dump).rows
    }
}

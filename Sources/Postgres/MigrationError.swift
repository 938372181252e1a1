/// The reason why a migration run was refused or rolled back. In both cases the run leaves the schema unchanged.
public enum MigrationError: Error, Sendable {
    /// The text of an applied migration has changed.
    case changed(name: String)
    /// The database has migrations that this program doesn't know.
    case newerDatabase(unknown: [String])
    /// A pending migration's name comes before that of a migration that is already applied.
    case outOfOrder(name: String, applied: String)
    /// Two migrations or definitions have the same name.
    case duplicate(name: String)
    /// A statement of a script would begin or end a transaction. The whole run must stay one transaction.
    case transactionControl(name: String, line: Int)
    /// Other transactions held tables for longer than the run waits for its locks on them.
    case inUse
    /// The run can't drop and create the views again, because other database objects depend on them.
    case viewsInUse(PostgresError)
    /// A statement of a migration or a definition failed.
    case failed(name: String, line: Int, error: PostgresError)
}

extension MigrationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .changed(let name): "migration \(name) was changed after it had been applied: restore its text and add a new migration"
        case .newerDatabase(let unknown): "the database is newer than this program: it has \(unknown.joined(separator: ", "))"
        case .outOfOrder(let name, let applied):
            "migration \(name) comes before \(applied), which is applied already: give it a later number"
        case .duplicate(let name): "two migrations or definitions are named \(name)"
        case .transactionControl(let name, let line): "\(name), line \(line): migrations run in a transaction and can't begin or end one"
        case .inUse:
            "other transactions, such as a dump, hold tables for longer than the migration may wait: run it again when they have ended"
        case .viewsInUse(let error): "the views can't be replaced: \(Self.reason(error))"
        case .failed(let name, let line, let error): "\(name), line \(line): \(Self.reason(error))"
        }
    }

    /// Returns the server's own message with its detail and hint, which help the migration's author.
    private static func reason(_ error: PostgresError) -> String {
        guard case .server(let error) = error else { return "\(error)" }
        return ([error.message] + [error.detail, error.hint].compactMap { $0 }).joined(separator: "; ")
    }
}

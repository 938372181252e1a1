/// Why the schema was left as it was.
public enum MigrationError: Error, Sendable {
    /// An applied migration's text is another now.
    case changed(name: String)
    /// The database has migrations this program doesn't know.
    case newerDatabase(unknown: [String])
    /// A migration not yet applied comes before one that is.
    case outOfOrder(name: String, applied: String)
    /// Two have one name.
    case duplicate(name: String)
    /// A statement that would end the transaction all of it runs in.
    case transactionControl(name: String, line: Int)
    /// Others had tables all the time that it needs.
    case inUse
    /// The views can't be replaced: something else depends on them.
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
            "others have tables that it needs, for longer than it may wait, as a dump has: let it run once more when they are done"
        case .viewsInUse(let error): "the views can't be replaced: \(Self.reason(error))"
        case .failed(let name, let line, let error): "\(name), line \(line): \(Self.reason(error))"
        }
    }

    /// A migration's author wants the server's own words.
    private static func reason(_ error: PostgresError) -> String {
        guard case .server(let error) = error else { return "\(error)" }
        return ([error.message] + [error.detail, error.hint].compactMap { $0 }).joined(separator: "; ")
    }
}

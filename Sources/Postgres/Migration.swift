/// One step of the schema's history. Its text must not change once it has been applied.
public struct Migration: Sendable, Hashable {
    /// The name, such as `0001_accounts`. Migrations are applied in the order of their names.
    public let name: String
    /// The SQL statements, each ended by a semicolon, without `BEGIN` or `COMMIT`.
    public let sql: String

    /// Converts line ends to Unix form, so that the checksum doesn't depend on the checkout.
    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql.normalizingNewlines
    }
}

/// The current text of a view (`CREATE VIEW …`) or of a function (`CREATE OR REPLACE FUNCTION …` with its triggers),
/// with its grants.
///
/// Unlike a migration, it may change. A migration run that applies a migration or finds a changed definition creates
/// all definitions again.
public struct Definition: Sendable, Hashable {
    /// The file's name. Definitions are created in the order of their names.
    public let name: String
    /// The SQL statements, each ended by a semicolon.
    public let sql: String

    /// Converts line ends to Unix form, so that the checksum doesn't depend on the checkout.
    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql.normalizingNewlines
    }
}

/// The changes that a migration run made.
public struct MigrationReport: Sendable, Equatable {
    /// The names of the migrations that were applied, in order.
    public let applied: [String]
    /// The names of the views' and functions' definitions that were created again, in order.
    public let definitions: [String]

    /// Whether the run changed nothing, because the database was up to date.
    public var isEmpty: Bool { applied.isEmpty && definitions.isEmpty }
}

/// The difference between a database and the program's migrations.
public struct MigrationStatus: Sendable, Equatable {
    /// The names of all migrations that the database has, in order.
    public let applied: [String]
    /// The names of the program's migrations that the database lacks, in order.
    public let pending: [String]
    /// The names of migrations whose text has changed since they were applied.
    public let changed: [String]
    /// The names of applied migrations that the program doesn't have. The database then belongs to a newer program.
    public let unknown: [String]
    /// The names of the views' and functions' definitions whose text has changed, or that were added or removed.
    public let changedDefinitions: [String]
}

/// The statements that a migration run would execute.
public struct MigrationPlan: Sendable, Equatable {
    /// A migration or a definition that the run would execute.
    public struct Step: Sendable, Equatable {
        /// The migration's or the definition's name.
        public let name: String
        /// The statements, with the database's role names.
        public let statements: [String]
    }

    /// The pending migrations, in order.
    public let migrations: [Step]
    /// The definitions of views and functions that the run would create again: all of them, or none if nothing has
    /// changed.
    public let definitions: [Step]
}

extension String {
    fileprivate var normalizingNewlines: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

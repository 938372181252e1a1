/// One step of the schema's history, never changed once applied.
public struct Migration: Sendable, Hashable {
    /// Such as `0001_accounts`; the names' order is the order of application.
    public let name: String
    /// Statements, each ended by a semicolon; no BEGIN or COMMIT.
    public let sql: String

    /// Line ends become those of Unix, so that another checkout is no other text.
    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql.normalizingNewlines
    }
}

/// The only body of a view, `CREATE VIEW …`, or of a function, `CREATE OR REPLACE FUNCTION …` with its triggers; and its grants.
///
/// A run that applies a migration or finds that any definition has changed makes all definitions again.
public struct Definition: Sendable, Hashable {
    /// The file's name; the names' order is the order of creation.
    public let name: String
    /// Statements, each ended by a semicolon.
    public let sql: String

    /// Line ends become those of Unix, so that another checkout is no other text.
    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql.normalizingNewlines
    }
}

/// What a run has done.
public struct MigrationReport: Sendable, Equatable {
    /// The migrations applied, in order.
    public let applied: [String]
    /// The definitions made again, in order.
    public let definitions: [String]

    /// Whether there was nothing to do.
    public var isEmpty: Bool { applied.isEmpty && definitions.isEmpty }
}

/// How a database stands to the migrations at hand.
public struct MigrationStatus: Sendable, Equatable {
    /// Every migration the database has, in order.
    public let applied: [String]
    /// Those at hand that it hasn't, in order.
    public let pending: [String]
    /// Applied, but with another text than now.
    public let changed: [String]
    /// Applied, but not at hand: the database belongs to a newer program.
    public let unknown: [String]
    /// The definitions whose text changed, appeared or vanished.
    public let changedDefinitions: [String]
}

/// What a run would do.
public struct MigrationPlan: Sendable, Equatable {
    /// A migration or a definition.
    public struct Step: Sendable, Equatable {
        /// The migration's or the definition's name.
        public let name: String
        /// Its statements as they would be sent.
        public let statements: [String]
    }

    /// The pending migrations, in order.
    public let migrations: [Step]
    /// The definitions to make again: all, or none where nothing changed.
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

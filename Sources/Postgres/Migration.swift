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

/// A view's only body: `CREATE VIEW …` and its grants. Re-created whenever any view's text changes or a migration is applied.
public struct ViewDefinition: Sendable, Hashable {
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
    /// The views made anew, in order.
    public let views: [String]

    /// Whether there was nothing to do.
    public var isEmpty: Bool { applied.isEmpty && views.isEmpty }
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
    /// Views whose text changed, appeared or vanished.
    public let changedViews: [String]
}

/// What a run would do.
public struct MigrationPlan: Sendable, Equatable {
    /// A migration or a view.
    public struct Step: Sendable, Equatable {
        /// The migration's or the view's name.
        public let name: String
        /// Its statements as they would be sent.
        public let statements: [String]
    }

    /// The pending migrations, in order.
    public let migrations: [Step]
    /// The views to be made anew: all, or none where nothing changed.
    public let views: [Step]
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

import Foundation

/// What a migration run would do to a database, and what that means for the programs that use it.
public struct MigrationForecast: Sendable, Equatable {
    /// A pending migration.
    public struct Step: Sendable, Equatable {
        public let name: String
        /// The first sentence of the migration's header.
        public let title: String
        /// Whether it runs beforehand, while programs serve.
        public let holdsNobodyOut: Bool
        /// Why no version before needs what the migration removes; nil if it only adds.
        public let contracts: String?
        /// Why the version before can't serve afterwards; nil if it can.
        public let noWayBack: String?
        /// The present tables that its statements name, by name.
        public let tables: [Table]
    }

    /// A table that a migration locks.
    public struct Table: Sendable, Equatable {
        public let name: String
        /// The size with indexes and long values, in bytes.
        public let bytes: Int
        /// PostgreSQL's estimate of the number of rows.
        public let rows: Int
        /// Whether a statement reads or writes the whole table, so that the time grows with its size.
        public let isRead: Bool
    }

    /// The pending migrations, in order.
    public let steps: [Step]
    /// The number of functions and views that the run would create again.
    public let definitions: Int
    /// Whether the database has no migration yet, so that there is no version before.
    public let isNew: Bool

    /// The number of bytes that a migration works through in a second on a small machine with a cold cache.
    static let bytesPerSecond = 20_000_000

    /// How long the migration run takes, about, in seconds.
    public var seconds: Int {
        guard !steps.isEmpty || definitions > 0 else { return 0 }
        return max(1, steps.map(\.seconds).reduce(0, +))
    }
}

extension MigrationForecast.Step {
    /// How long the work on present rows takes, about, in seconds.
    public var seconds: Int { tables.map(\.seconds).reduce(0, +) }

    init(_ script: Script, _ sizes: [String: (bytes: Int, rows: Int)]) {
        (name, holdsNobodyOut) = (script.name, script.locksNothing)
        let comments = script.sql.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("--") }
            .map { $0.dropFirst(2).trimmingCharacters(in: .whitespaces) }
        (title, contracts) = (Self.sentence(comments.joined(separator: " ")), script.reason("Contracts"))
        noWayBack = script.reason("No way back")
        let uses = script.statements.map { TableUse($0.text) }
        let (named, read) = (Set(uses.flatMap(\.tables)), Set(uses.filter(\.isRead).flatMap(\.tables)))
        tables = named.sorted().compactMap { name in
            sizes[name].map { .init(name: name, bytes: $0.bytes, rows: $0.rows, isRead: read.contains(name)) }
        }
    }

    /// Returns a text up to the end of its first sentence.
    private static func sentence(_ text: String) -> String {
        text.firstRange(of: /[.:]\s/).map { String(text[..<$0.lowerBound]) + "." } ?? text
    }
}

extension MigrationForecast.Table {
    fileprivate var seconds: Int { isRead ? bytes / MigrationForecast.bytesPerSecond : 0 }
}

extension Script {
    /// Returns what a line of the form `-- Word: reason` says; nil if there is none.
    fileprivate func reason(_ word: String) -> String? {
        let start = "-- \(word): "
        return sql.split(separator: "\n").first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
}

/// The tables that a statement names where a table can stand, found in its text. A block of code may do more.
struct TableUse: Equatable {
    /// The names. Some of them may not be tables.
    let tables: Set<String>
    /// Whether the statement reads or writes the tables whole.
    let isRead: Bool

    init(_ statement: String) {
        let text = statement.replacing(/--[^\n]*/, with: "").trimmingCharacters(in: .whitespacesAndNewlines)
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { $0.lowercased() }
        let idle = /(GRANT|REVOKE|COMMENT|CREATE\s+(OR\s+REPLACE\s+)?FUNCTION|CREATE\s+POLICY)\b/.ignoresCase()
        let isIdle = text.prefixMatch(of: idle) != nil
        tables = isIdle ? [] : Set(zip(words, words.dropFirst()).filter { word, _ in Self.before.contains(word) }.map { $0.1 })
        let works = text.prefixMatch(of: /(UPDATE|DELETE|INSERT|WITH|MERGE|SELECT|DO|CREATE\s+(UNIQUE\s+)?INDEX)\b/.ignoresCase()) != nil
        isRead = works || words.starts(with: ["alter", "table"]) && !Self.checks.isDisjoint(with: words)
    }

    /// The words before the name of a table.
    private static let before: Set = ["table", "only", "exists", "update", "into", "from", "join", "using", "on", "references"]
    /// The words of an `ALTER TABLE` that reads or rewrites all rows.
    private static let checks: Set = ["type", "check", "set", "references", "unique", "primary", "exclude", "generated"]
}

extension Migrator {
    /// Returns what `migrate` would do, with the sizes of the tables that it would lock, and changes nothing.
    /// - Throws: the errors with which `migrate` would refuse to begin.
    public func forecast(_ pool: Pool) async throws -> MigrationForecast {
        let steps = try scripts()
        return try await pool.transaction { transaction in
            let state = try await MigrationLedger(transaction).state(migrations, definitions)
            try state.check()
            let sizes = try await MigrationLedger(transaction).tableSizes()
            return MigrationForecast(
                steps: steps.migrations.filter { state.pending.contains($0.name) }.map { .init($0, sizes) },
                definitions: state.isStale ? steps.definitions.count : 0, isNew: state.applied.isEmpty)
        }
    }
}

extension MigrationLedger {
    /// Returns the size of each table in the current schema, with its indexes.
    fileprivate func tableSizes() async throws -> [String: (bytes: Int, rows: Int)] {
        let rows = try await transaction.query(
            """
            SELECT relname::text AS name, pg_total_relation_size(oid) AS bytes, greatest(reltuples, 0)::bigint AS rows
            FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
            """)
        return Dictionary(
            uniqueKeysWithValues: try rows.map { (try $0["name"] as String, (bytes: try $0["bytes"] as Int, rows: try $0["rows"] as Int)) })
    }
}

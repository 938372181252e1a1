import Logging

/// Brings a database's schema up to date: each migration once, in order, and all functions and views
/// again when a text changes.
///
/// A run is one transaction, so that a failure leaves the database as it was, and holds a lock, so that of two runs at once the second
/// finds nothing to do. Those at its beginning that hold nobody out come in a transaction of their own before. What was applied is kept in
/// `schema_migrations` and `schema_views`, with checksums.
///
/// The database may be served from meanwhile. Before it changes anything a run holds others out: it waits until those inside have ended,
/// and locks all tables and views. `schema_migrations` comes first: it is the door, if those who serve name it first in each of their
/// transactions, so that none that waits for a run has anything that the run needs. Where somebody is inside for long, as a dump is, it
/// lets everybody go on, and tries once more when they are done.
public struct Migrator: Sendable {
    private let migrations: [Migration]
    private let definitions: [Definition]
    private let roles: RoleMapping?
    private let logger: Logger

    /// - Parameters:
    ///   - migrations: in any order: they are applied in the order of their names.
    ///   - definitions: the same.
    ///   - roles: nil where the database has the roles that the scripts name.
    public init(migrations: [Migration], definitions: [Definition], roles: RoleMapping? = nil, logger: Logger) {
        self.migrations = migrations.sorted { $0.name < $1.name }
        self.definitions = (definitions + (roles.map { [$0.policies] } ?? [])).sorted { $0.name < $1.name }
        self.roles = roles
        self.logger = logger
    }

    /// Applies what is pending. Throws `MigrationError`, and `PostgresError` where the database is away.
    public func migrate(_ pool: Pool) async throws -> MigrationReport {
        let steps = try scripts()
        let ahead = try await runAhead(steps.migrations, pool)
        var attempt = 1
        while true {
            do {
                let report = try await run(steps, pool)
                return MigrationReport(applied: ahead + report.applied, definitions: report.definitions)
            } catch MigrationError.inUse where attempt < Self.attempts {
                logger.info("others have tables that it needs: waiting until they are done")
                try await MigrationLedger.endAutovacuum(pool)
                let inside = try await MigrationLedger.inside(pool)
                repeat {
                    try await Task.sleep(for: .milliseconds(.random(in: 200...1000)))
                    attempt += 1
                    logger.debug("looking whether they are done")
                } while try await !MigrationLedger.inside(pool).isDisjoint(with: inside) && attempt < Self.attempts
            }
        }
    }

    /// How often it tries or looks: for minutes.
    private static let attempts = 200

    /// Those of the pending that come first and hold nobody out.
    /// - Returns: their names.
    private func runAhead(_ steps: [Script], _ pool: Pool) async throws -> [String] {
        func ahead(_ state: MigrationState) -> [Script] {
            Array(steps.filter { state.pending.contains($0.name) }.prefix { $0.holdsNobodyOut })
        }
        return try await pool.transaction { transaction in
            // Where there are none nothing is written, so that a failure leaves an empty database empty.
            if try await ahead(MigrationLedger(transaction).state(migrations, definitions)).isEmpty { return [] }
            let ledger = try await MigrationLedger.open(transaction)
            let state = try await ledger.state(migrations, definitions)
            try state.check()
            for script in ahead(state) { try await apply(script, ledger, transaction) }
            return ahead(state).map(\.name)
        }
    }

    private func run(_ steps: (migrations: [Script], definitions: [Script]), _ pool: Pool) async throws -> MigrationReport {
        try await pool.transaction { transaction in
            let ledger = try await MigrationLedger.open(transaction)
            let state = try await ledger.state(migrations, definitions)
            try state.check()
            guard state.isStale else { return MigrationReport(applied: [], definitions: []) }
            let pending = steps.migrations.filter { state.pending.contains($0.name) }
            try await ledger.holdOthersOut()
            try await ledger.dropViews()
            for script in pending { try await apply(script, ledger, transaction) }
            for script in steps.definitions {
                let before = try await ledger.existingViews()
                try await run(script, in: transaction)
                try await ledger.record(definition: script, besides: before)
            }
            return MigrationReport(applied: pending.map(\.name), definitions: steps.definitions.map(\.name))
        }
    }

    private func apply(_ script: Script, _ ledger: MigrationLedger, _ transaction: Transaction) async throws {
        logger.info("applying a migration", metadata: ["migration": "\(script.name)"])
        try await run(script, in: transaction)
        // The next one may read a table that this one has made.
        if let policies = roles?.policies, !script.holdsNobodyOut {
            try await run(try Script(policies.name, policies.sql, nil), in: transaction)
        }
        try await ledger.record(migration: script)
    }

    /// How the database stands, which changes nothing.
    public func status(_ pool: Pool) async throws -> MigrationStatus {
        _ = try scripts()
        return try await pool.transaction { transaction in
            try await MigrationLedger(transaction).state(migrations, definitions).status
        }
    }

    /// What `migrate` would do, which changes nothing. Throws what `migrate` would refuse.
    public func plan(_ pool: Pool) async throws -> MigrationPlan {
        let steps = try scripts()
        let state = try await pool.transaction { transaction in
            try await MigrationLedger(transaction).state(migrations, definitions)
        }
        try state.check()
        return MigrationPlan(
            migrations: steps.migrations.filter { state.pending.contains($0.name) }.map(\.step),
            definitions: state.isStale ? steps.definitions.map(\.step) : [])
    }

    /// One statement at a time, so that an error has a line.
    private func run(_ script: Script, in transaction: Transaction) async throws {
        for statement in script.statements {
            do {
                try await transaction.once(SQL(unsafeRaw: statement.text))
            } catch let error as PostgresError {
                throw MigrationError.failed(name: script.name, line: statement.line(of: error), error: error)
            }
        }
    }

    private func scripts() throws -> (migrations: [Script], definitions: [Script]) {
        (try Script.all(migrations.map { ($0.name, $0.sql) }, roles), try Script.all(definitions.map { ($0.name, $0.sql) }, roles))
    }
}

/// A migration or a definition, cut into statements.
struct Script: Sendable {
    let name: String
    /// The text of the file, whose checksum is recorded.
    let sql: String
    let statements: [ScriptStatement]

    /// Whether a migration says, by a line `-- Holds nobody out: why`, that it may run beside whoever serves, without a lock on any table:
    /// where it changes what a function does, for example.
    var holdsNobodyOut: Bool { sql.split(separator: "\n").contains { $0.hasPrefix("-- Holds nobody out: ") } }

    var step: MigrationPlan.Step { .init(name: name, statements: statements.map(\.text)) }

    static func all(_ sources: [(name: String, sql: String)], _ roles: RoleMapping?) throws -> [Script] {
        for (one, next) in zip(sources, sources.dropFirst()) where one.name == next.name { throw MigrationError.duplicate(name: one.name) }
        return try sources.map { try Script($0.name, $0.sql, roles) }
    }

    init(_ name: String, _ sql: String, _ roles: RoleMapping?) throws {
        (self.name, self.sql) = (name, sql)
        statements = StatementSplitter.split(roles?.applied(to: sql) ?? sql)
        for statement in statements where statement.controlsTransaction {
            throw MigrationError.transactionControl(name: name, line: statement.line)
        }
    }
}

extension ScriptStatement {
    /// The line an error points at, the statement's first where it points nowhere.
    func line(of error: PostgresError) -> Int {
        guard case .server(let error) = error, let position = error.position else { return line }
        return line + text.unicodeScalars.prefix(position - 1).count { $0 == "\n" }
    }

    fileprivate var controlsTransaction: Bool {
        let words: Set = ["BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT"]
        return words.contains(text.prefix { $0.isLetter }.uppercased())
    }
}

import Logging

/// Brings a database's schema up to date. It applies each migration once, in order, and creates all functions and views
/// again when one of their texts has changed.
///
/// A run is one transaction, so a failure leaves the database as it was. It holds an advisory lock, so that of two
/// concurrent runs the second finds nothing to do. If the first pending migrations are marked as needing no locks on
/// all tables, they run beforehand in a transaction of their own. The tables `schema_migrations` and `schema_views`
/// record what was applied, with checksums.
///
/// Servers may use the database during a run. Before it changes anything, a run waits until open transactions have
/// ended, and locks all tables and views. It locks `schema_migrations`, the door table, first. If servers lock that
/// table first in each transaction, then a transaction that waits for a run holds nothing that the run needs. If a
/// transaction lasts long, such as a dump, the run releases its locks and tries again when that transaction has ended.
public struct Migrator: Sendable {
    let migrations: [Migration]
    let definitions: [Definition]
    private let roles: RoleMapping?
    private let idleLimit: Duration
    private let logger: Logger

    /// - Parameters:
    ///   - migrations: the migrations in any order. They are applied in the order of their names.
    ///   - definitions: the definitions in any order. They are created in the order of their names.
    ///   - roles: maps the role names in the scripts to those in the database, or nil if they are the same.
    ///   - idleLimit: the longest pause between two statements of a run that has locked out other transactions. After it,
    ///     the server ends the session and releases the locks, so that a program that vanished holds up nobody. Zero
    ///     means no limit.
    public init(
        migrations: [Migration], definitions: [Definition], roles: RoleMapping? = nil, idleLimit: Duration = .seconds(10), logger: Logger
    ) {
        self.migrations = migrations.sorted { $0.name < $1.name }
        self.definitions = (definitions + (roles.map { [$0.policies] } ?? [])).sorted { $0.name < $1.name }
        self.roles = roles
        self.idleLimit = idleLimit
        self.logger = logger
    }

    /// Applies pending migrations and creates changed definitions again.
    /// - Returns: the names of the migrations applied and of the definitions created. Both lists are empty if there was
    ///   nothing to do.
    /// - Throws: `MigrationError`, and `PostgresError` if the database is unavailable.
    public func migrate(_ pool: Pool) async throws -> MigrationReport {
        let steps = try scripts()
        let ahead = try await runAhead(steps.migrations, pool)
        var attempt = 1
        while true {
            do {
                let report = try await run(steps, pool)
                return MigrationReport(applied: ahead + report.applied, definitions: report.definitions)
            } catch MigrationError.inUse where attempt < Self.attempts {
                logger.info("other transactions hold tables that the migration needs: waiting until they have ended")
                try await MigrationLedger.endAutovacuum(pool)
                let holders = try await MigrationLedger.lockHolders(pool)
                repeat {
                    try await Task.sleep(for: .milliseconds(.random(in: 200...1000)))
                    attempt += 1
                    logger.debug("looking whether they are done")
                } while try await !MigrationLedger.lockHolders(pool).isDisjoint(with: holders) && attempt < Self.attempts
            }
        }
    }

    /// How often a run tries to lock the tables or checks whether other transactions still hold them, before it fails
    /// with `inUse`. That takes some minutes.
    private static let attempts = 200

    /// Applies the pending migrations before the first one that locks out other transactions.
    /// - Returns: the names of the applied migrations.
    private func runAhead(_ steps: [Script], _ pool: Pool) async throws -> [String] {
        func ahead(_ state: MigrationState) -> [Script] {
            Array(steps.filter { state.pending.contains($0.name) }.prefix { $0.locksNothing })
        }
        return try await pool.transaction { transaction in
            // Without such migrations it writes nothing, so that a failure leaves an empty database empty.
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
            try await ledger.lockOutOthers(idleLimit: idleLimit)
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
        // The next migration may read a table that this one has created.
        if let policies = roles?.policies, !script.locksNothing {
            try await run(try Script(policies.name, policies.sql, nil), in: transaction)
        }
        try await ledger.record(migration: script)
    }

    /// Compares the database with the program's migrations. It changes nothing.
    public func status(_ pool: Pool) async throws -> MigrationStatus {
        _ = try scripts()
        return try await pool.transaction { transaction in
            try await MigrationLedger(transaction).state(migrations, definitions).status
        }
    }

    /// Returns what `migrate` would do, and changes nothing. Throws the errors with which `migrate` would refuse to
    /// begin.
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

    /// Runs the script one statement at a time, so that an error can name the line of its statement.
    private func run(_ script: Script, in transaction: Transaction) async throws {
        for statement in script.statements {
            do {
                try await transaction.once(SQL(unsafeRaw: statement.text))
            } catch let error as PostgresError {
                throw MigrationError.failed(name: script.name, line: statement.line(of: error), error: error)
            }
        }
    }

    func scripts() throws -> (migrations: [Script], definitions: [Script]) {
        (try Script.all(migrations.map { ($0.name, $0.sql) }, roles), try Script.all(definitions.map { ($0.name, $0.sql) }, roles))
    }
}

/// A migration or a definition, split into statements.
struct Script: Sendable {
    let name: String
    /// The file's text. The ledger records its checksum.
    let sql: String
    let statements: [ScriptStatement]

    /// Whether the migration may run beside running servers without locks on all tables.
    ///
    /// Its author marks it with a line that begins with `-- Holds nobody out: ` and gives the reason. An example is a
    /// migration that only changes the code of a database function.
    var locksNothing: Bool { sql.split(separator: "\n").contains { $0.hasPrefix("-- Holds nobody out: ") } }

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
    /// Returns the line of the script that the error points at. If the error has no position, returns the first line of
    /// the statement.
    func line(of error: PostgresError) -> Int {
        guard case .server(let error) = error, let position = error.position else { return line }
        return line + text.unicodeScalars.prefix(position - 1).count { $0 == "\n" }
    }

    fileprivate var controlsTransaction: Bool {
        let words: Set = ["BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT"]
        return words.contains(text.prefix { $0.isLetter }.uppercased())
    }
}

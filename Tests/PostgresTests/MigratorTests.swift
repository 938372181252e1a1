import Foundation
import Logging
import Testing

@testable import Postgres

@Suite struct MigratorTests {
    private let accounts = Migration(
        name: "0001_accounts",
        sql: "-- who\nCREATE TABLE accounts (id int PRIMARY KEY, name text);\nINSERT INTO accounts VALUES (1, 'a;b');\n")
    private let rooms = Migration(name: "0002_rooms", sql: "CREATE TABLE rooms (id int PRIMARY KEY);")
    private let names = Definition(
        name: "10_names", sql: "CREATE VIEW names AS SELECT id, name FROM accounts;\nGRANT SELECT ON names TO PUBLIC;")
    private let initials = Definition(name: "20_initials", sql: "CREATE VIEW initials AS SELECT left(name, 1) AS letter FROM names")

    @Test func migrationsAreAppliedOnceAndInOrder() async throws {
        try await withEmpty { pool async throws in
            let first = migrator([rooms, accounts], [initials, names])
            #expect(
                try await first.status(pool)
                    == MigrationStatus(
                        applied: [], pending: ["0001_accounts", "0002_rooms"], changed: [], unknown: [],
                        changedDefinitions: ["10_names", "20_initials"]))
            let plan = try await first.plan(pool)
            #expect(plan.migrations.map(\.name) == ["0001_accounts", "0002_rooms"] && plan.migrations[0].statements.count == 2)
            #expect(plan.definitions.map(\.name) == ["10_names", "20_initials"])
            #expect(
                try await first.migrate(pool)
                    == MigrationReport(applied: ["0001_accounts", "0002_rooms"], definitions: ["10_names", "20_initials"]))
            #expect(try await first.migrate(pool).isEmpty)
            #expect(try await first.status(pool).isCurrent)
            #expect(try await first.plan(pool) == MigrationPlan(migrations: [], definitions: []))
            #expect(try await pool.value("SELECT letter AS value FROM initials") == "a")
        }
    }

    @Test func twoAtOnceApplyEachOnce() async throws {
        try await withEmpty { pool async throws in
            let reports = try await withThrowingTaskGroup(of: MigrationReport.self) { group in
                for _ in 0..<4 { group.addTask { try await migrator([accounts, rooms], [names]).migrate(pool) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.count { !$0.isEmpty } == 1)
            #expect(try await pool.value("SELECT count(*) AS value FROM accounts") == 1)
        }
    }

    /// Shows rule 23.5.
    @Test func whoIsAmidSomethingGoesOnAndIsWaitedFor() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts], [names]).migrate(pool)
            let (isAmid, tellAmid) = AsyncStream<Void>.makeStream()
            // The transaction holds a table that the migration needs. Then it needs a view, which the migration would
            // have dropped by then.
            async let other: Void = pool.transaction { transaction in
                try await transaction.once("SELECT FROM accounts")
                tellAmid.finish()
                try await transaction.once("SELECT pg_sleep(1.5)")
                try await transaction.once("SELECT FROM names")
            }
            for await _ in isAmid {}
            let more = Migration(name: "0002_more", sql: "ALTER TABLE accounts ADD COLUMN more text;")
            let report = try await migrator([accounts, more], [names, initials]).migrate(pool)
            try await other
            #expect(report.applied == ["0002_more"])
        }
    }

    /// Shows rule 23.5.
    @Test("A migration that waits for running transactions holds no lock that they may need")
    func theDoor() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts, rooms]).migrate(pool)
            let (isInside, tellInside) = AsyncStream<Void>.makeStream()
            async let other: Void = pool.transaction { transaction in
                try await transaction.once("SELECT FROM schema_migrations")
                try await transaction.once("LOCK TABLE rooms")
                tellInside.finish()
                var waiting: Rows
                repeat {
                    waiting = try await transaction.once(
                        """
                        SELECT w.relation = 'schema_migrations'::regclass AND NOT EXISTS (
                            SELECT FROM pg_locks AS l WHERE l.pid = w.pid AND l.relation = 'accounts'::regclass) AS value
                        FROM pg_locks AS w
                        WHERE NOT w.granted AND w.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        """)
                } while waiting.isEmpty
                #expect(try waiting.first?["value"] == true)
                try await transaction.once("LOCK TABLE accounts")
            }
            for await _ in isInside {}
            let more = Migration(name: "0003_more", sql: "ALTER TABLE accounts ADD COLUMN more text;")
            let report = try await migrator([accounts, rooms, more]).migrate(pool)
            try await other
            #expect(report.applied == ["0003_more"])
        }
    }

    /// Shows rule 23.5.
    @Test("A migration that shuts nobody out runs while all tables are in use, and stays if a later one fails")
    func ahead() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts, rooms]).migrate(pool)
            let ahead = Migration(
                name: "0003_ahead", sql: "-- Holds nobody out: it makes a function.\nCREATE FUNCTION one() RETURNS int RETURN 1;")
            let behind = Migration(name: "0004_behind", sql: "SELECT 1 / 0;")
            let steps = migrator([accounts, rooms, ahead, behind])
            let migration = try await pool.transaction { transaction in
                try await transaction.once("LOCK TABLE accounts, rooms")
                let migration = Task { await migrationError { try await steps.migrate(pool) } }
                try await eventually("it is applied") {
                    try await !transaction.once("SELECT FROM schema_migrations WHERE name = '0003_ahead'").isEmpty
                }
                return migration
            }
            #expect(await migration.value == "0004_behind, line 1: division by zero")
            let more = Migration(name: "0004_more", sql: "CREATE TABLE more ();")
            #expect(try await migrator([accounts, rooms, ahead, more]).migrate(pool).applied == ["0004_more"])
        }
    }

    /// Shows rule 23.5.
    @Test("A transaction that has locked a table before the migration lock, as a dump may, isn't terminated")
    func tableFirst() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts]).migrate(pool)
            func waiting(_ transaction: Transaction) async throws -> Int {
                let rows = try await transaction.once(
                    "SELECT count(*)::integer AS value FROM pg_locks WHERE relation = 'schema_migrations'::regclass AND NOT granted")
                return try rows.first?["value"] ?? 0
            }
            let (isInside, tellInside) = AsyncStream<Void>.makeStream()
            async let inside: Void = pool.transaction { transaction in
                try await transaction.once("SELECT FROM schema_migrations")
                tellInside.finish()
                while try await waiting(transaction) < 2 {}
            }
            for await _ in isInside {}
            async let dump: Void = pool.transaction { transaction in
                // The migration has to give way, however busy the machine is.
                try await transaction.once("SET LOCAL deadlock_timeout = '10min'")
                try await transaction.once("LOCK TABLE accounts IN ACCESS SHARE MODE")
                while try await waiting(transaction) < 1 {}
                try await transaction.once("SELECT FROM schema_migrations")
            }
            #expect(try await migrator([accounts, rooms]).migrate(pool).applied == ["0002_rooms"])
            _ = try await (inside, dump)
        }
    }

    /// Shows rule 23.5.
    @Test("While a long transaction runs, others continue: the migration tries once, and again after that one")
    func besideADump() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts]).migrate(pool)
            let lines = Lines()
            var logger = lines.logger
            logger.logLevel = .debug
            let steps = Migrator(migrations: [accounts, rooms], definitions: [], idleLimit: .zero, logger: logger)
            let migration = try await pool.transaction { dump in
                try await dump.once("SELECT FROM accounts")
                let migration = Task { try await steps.migrate(pool) }
                try await eventually("it has looked") { lines.all.count { $0.contains("looking whether they are done") } >= 3 }
                return migration
            }
            #expect(try await migration.value.applied == ["0002_rooms"])
            #expect(lines.all.count { $0.contains("waiting until they have ended") } == 1)
        }
    }

    @Test func aChangedMigrationIsRefused() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts]).migrate(pool)
            let changed = Migration(name: accounts.name, sql: accounts.sql + " ")
            let error = await migrationError { try await migrator([changed, rooms]).migrate(pool) }
            #expect(error == "migration 0001_accounts was changed after it had been applied: restore its text and add a new migration")
            #expect(try await migrator([changed]).status(pool).changed == ["0001_accounts"])
            // A change of line endings doesn't count as a change of the migration.
            let windows = Migration(
                name: accounts.name, sql: accounts.sql.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
            #expect(try await migrator([windows]).migrate(pool).isEmpty)
        }
    }

    @Test func aNewerDatabaseIsRefused() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts, rooms]).migrate(pool)
            let error = await migrationError { try await migrator([accounts]).migrate(pool) }
            #expect(error == "the database is newer than this program: it has 0002_rooms")
            #expect(try await migrator([accounts]).status(pool).unknown == ["0002_rooms"])
        }
    }

    @Test func aLateMigrationIsRefused() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([rooms]).migrate(pool)
            let error = await migrationError { try await migrator([accounts, rooms]).migrate(pool) }
            #expect(error == "migration 0001_accounts comes before 0002_rooms, which is applied already: give it a later number")
        }
    }

    @Test func aFailingMigrationNamesItsLineAndLeavesNothing() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts], [names]).migrate(pool)
            let failing = Migration(
                name: "0003_bad", sql: "DROP TABLE rooms;\n\n-- more\nCREATE TABLE x (\n  id int,\n  bad nonsense\n);\n")
            let error = await migrationError { try await migrator([accounts, rooms, failing], [names, initials]).migrate(pool) }
            #expect(error == "0003_bad, line 6: type \"nonsense\" does not exist")
            #expect(try await migrator([accounts], [names]).status(pool).isCurrent)
            #expect(try await pool.value("SELECT to_regclass('rooms') IS NULL AND to_regclass('x') IS NULL AS value") == true)
            #expect(try await pool.value("SELECT name AS value FROM names") == "a;b")
        }
    }

    @Test func errorsWithoutAPlaceNameTheStatementsLine() async throws {
        try await withEmpty { pool async throws in
            let failing = Migration(
                name: "0001_bad", sql: "SELECT 1;\n\nDO $$\nBEGIN\n  RAISE EXCEPTION 'no %', 7 USING hint = 'try';\nEND $$;")
            #expect(await migrationError { try await migrator([failing]).migrate(pool) } == "0001_bad, line 3: no 7; try")
            #expect(try await pool.value("SELECT to_regclass('schema_migrations') IS NULL AS value") == true)
        }
    }

    @Test func changedViewsAreMadeAnewWithWhatDependsOnThem() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts], [names, initials]).migrate(pool)
            // The column gets another type, which CREATE OR REPLACE would refuse.
            let longer = Definition(name: names.name, sql: "CREATE VIEW names AS SELECT name || '!' AS name, id::text FROM accounts")
            #expect(try await migrator([accounts], [longer, initials]).status(pool).changedDefinitions == ["10_names"])
            #expect(
                try await migrator([accounts], [longer, initials]).migrate(pool)
                    == MigrationReport(applied: [], definitions: ["10_names", "20_initials"]))
            #expect(try await pool.value("SELECT name AS value FROM names") == "a;b!")
            #expect(try await pool.value("SELECT letter AS value FROM initials") == "a")
            // The migrator drops a view or function whose definition was removed.
            #expect(try await migrator([accounts], [longer]).migrate(pool).definitions == ["10_names"])
            #expect(try await pool.value("SELECT to_regclass('initials') IS NULL AS value") == true)
        }
    }

    @Test func migrationsMayChangeWhatViewsStandOn() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts], [names]).migrate(pool)
            let change = Migration(name: "0002_change", sql: "ALTER TABLE accounts ALTER COLUMN name TYPE varchar(9)")
            #expect(
                try await migrator([accounts, change], [names]).migrate(pool)
                    == MigrationReport(applied: ["0002_change"], definitions: ["10_names"]))
        }
    }

    @Test func viewsSomebodyElseUsesAreLeftAlone() async throws {
        try await withEmpty { pool async throws in
            _ = try await migrator([accounts], [names]).migrate(pool)
            try await pool.run("CREATE VIEW other AS SELECT * FROM names")
            let error = await migrationError { try await migrator([accounts, rooms], [names]).migrate(pool) }
            #expect(
                error?.hasPrefix("the views can't be replaced: cannot drop view names because other objects depend on it; view other")
                    == true)
            #expect(try await pool.value("SELECT count(*) AS value FROM other") == 1)
        }
    }

    @Test(arguments: ["BEGIN", "commit", "ROLLBACK TO here", "START TRANSACTION", "end"])
    func transactionsAreNotTheirs(statement: String) async throws {
        try await withEmpty { pool async throws in
            let bad = Migration(name: "0001_bad", sql: "SELECT 1;\n\(statement);")
            #expect(await migrationError { try await migrator([bad]).migrate(pool) }?.hasPrefix("0001_bad, line 2: ") == true)
            #expect(pool.statistics.open == 0)
        }
    }

    @Test func equalNamesAreRefused() async throws {
        try await withEmpty { pool async throws in
            #expect(
                await migrationError { try await migrator([rooms, rooms]).migrate(pool) }
                    == "two migrations or definitions are named 0002_rooms")
        }
    }

    private func migrator(_ migrations: [Migration], _ definitions: [Definition] = []) -> Migrator {
        Migrator(migrations: migrations, definitions: definitions, idleLimit: .zero, logger: .quiet)
    }

    private func withEmpty(_ body: (Pool) async throws -> Void) async throws {
        try await withDatabase { database in try await withPool(database: database, body) }
    }

    private func migrationError(_ body: () async throws -> MigrationReport) async -> String? {
        do {
            _ = try await body()
            Issue.record("it threw nothing")
        } catch let error as MigrationError {
            return "\(error)"
        } catch {
            Issue.record("it threw \(error)")
        }
        return nil
    }
}

extension MigrationStatus {
    /// Whether the program and the database have the same migrations.
    fileprivate var isCurrent: Bool { pending.isEmpty && changed.isEmpty && unknown.isEmpty && changedDefinitions.isEmpty }
}

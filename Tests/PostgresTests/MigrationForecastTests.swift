import Testing

@testable import Postgres

@Suite("What a migration run would do")
struct MigrationForecastTests {
    private let rooms = Migration(name: "0001_rooms", sql: "-- Rooms: where people meet.\nCREATE TABLE rooms (id int PRIMARY KEY);")
    private let titles = Migration(
        name: "0002_titles", sql: "-- The titles of rooms. They may be missing.\nALTER TABLE rooms ADD COLUMN title text;")

    private func forecast(_ migrations: [Migration], _ pool: Pool) async throws -> MigrationForecast {
        try await Migrator(migrations: migrations, definitions: [], logger: .quiet).forecast(pool)
    }

    /// Shows rule 23.8.
    @Test("It names each pending migration by its title, with the tables that are there, and changes nothing")
    func steps() async throws {
        try await withDatabase { database in
            try await withPool(database: database) { pool async throws in
                let new = try await forecast([rooms, titles], pool)
                #expect(new.isNew && new.steps.map(\.title) == ["Rooms.", "The titles of rooms."])
                #expect(new.steps.allSatisfy { $0.tables.isEmpty && $0.contracts == nil && $0.noWayBack == nil } && new.seconds == 1)
                _ = try await Migrator(migrations: [rooms], definitions: [], idleLimit: .zero, logger: .quiet).migrate(pool)
                try await pool.run("INSERT INTO rooms SELECT generate_series(1, 1000)")
                try await pool.run("ANALYZE rooms")
                let index = Migration(name: "0003_index", sql: "CREATE INDEX rooms_title ON rooms (title);")
                let later = try await forecast([rooms, titles, index], pool)
                #expect(!later.isNew && later.steps.map(\.name) == ["0002_titles", "0003_index"])
                #expect(later.steps.map { $0.tables.map(\.isRead) } == [[false], [true]])
                #expect(later.steps.flatMap(\.tables).allSatisfy { $0.name == "rooms" && $0.rows == 1000 && $0.bytes >= 40_960 })
                #expect(try await forecast([rooms], pool).seconds == 0)
                await #expect(throws: MigrationError.self) { try await forecast([], pool) }
            }
        }
    }

    /// Shows rule 23.8.
    @Test("It says that a migration contracts, and that there is no way back")
    func wayBack() async throws {
        let marked = ["Contracts: no version since 1.1 reads it.", "No way back: 1.0 would write wrong sums."]
        try await withDatabase { database in
            try await withPool(database: database) { pool async throws in
                let steps = try await forecast(
                    marked.enumerated().map { Migration(name: "000\($0.offset)_x", sql: "-- X.\n-- \($0.element)\nSELECT 1;") }, pool
                ).steps
                #expect(steps.map(\.contracts) == ["no version since 1.1 reads it.", nil])
                #expect(steps.map(\.noWayBack) == [nil, "1.0 would write wrong sums."])
            }
        }
    }

    /// Shows rule 23.8.
    @Test(
        "A statement's tables, and whether it works through them",
        arguments: [
            ("ALTER TABLE rooms ADD COLUMN a text;", ["rooms"], false),
            ("alter table only rooms add check (a > 1)", ["only", "rooms"], true),
            ("CREATE UNIQUE INDEX a ON rooms (b)", ["rooms"], true), ("GRANT SELECT ON rooms TO davenport_app", [], false),
            ("INSERT INTO states (id) SELECT id FROM users WHERE NOT bot", ["states", "users"], true),
            ("CREATE TABLE a (b int REFERENCES rooms)", ["a", "rooms"], false), ("-- FROM halls\nUPDATE rooms SET a = 1", ["rooms"], true),
            ("CREATE OR REPLACE FUNCTION a() RETURNS int LANGUAGE sql AS $$ SELECT 1 FROM rooms $$", [], false),
            ("CREATE TRIGGER a AFTER UPDATE ON rooms FOR EACH ROW EXECUTE FUNCTION b()", ["on", "rooms"], false),
        ])
    func tables(statement: String, tables: [String], isRead: Bool) {
        let use = TableUse(statement)
        #expect(use.tables == Set(tables) && use.isRead == isRead, "\(use)")
    }
}

import Foundation
import Testing

@testable import Postgres

@Suite struct ErrorTests {
    @Test func constraintsAreNamedAndValuesAreNot() async throws {
        try await withDatabase { database in
            try await withPool(database: database) { pool in
                try await pool.run(
                    "CREATE TABLE people (id int PRIMARY KEY, name text NOT NULL, age int CONSTRAINT grown_up CHECK (age > 17))")
                try await pool.run("INSERT INTO people VALUES (\(4711), 'Jane', 20)")
                let unique = try #require(
                    await postgresError { try await pool.run("INSERT INTO people VALUES (\(4711), \("secret"), 30)") })
                #expect(unique.sqlState == .uniqueViolation && unique.constraint == "people_pkey" && !unique.isUnavailable)
                let check = try #require(
                    await postgresError { try await pool.run("INSERT INTO people VALUES (\(4712), \("secret"), \(9))") })
                #expect(check.sqlState == .checkViolation && check.constraint == "grown_up")
                let null = try #require(await postgresError { try await pool.run("INSERT INTO people VALUES (\(4712), NULL)") })
                let error = try #require(null.server)
                #expect(error.sqlState == .notNullViolation && error.column == "name" && error.table == "people")
                let cast = try #require(await postgresError { try await pool.run("SELECT \("secret")::uuid") })
                #expect(cast.sqlState == .invalidTextRepresentation)
                let raise = try #require(await postgresError { try await pool.run("DO $$ BEGIN RAISE EXCEPTION 'secret'; END $$") })
                for text in [unique, check, null, cast].map({ "\($0)" }) {
                    #expect(!text.contains("secret") && !text.contains("4711") && !text.contains("Jane"), "\(text)")
                }
                #expect(!"\(raise)".prefix(while: { $0 != "," }).contains("secret"))
            }
        }
    }

    /// A protocol error is a bug of the program, unless it ends the session: poolers report everything in this way.
    /// Shows rule 23.3.
    @Test func aFullDiskIsAStateOfTheWorld() async throws {
        try await withPool { pool in
            let codes = [("53000", true), ("53100", true), ("53200", true), ("53400", true), ("08P01", false), ("22012", false)]
            for (code, isUnavailable) in codes {
                let error = await postgresError {
                    try await pool.run("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '\(unsafeRaw: code)'; END $$")
                }
                #expect(error?.sqlState?.rawValue == code && error?.isUnavailable == isUnavailable)
            }
        }
    }

    @Test func descriptionsSayWhatWasWrong() async throws {
        try await withPool { pool in
            let error = try #require(await postgresError { try await pool.run("SELECT nonsense\n  FROM pg_class") })
            #expect("\(error)" == #"PostgreSQL error 42703: column "nonsense" does not exist, in: SELECT nonsense FROM pg_class"#)
            let server = try #require(error.server)
            #expect(server.position == 8 && server.statement == "SELECT nonsense\n  FROM pg_class")
        }
    }

    @Test func passwordsInTheURIAreNotRepeated() async throws {
        for uri in ["postgresql://user:hunter2@[broken/db", "postgresql://user:hunter2@127.0.0.1:1/db"] {
            let pool = Pool(PoolConfiguration(uri: uri, size: 1, applicationName: "test"), logger: .quiet)
            let error = try #require(await postgresError { try await pool.run("SELECT 1") })
            #expect(!"\(error)".contains("hunter2"))
            await pool.close()
        }
    }
}

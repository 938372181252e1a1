import Foundation
import Postgres
import Schema
import TestSupport
import Testing

@Suite("rules 23: each database function has one file with its current body")
struct FunctionFileTests {
    /// Returns the files of sql/functions by function name: `members_left` for `functions/20_members_left`.
    private static func files() throws -> [String: String] {
        let files = try Schema.load().definitions.filter { $0.name.hasPrefix("functions/") }
        return Dictionary(files.map { (String($0.name.dropFirst("functions/20_".count)), $0.sql) }) { first, _ in first }
    }

    @Test("A migrated database has exactly the functions of the files, and each trigger stands in its function's file")
    func files() async throws {
        let files = try Self.files()
        try await TestDatabase.with { database in
            let functions = try await database.owner.roundTrip {
                try await $0.query("SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace")
            }
            let names: [String] = try functions.map { try $0["proname"] }
            #expect(names.sorted() == files.keys.sorted())
            let triggers = try await database.owner.roundTrip {
                try await $0.query(
                    """
                    SELECT t.tgname, p.proname, c.relname FROM pg_trigger AS t
                    JOIN pg_proc AS p ON p.oid = t.tgfoid JOIN pg_class AS c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal
                    """)
            }
            #expect(triggers.count > 50)
            for row in triggers {
                let (name, function, table): (String, String, String) = (try row["tgname"], try row["proname"], try row["relname"])
                let text = try #require(files[function])
                #expect(text.contains("CREATE OR REPLACE TRIGGER \(name) ") && text.contains(" ON \(table)\n"), "\(name) of \(table)")
            }
        }
    }

    @Test("Later migrations contain no function bodies and no triggers")
    func migrations() throws {
        let later = try Schema.load().migrations.filter { $0.name > "0073_mutes" }
        let bodies = later.filter { $0.sql.contains(#/CREATE (OR REPLACE )?(FUNCTION|TRIGGER)/#) }
        #expect(bodies.map(\.name) == [])
    }
}

import Foundation
import Testing

@testable import Postgres

private struct Note: Codable, Equatable {
    var text: String
    var at: Date
    var tags: [String]
    var parent: UUID?
}

@Suite struct JSONTests {
    @Test func valuesRoundTrip() async throws {
        let note = Note(text: "a \"quoted\" ü\u{1F600}", at: Date(timeIntervalSince1970: 1_700_000_000.25), tags: ["x"], parent: UUID())
        try await withPool { pool in
            for type in ["json", "jsonb"] {
                let row = try #require(
                    try await pool.roundTrip { try await $0.query("SELECT \(json: note)::\(unsafeRaw: type) AS note") }.first)
                #expect(try row.json("note") == note)
                #expect(try row.json("note", as: Note?.self) == note)
            }
        }
    }

    @Test func datesAreThoseOfTheServer() async throws {
        try await withPool { pool in
            let sql: SQL =
                "SELECT jsonb_build_object('text', '', 'at', timestamptz '2024-02-29 12:00:00.5+00', 'tags', '{}'::text[]) AS note"
            let note: Note = try #require(try await pool.roundTrip { try await $0.query(sql) }.first).json("note")
            #expect(note.at == Date(timeIntervalSince1970: 1_709_208_000.5))
        }
    }

    @Test func errorsNameTheColumnAndThePlaceButNoValue() async throws {
        try await withPool { pool in
            let sql: SQL =
                """
                SELECT '{"text": "secret", "at": "secret", "tags": [1]}'::jsonb AS note, 'secret'::text AS other, NULL::jsonb AS nothing
                """
            let row = try #require(try await pool.roundTrip { try await $0.query(sql) }.first)
            let errors = [
                #expect(throws: PostgresError.self) { try row.json("note", as: Note.self) },
                #expect(throws: PostgresError.self) { try row.json("note", as: [Int].self) },
                #expect(throws: PostgresError.self) { try row.json("other", as: Note.self) },
                #expect(throws: PostgresError.self) { try row.json("nothing", as: Note.self) },
                #expect(throws: PostgresError.self) { try row.json("none", as: Note.self) },
            ]
            let descriptions = errors.map { $0.map { "\($0)" } ?? "" }
            #expect(zip(descriptions, ["note", "note", "other", "nothing", "none"]).allSatisfy { $0.hasPrefix("column \($1): ") })
            #expect(descriptions.allSatisfy { !$0.contains("secret") })
            #expect(try row.json("nothing", as: Note?.self) == nil)
        }
    }
}

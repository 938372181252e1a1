import Foundation
import Testing

@testable import Postgres

@Suite struct SQLTests {
    @Test func interpolatedValuesAreBound() {
        let name = "O'Brien; DROP TABLE users"
        let sql: SQL = "SELECT * FROM users WHERE name = \(name) AND age > \(41) AND \(true)"
        #expect(sql.text == "SELECT * FROM users WHERE name = $1 AND age > $2 AND $3")
        #expect(sql.parameters == ["O'Brien; DROP TABLE users", "41", "t"])
    }

    @Test func nilIsNull() {
        let nothing: UUID? = nil
        let sql: SQL = "SELECT \(nothing), \(Optional(3))"
        #expect(sql.parameters == [nil, "3"])
    }

    @Test func fragmentsAreRenumbered() {
        let inner: SQL = "b = \(2) AND c = '$1 costs' AND d = \(4)"
        let outer: SQL = "SELECT \(1) WHERE \(fragment: inner) OR \(fragment: inner) LIMIT \(5)"
        #expect(outer.text == "SELECT $1 WHERE b = $2 AND c = '$1 costs' AND d = $3 OR b = $4 AND c = '$1 costs' AND d = $5 LIMIT $6")
        #expect(outer.parameters == ["1", "2", "4", "2", "4", "5"])
    }

    @Test func fragmentsOfFragmentsAndManyParameters() {
        var list: SQL = "\(0)"
        for number in 1..<12 { list = "\(fragment: list), \(number)" }
        let sql: SQL = "SELECT \(-1) IN (\(fragment: list))"
        #expect(sql.text == "SELECT $1 IN ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")
        #expect(sql.parameters == ([-1] + Array(0..<12)).map { "\($0)" })
    }

    @Test func fragmentsWithoutParametersAndRawText() {
        let order: SQL = "ORDER BY é"
        let sql: SQL = "SELECT \(unsafeRaw: "\"select\"") FROM t \(fragment: order) LIMIT \(1)"
        #expect(sql.text == "SELECT \"select\" FROM t ORDER BY é LIMIT $1")
    }

    @Test func jsonIsBoundAsText() throws {
        struct Note: Encodable { let text = "a\"b" }
        let sql: SQL = try "SELECT \(json: Note())::jsonb"
        #expect(sql.parameters == [#"{"text":"a\"b"}"#])
    }

    @Test func nulCharactersAreRefusedBeforeAnythingIsSent() async throws {
        try await withPool { pool in
            for sql: SQL in ["SELECT \("a\0b")::text", "SELECT 1 \(unsafeRaw: "\0")", "SELECT \(["a", "\0"])::text[]"] {
                #expect(await postgresError { try await pool.run(sql) }.isMisuse)
            }
            #expect(pool.statistics.open == 0)
        }
    }

    @Test func tooManyParametersAreRefused() async throws {
        var text = SQL.StringInterpolation(literalCapacity: 0, interpolationCount: 65_536)
        for number in 0...65_535 { text.appendInterpolation(number) }
        let sql = SQL(stringInterpolation: text)
        try await withPool { pool in
            #expect(await postgresError { try await pool.run(sql) }.isMisuse)
        }
    }
}

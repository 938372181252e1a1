import Foundation

@testable import Postgres

extension Parser {
    /// PostgreSQL's text formats, and scripts cut into statements.
    static let postgres = [
        Parser("postgres-scalar", ["0", "-9223372036854775808", "t", "1e-7", "01a1fcfb-1172-778e-8c3f-4f8d0669bedb", "NaN"]) { text in
            try read(Int.self, text, .int8)
            try read(Int64.self, text, .int4)
            try read(Int32.self, text, .int4)
            try read(Int16.self, text, .int2)
            try read(Bool.self, text, .bool)
            try read(UUID.self, text, .uuid, again: false)
            try read(String.self, text, .text)
        },
        Parser(
            "postgres-time", ["2024-02-29 12:34:56.789+00", "0044-03-15 10:00:00+00 BC", "infinity", "2024-02-29T12:34:56.789012+05:30"],
            words: timeWords
        ) { text in
            guard let date = try? with(text, .timestamptz, { try Date(postgres: $0) }) else { return }
            // Beyond these there is no time but infinity, and far from 2001 microseconds are no longer exact.
            guard date > .distantPast, date < .distantFuture else { return }
            let again = try with(date.postgresText ?? "", .timestamptz) { try Date(postgres: $0) }
            try require(abs(again.timeIntervalSince(date)) < 0.001, "a time is read as it is written: \(date.postgresText ?? "")")
        },
        Parser("postgres-date", ["2024-02-29", "0044-03-15 BC", "5874897-12-31", "infinity"], words: timeWords) { text in
            try read(PostgresDate.self, text, .date)
        },
        Parser("postgres-bytea", ["\\x", "\\x00ff", "\\xDEADBEEF"], words: ["\\x", "0"]) { text in try read([UInt8].self, text, .bytea) },
        Parser("postgres-array", arrays, words: ["{", "}", ",", "\"", "\\", "NULL"]) { text in
            try read([String].self, text, PostgresType(rawValue: 1009))
            try read([Int].self, text, PostgresType(rawValue: 1016))
            try read([UUID].self, text, PostgresType(rawValue: 2951), again: false)
            try read([Date].self, text, PostgresType(rawValue: 1185), again: false)
            // Any text at all comes back out of an array, whatever is in it.
            try read([String].self, [text, "", text].postgresText ?? "", PostgresType(rawValue: 1009))
        },
        Parser("postgres-json", ["{\"at\": \"2024-02-29T12:34:56.789+00:00\", \"list\": [1, null]}", "null"], words: timeWords) { text in
            struct Value: Codable { let at: Date?, list: [Int?]? }
            _ = try? with(text, .jsonb) { try JSONText.decode(Value.self, from: $0) }
        },
        Parser("statements", scripts, words: scriptWords) { text in
            let statements = StatementSplitter.split(text)
            let lines = text.utf8.count { $0 == 10 } + 1
            try require(statements.allSatisfy { (1...lines).contains($0.line) && !$0.text.isEmpty }, "a statement has a line and a text")
            let again = StatementSplitter.split(statements.map(\.text).joined(separator: "\n;"))
            try require(statements.count < 2 || again.count <= statements.count, "what was cut once is not cut again: \(statements)")
        },
    ]

    /// What is read is written so that it is read as the same again.
    private static func read<Value: PostgresCodable & Equatable>(
        _ type: Value.Type, _ text: String, _ postgres: PostgresType, again: Bool = true
    ) throws {
        guard let value = try? with(text, postgres, { try Value(postgres: $0) }) else { return }
        guard again, let written = value.postgresText else { return }
        let other = try with(written, postgres) { try Value(postgres: $0) }
        try require(other == value, "\(value) is read as it is written: \(written), not \(other)")
    }

    private static func with<Result>(_ text: String, _ type: PostgresType, _ body: (PostgresValue) throws -> Result) throws -> Result {
        try Array(text.utf8).withUnsafeBufferPointer { try body(PostgresValue(bytes: $0, type: type)) }
    }

    private static let timeWords = [
        " BC", "infinity", "-infinity", "+00", "-15:59:59", "Z", "T", ".", ":", "-", "y", "C", "294276", "4714",
    ]
    private static let arrays = [
        "{}", "{1,2}", "{\"a b\",\"say \\\"hi\\\"\",NULL}", "{{1},{2}}", "{\"2024-02-29 12:34:56+00\",infinity}", "{a,\"\"}",
    ]
    private static let scripts = [
        "SELECT 1; SELECT '; ''' ; -- x;\nSELECT $$;$$; /* ; /* ; */ */ SELECT E'\\';'",
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; END; SELECT 2",
        "CREATE OR REPLACE FUNCTION f() RETURNS text LANGUAGE sql AS $body$ SELECT ';' $body$; SELECT (1; 2)",
    ]
    private static let scriptWords = [
        ";", "'", "\"", "$$", "$a$", "$1", "E'", "--", "\n", "/*", "*/", "(", ")", "BEGIN", "ATOMIC", "END", "CASE", "CREATE FUNCTION ",
        "\\",
    ]
}

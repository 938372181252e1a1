import Foundation

@testable import Postgres

extension Parser {
    /// Parsers of PostgreSQL's binary format, of times in JSON, and of scripts split into statements.
    static let postgres = [
        Parser("postgres-scalar", bytes: [[0], [0, 7], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F] + [UInt8](repeating: 0xFF, count: 7), uuid]) {
            bytes in
            read(Int.self, bytes, .int8)
            read(Int64.self, bytes, .int4)
            read(Int32.self, bytes, .int4)
            read(Int16.self, bytes, .int2)
            read(Double.self, bytes, .float8)
            read(Double.self, bytes, .float4)
            read(Bool.self, bytes, .bool)
            read(UUID.self, bytes, .uuid)
            read(String.self, bytes, .text)
            read(Date.self, bytes, .timestamptz)
            read(PostgresDate.self, bytes, .date)
            try require(read([UInt8].self, bytes, .bytea) == bytes, "bytes are read as they are")
        },
        Parser("postgres-array", bytes: arrays) { bytes in
            read([String].self, bytes, PostgresType(rawValue: 1009))
            read([Int].self, bytes, PostgresType(rawValue: 1016))
            read([UUID].self, bytes, PostgresType(rawValue: 2951))
            read([Date].self, bytes, PostgresType(rawValue: 1185))
            // An array returns any bytes unchanged.
            let texts = [bytes, [], bytes]
            let array = oneDimension(of: 25, texts)
            try require(
                read([String].self, array, PostgresType(rawValue: 1009)) == texts.map { String(decoding: $0, as: UTF8.self) },
                "an array is read as it was written")
        },
        Parser("postgres-json", ["{\"at\": \"2024-02-29T12:34:56.789+00:00\", \"list\": [1, null]}", "null"], words: timeWords) { text in
            struct Value: Codable { let at: Date?, list: [Int?]? }
            for (type, bytes) in [(PostgresType.jsonb, [1] + Array(text.utf8)), (.jsonb, Array(text.utf8)), (.json, Array(text.utf8))] {
                _ = try? with(bytes, type) { try JSONText.decode(Value.self, from: $0) }
            }
        },
        Parser(
            "postgres-time", ["2024-02-29 12:34:56.789+00", "0044-03-15 10:00:00+00 BC", "infinity", "2024-02-29T12:34:56.789012+05:30"],
            words: timeWords
        ) { text in
            guard let date = time(text) else { return }
            // A time beyond these is infinity. Far from 2001, microseconds aren't exact.
            guard date > .distantPast, date < .distantFuture else { return }
            let written = date.postgresText ?? ""
            try require(
                time(written).map { abs($0.timeIntervalSince(date)) < 0.001 } == true, "a time is read as it is written: \(written)")
        },
        Parser("statements", scripts, words: scriptWords) { text in
            let statements = StatementSplitter.split(text)
            let lines = text.utf8.count { $0 == 10 } + 1
            try require(statements.allSatisfy { (1...lines).contains($0.line) && !$0.text.isEmpty }, "a statement has a line and a text")
            let again = StatementSplitter.split(statements.map(\.text).joined(separator: "\n;"))
            try require(statements.count < 2 || again.count <= statements.count, "what was cut once is not cut again: \(statements)")
        },
    ]

    /// Returns the decoded value, nil if it is refused.
    @discardableResult
    private static func read<Value: PostgresDecodable>(_: Value.Type, _ bytes: [UInt8], _ type: PostgresType) -> Value? {
        try? with(bytes, type) { try Value(postgres: $0) }
    }

    private static func with<Result>(_ bytes: [UInt8], _ type: PostgresType, _ body: (PostgresValue) throws -> Result) throws -> Result {
        try bytes.withUnsafeBufferPointer { try body(PostgresValue(bytes: $0, type: type)) }
    }

    private static func time(_ text: String) -> Date? {
        Array(text.utf8).withUnsafeBufferPointer { Date(timestamp: $0) }
    }

    /// Returns an array of elements of a type, by its OID, without NULL.
    private static func oneDimension(of type: Int32, _ elements: [[UInt8]]) -> [UInt8] {
        [1, 0, type, Int32(elements.count), 1].flatMap(number) + elements.flatMap { number(Int32($0.count)) + $0 }
    }

    private static func number(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private static let timeWords = [
        " BC", "infinity", "-infinity", "+00", "-15:59:59", "Z", "T", ".", ":", "-", "y", "C", "294276", "4714",
    ]
    private static let uuid = Array(UInt8(1)...16)
    private static let arrays = [
        [0, 0, 25].flatMap(number), oneDimension(of: 25, [[65], []]), oneDimension(of: 2950, [uuid, uuid]),
        oneDimension(of: 20, [Array(repeating: 0xFF, count: 8)]),
        // Arrays with a NULL, with two dimensions, and shorter than stated.
        [1, 1, 25, 1, 1, -1].flatMap(number), [2, 0, 20, 1, 1, 1, 1, 0].flatMap(number), [1, 0, 25, .max, 1].flatMap(number),
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

import Foundation
import Testing

@testable import Postgres

private enum Role: String, PostgresCodable {
    case owner, member
}

private struct Level: RawRepresentable, PostgresCodable, Equatable {
    let rawValue: Int
}

@Suite struct DecodingTests {
    /// Every type decodes to the value that was sent.
    @Test func roundTrips() async throws {
        try await withPool { pool in
            func same<Value: PostgresCodable & Equatable>(_ value: Value, _ type: String) async throws {
                #expect(try await pool.value("SELECT \(value)::\(unsafeRaw: type) AS value") == value)
            }
            let texts = ["", "a", "Grüße 👩‍👩‍👧 \\ ' \" $1 {}", String(repeating: "long ", count: 100)]
            for text in texts { try await same(text, "text") }
            for number in [0, 1, -1, Int.max, Int.min] { try await same(number, "int8") }
            for number in [Int64.max, .min] { try await same(number, "int8") }
            for number in [Int32.max, .min, 0] { try await same(number, "int4") }
            for number in [Int16.max, .min, 0] { try await same(number, "int2") }
            for number in [0.1, -0.0, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude] {
                try await same(number, "float8")
            }
            for truth in [true, false] { try await same(truth, "bool") }
            for _ in 0..<20 { try await same(UUID(), "uuid") }
            for bytes: [UInt8] in [[], [0], Array(0...255)] { try await same(bytes, "bytea") }
            try await same(Role.member, "text")
            try await same(Level(rawValue: 3), "int4")
            try await same(UUID?.none, "uuid")
            try await same(Int?.some(7), "int8")
            #expect((try await pool.value("SELECT \(Double.nan)::float8 AS value") as Double).isNaN)
        }
    }

    @Test func arraysRoundTrip() async throws {
        try await withPool { pool in
            func same<Value: PostgresCodable & Equatable>(_ value: Value, _ type: String) async throws {
                #expect(try await pool.value("SELECT \(value)::\(unsafeRaw: type) AS value") == value)
            }
            try await same([String](), "text[]")
            try await same(["", "NULL", "null", "a,b", "{}", "\"", "\\", "a\"b\\c", " ", "ü", "x\ny"], "text[]")
            try await same([Int.min, 0, .max], "int8[]")
            try await same([1, 2], "int4[]")
            try await same((0..<50).map { _ in UUID() }, "uuid[]")
            try await same([UUID](), "uuid[]")
            try await same([Date(timeIntervalSince1970: 0.5), .distantFuture], "timestamptz[]")
        }
    }

    /// A single row doesn't cache its columns' positions, so it mustn't use the cache either. The cache may hold the
    /// positions of earlier rows with another order of columns.
    @Test func oneRowFindsItsColumnsByTheirNames() async throws {
        try await withPool { pool in
            func sum(_ row: Row) throws -> Int {
                let (one, two, three): (Int, Int, Int) = (try row["one"], try row["two"], try row["three"])
                let (four, five, six): (Int, Int, Int) = (try row["four"], try row["five"], try row["six"])
                return one + two + three + four + five + six
            }
            let values = "1 AS one, 2 AS two, 3 AS three, 4 AS four, 5 AS five, 6 AS six"
            let others = (1...1000).map { "0 AS c\($0)" }.joined(separator: ", ")
            let last: SQL = "SELECT \(unsafeRaw: others), \(unsafeRaw: values) FROM generate_series(1, 2)"
            let first: SQL = "SELECT \(unsafeRaw: values), \(unsafeRaw: others)"
            for _ in 0..<20 {
                for statement in [last, first] {
                    let results = try await pool.roundTrip { try await $0.pipeline(Array(repeating: statement, count: 20)) }
                    #expect(try results.allSatisfy { try $0.allSatisfy { try sum($0) == 21 } })
                }
            }
        }
    }

    @Test func narrowerNumbersWiden() async throws {
        try await withPool { pool in
            let rows = try await pool.roundTrip { try await $0.query("SELECT 7::int2 AS small, -7::int4 AS middle, 1.5::float4 AS real") }
            let row = try #require(rows.first)
            #expect(try row.get("small", as: Int.self) == 7)
            #expect(try row.get("middle", as: Int64.self) == -7)
            #expect(try row.get("small", as: Int32.self) == 7)
            #expect(try row.get("real", as: Double.self) == 1.5)
        }
    }

    @Test func textLikeTypesAndEnumsAreStrings() async throws {
        try await withDatabase { database in
            try await withPool(database: database) { pool in
                try await pool.run("CREATE TYPE mood AS ENUM ('fine', 'NULL')")
                #expect(try await pool.value("SELECT 'fine'::mood AS value") == "fine")
                #expect(try await pool.value("SELECT ARRAY['fine', 'NULL']::mood[] AS value") == ["fine", "NULL"])
                #expect(try await pool.value("SELECT 'a'::varchar AS value") == "a")
                #expect(try await pool.value("SELECT 'a'::char(3) AS value") == "a  ")
                #expect(try await pool.value("SELECT 'a'::name AS value") == "a")
            }
        }
    }

    /// A column of each type.
    private static let columns = [
        "text": "'1'::text", "int8": "1::int8", "int4": "1::int4", "int2": "1::int2", "float8": "1::float8", "bool": "true",
        "uuid": "gen_random_uuid()", "timestamptz": "now()", "timestamp": "now()::timestamp", "date": "now()::date",
        "bytea": "'a'::bytea",
        "numeric": "1::numeric", "jsonb": "'1'::jsonb", "text[]": "'{a}'::text[]", "int8[]": "'{1}'::int8[]", "uuid[]": "'{}'::uuid[]",
        "float4": "1::float4", "timestamptz[]": "'{}'::timestamptz[]",
    ]

    /// Every decodable type refuses every other, naming the column and both types.
    @Test func otherTypesAreRefused() async throws {
        let list = Self.columns.map { "\($0.value) AS \"\($0.key)\"" }.joined(separator: ", ")
        try await withPool { pool in
            let row = try #require(try await pool.roundTrip { try await $0.query("SELECT \(unsafeRaw: list)") }.first)
            check(row, String.self, takes: ["text"])
            check(row, Int.self, takes: ["int8", "int4", "int2"])
            check(row, Int64.self, takes: ["int8", "int4", "int2"])
            check(row, Int32.self, takes: ["int4", "int2"])
            check(row, Int16.self, takes: ["int2"])
            check(row, Double.self, takes: ["float8", "float4"])
            check(row, Bool.self, takes: ["bool"])
            check(row, UUID.self, takes: ["uuid"])
            check(row, Date.self, takes: ["timestamptz"])
            check(row, PostgresDate.self, takes: ["date"])
            check(row, [UInt8].self, takes: ["bytea"])
            check(row, [String].self, takes: ["text[]"])
            check(row, [Int].self, takes: ["int8[]"])
            check(row, [UUID].self, takes: ["uuid[]"])
            check(row, [Date].self, takes: ["timestamptz[]"])
            check(row, UInt8.self, takes: [])
        }
    }

    private func check<Value: PostgresDecodable>(_ row: Row, _ type: Value.Type, takes: Set<String>) {
        for column in Self.columns.keys {
            do {
                let _: Value = try row[named: column]
                #expect(takes.contains(column), "\(type) from \(column)")
            } catch PostgresError.decoding(let name, let reason) {
                #expect(!takes.contains(column), "\(type) from \(column)")
                #expect(name == column && reason == "wanted \(type), found \(column)")
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func nullsMissingColumnsAndUnknownCasesNameTheColumn() async throws {
        try await withPool { pool in
            let row = try #require(
                try await pool.roundTrip { try await $0.query("SELECT NULL::int AS n, 'guest' AS role, 8 AS a, 9 AS a") }.first)
            #expect(decodingError { let _: Int = try row["n"] } == "column n: wanted Int, found NULL")
            #expect(decodingError { let _: [UUID] = try row["n"] } == "column n: wanted Array<UUID>, found NULL")
            #expect(decodingError { let _: Int = try row["N"] } == "column N: is not in the result (n, role, a, a)")
            #expect(decodingError { let _: Int? = try row["none"] } == "column none: is not in the result (n, role, a, a)")
            #expect(decodingError { let _: Role = try row["role"] } == "column role: no Role has this value")
            #expect(try row.get("n", as: Int?.self) == nil)
            #expect(try row.get("a", as: Int.self) == 8)
        }
    }

    @Test func columnsAreFoundInWhateverOrderEachRowIsAsked() async throws {
        try await withPool { pool in
            let rows = try await pool.roundTrip {
                try await $0.query("SELECT i AS a, -i AS b, 2 * i AS c, 0 AS a FROM generate_series(1, 6) AS i")
            }
            for (index, row) in rows.enumerated() {
                let orders: [[StaticString]] = [["a", "b", "c"], ["c", "a"], ["b", "b", "b", "a", "c", "a", "b", "c", "a"]]
                let number = index + 1
                for name in orders[index % 3] + ["a"] {
                    let expected = ["a": number, "b": -number, "c": 2 * number][name.description]
                    #expect(try row.get(name, as: Int.self) == expected)
                    #expect(try row[named: name.description] == expected)
                }
                #expect(throws: PostgresError.self) { let _: Int = try row["d"] }
            }
        }
    }

    @Test func arraysWithNullsOrDimensionsAreRefused() async throws {
        try await withPool { pool in
            let rows = try await pool.roundTrip {
                try await $0.query("SELECT ARRAY[1, NULL]::int8[] AS nulls, '{{1},{2}}'::int8[] AS deep")
            }
            let row = try #require(rows.first)
            #expect(decodingError { let _: [Int] = try row["nulls"] } == "column nulls: holds a NULL element")
            #expect(decodingError { let _: [Int] = try row["deep"] } == "column deep: has more than one dimension")
        }
    }

    @Test("An array that is too short, too long or malformed, as no server sends it, is refused", arguments: 0...40)
    func malformed(length: Int) throws {
        let bytes = [UInt8](repeating: 1, count: length)
        func isRead<Value: PostgresDecodable>(_: Value.Type, _ type: PostgresType) -> Bool {
            bytes.withUnsafeBufferPointer { (try? Value(postgres: PostgresValue(bytes: $0, type: type))) != nil }
        }
        #expect(isRead(Int.self, .int8) == (length == 8))
        #expect(isRead(Int64.self, .int4) == (length == 4))
        #expect(isRead(Int16.self, .int2) == (length == 2))
        #expect(isRead(Double.self, .float8) == (length == 8))
        #expect(isRead(Double.self, .float4) == (length == 4))
        #expect(isRead(Bool.self, .bool) == (length == 1))
        #expect(isRead(UUID.self, .uuid) == (length == 16))
        #expect(isRead(Date.self, .timestamptz) == (length == 8))
        #expect(isRead(PostgresDate.self, .date) == (length == 4))
        #expect(!isRead([UUID].self, PostgresType(rawValue: 2951)))
    }

    @Test func emptyResultsHaveNoRowsAndCountWhatTheyTouched() async throws {
        try await withPool { pool in
            let rows = try await pool.roundTrip { transaction in
                try await transaction.pipeline([
                    "CREATE TEMP TABLE t (n int) ON COMMIT DROP", "INSERT INTO t SELECT generate_series(1, 5)",
                    "SELECT n FROM t WHERE n > 9",
                    "UPDATE t SET n = 0 WHERE n > 2", "DELETE FROM t", "",
                ])
            }
            #expect(rows.map(\.count) == [0, 0, 0, 0, 0, 0])
            #expect(rows.map(\.affected) == [0, 5, 0, 3, 5, 0])
        }
    }

    /// Rows are independent values: the connection, the pool and the other rows may be gone.
    @Test func rowsOutliveTheirConnection() async throws {
        let row = try await withPool { pool in
            try #require(
                try await pool.roundTrip { try await $0.query("SELECT n, repeat('x', 1000) AS text FROM generate_series(1, 9) AS n") }.last)
        }
        #expect(try row.get("n", as: Int.self) == 9)
        #expect(try row.get("text", as: String.self) == String(repeating: "x", count: 1000))
    }

    private func decodingError(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }
}

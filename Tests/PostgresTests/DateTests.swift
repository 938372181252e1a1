import Foundation
import Testing

@testable import Postgres

@Suite struct DateTests {
    /// PostgreSQL and Swift parse the times that the other one writes.
    @Test func timestampsRoundTripToTheMicrosecond() async throws {
        try await withPool { pool in
            var generator = SystemRandomNumberGenerator()
            // Times in microseconds since 2001.
            var microseconds = [0, 1, -1, 999_999, 86_400_000_000 - 1, -86_400_000_000, -978_307_200_000_000, 3_129_235_200_000_000]
            microseconds += (0..<200).map { _ in Int.random(in: -3_200_000_000_000_000...3_200_000_000_000_000, using: &generator) }
            let dates = microseconds.map { Date(timeIntervalSinceReferenceDate: Double($0) / 1_000_000) }
            let rows = try await pool.roundTrip { transaction in
                try await transaction.query(
                    """
                    SELECT at, (extract(epoch FROM at - '2001-01-01 00:00+00') * 1000000)::int8 AS us
                    FROM unnest(\(dates)::timestamptz[]) WITH ORDINALITY AS t (at, i) ORDER BY i
                    """)
            }
            #expect(rows.count == microseconds.count)
            for (row, expected) in zip(rows, microseconds) {
                #expect(try row.get("us", as: Int.self) == expected)
                let date: Date = try row["at"]
                #expect((date.timeIntervalSinceReferenceDate * 1_000_000).rounded() == Double(expected))
            }
        }
    }

    @Test func infinitiesAndFarDates() async throws {
        try await withPool { pool in
            #expect(try await pool.value("SELECT 'infinity'::timestamptz AS value") == Date.distantFuture)
            #expect(try await pool.value("SELECT '-infinity'::timestamptz AS value") == Date.distantPast)
            #expect(try await pool.value("SELECT \(Date.distantFuture)::timestamptz = 'infinity' AS value") == true)
            #expect(try await pool.value("SELECT \(Date.distantPast)::timestamptz = '-infinity' AS value") == true)
            #expect(
                try await pool.value("SELECT \(Date(timeIntervalSinceReferenceDate: .infinity))::timestamptz = 'infinity' AS value") == true
            )
            let caesar: Date = try await pool.value("SELECT '0044-03-15 12:00:00+00 BC'::timestamptz AS value")
            let ides: Double = try await pool.value("SELECT extract(epoch FROM '0044-03-15 12:00:00+00 BC'::timestamptz)::float8 AS value")
            #expect(caesar.timeIntervalSince1970 == ides)
            let far: Date = try await pool.value("SELECT '12024-02-29 23:59:59.5+00'::timestamptz AS value")
            let epoch: Double = try await pool.value("SELECT extract(epoch FROM '12024-02-29 23:59:59.5+00'::timestamptz)::float8 AS value")
            #expect(abs(far.timeIntervalSince1970 - epoch) < 0.001)
            let error = await postgresError { try await pool.run("SELECT \(Date(timeIntervalSinceReferenceDate: .nan))::timestamptz") }
            #expect(error?.sqlState == "22007")
        }
    }

    @Test func otherZonesAndForms() throws {
        func date(_ text: String) -> TimeInterval? {
            Array(text.utf8).withUnsafeBufferPointer { Date(timestamp: $0)?.timeIntervalSince1970 }
        }
        #expect(date("1970-01-01 00:00:00+00") == 0)
        #expect(date("1970-01-01T00:00:00Z") == 0)
        #expect(date("1970-01-01 05:30:00+05:30") == 0)
        #expect(date("1969-12-31 16:07:02-07:52:58") == 0)
        #expect(date("1970-01-01 00:00:00.25+00") == 0.25)
        #expect(date("2001-01-01 00:00:00.1234567+00") == 978_307_200 + 0.123456)
        #expect(date("2001-01-01 00:00:00.123456+00") == 978_307_200 + 0.123456)
        #expect(date("2024-02-29 23:59:59.5+00") == 1_709_251_199.5)
        #expect(date("2024-02-29 05:00:00+05") == 1_709_164_800)
        for text in [
            "", "now", "1970-01-01", "1970-13-01 00:00:00+00", "1970-02-30 00:00:00+00", "1970-01-01 00:00+00", "1970-01-01 00:00:00",
            "2023-02-29 00:00:00+00", "2024-02-29 2a:00:00+00", "2024-02-29 00:00:00.+00", "2024-02-29 00:00:00.1a+00",
            "2024-02-29 25:00:00+00",
            "2024-02-29 00:60:00+00", "2024-02-2: 00:00:00+00",
        ] {
            #expect(date(text) == nil, "\(text)")
        }
    }

    @Test("Times up to the end of PostgreSQL's last year are decoded, later ones are refused, and neither traps")
    func lastTimes() async throws {
        try await withPool { pool in
            let last: Date = try await pool.value("SELECT '294276-12-31 23:59:59.999999+00'::timestamptz AS value")
            let epoch: Double = try await pool.value(
                "SELECT extract(epoch FROM '294276-12-31 23:59:59.999999+00'::timestamptz)::float8 AS value")
            #expect(abs(last.timeIntervalSince1970 - epoch) < 0.01)
        }
        for text in [
            "294277-01-01 00:00:00+00", "5874897-12-31 23:59:59+00", "2024-02-29 999999999:00:00+00", "2024-02-29 00:00:00+999999999",
        ] {
            #expect(Array(text.utf8).withUnsafeBufferPointer { Date(timestamp: $0) } == nil, "\(text)")
        }
    }

    @Test func daysMatchTheServers() async throws {
        try await withPool { pool in
            let rows = try await pool.roundTrip { transaction in
                try await transaction.query(
                    """
                    SELECT d, (d - date '1970-01-01') AS days, d::text AS text
                    FROM (SELECT date '0044-03-15 BC' + n * 1237 AS d FROM generate_series(0, 2000) AS n) AS t
                    """)
            }
            try #require(rows.count == 2001)
            for row in rows {
                let day: PostgresDate = try row["d"]
                #expect(try row.get("days", as: Int.self) == day.daysSince1970)
                #expect(try row.get("text", as: String.self) == day.description)
                #expect(PostgresDate(daysSince1970: day.daysSince1970) == day)
            }
            let leap = try #require(PostgresDate(year: 2024, month: 2, day: 29))
            #expect(try await pool.value("SELECT \(leap)::date AS value") == leap)
            let ancient = try #require(PostgresDate(year: -4, month: 2, day: 29))
            #expect(try await pool.value("SELECT \(ancient)::date AS value") == ancient)
            let error = await postgresError { let _: PostgresDate = try await pool.value("SELECT 'infinity'::date AS value") }
            #expect(error.map { "\($0)" } == "column value: holds no day of the calendar")
        }
    }

    @Test(arguments: [
        (2023, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 0, 1), (2024, 1, 0), (2100, 2, 29), (5_874_898, 1, 1), (.min, 1, 1),
    ])
    func daysThatDoNotExist(year: Int, month: Int, day: Int) {
        #expect(PostgresDate(year: year, month: month, day: day) == nil)
    }
}

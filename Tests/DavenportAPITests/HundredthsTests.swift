import Foundation
import JSON
import Testing

@testable import DavenportAPI

@Suite("rules 10: numbers with two decimals")
struct HundredthsTests {
    /// Shows rule 11.5.
    @Test(
        "Numbers with two decimals are parsed exactly",
        arguments: [
            ("0", 0), ("7", 700), ("7.5", 750), ("7.50", 750), ("0.07", 7), ("0.1", 10), ("9999.99", 999_999), ("1e2", 10_000), ("-0", 0),
            ("-3.25", -325), ("8.2", 820), ("1.15", 115),
        ])
    func read(text: String, count: Int) throws {
        let read = try JSONDecoder().decode([Hundredths].self, from: Data("[\(text)]".utf8))
        #expect(read == [Hundredths(count: count)])
    }

    /// Shows rule 11.5.
    @Test(
        "More decimals, too large numbers and other texts are refused",
        arguments: [
            "7.005", "0.001", "1e400", "1e-400", "123456789012345678901234567890", "\"7\"", "true", "null", "[7]",
        ])
    func refused(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Hundredths].self, from: Data("[\(text)]".utf8)) }
    }

    /// Shows rule 11.5.
    @Test(
        "Numbers are written with as few digits as possible, the same everywhere, and parse to the same value",
        arguments: [
            (700, "7"), (750, "7.5"), (725, "7.25"), (7, "0.07"), (0, "0"), (1_000_000, "10000"), (-5, "-0.05"), (999_999, "9999.99"),
        ])
    func written(count: Int, text: String) throws {
        let number = Hundredths(count: count)
        #expect(number.description == text)
        #expect(String(decoding: try JSONWriter.bytes(of: [number]), as: UTF8.self) == "[\(text)]")
        #expect(String(decoding: try JSONEncoder().encode([number]), as: UTF8.self) == "[\(text)]")
        #expect(try JSONDecoder().decode([Hundredths].self, from: JSONEncoder().encode([number])) == [number])
    }
}

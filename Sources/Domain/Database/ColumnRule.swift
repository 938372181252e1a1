import DavenportAPI
import Foundation

/// Decides which values of a column an imported file may contain (rule 15.6).
///
/// The rules reuse the code that checks the requests through which such values are usually created.
package struct ColumnRule: Sendable {
    /// Returns why a value is refused, or nil if it is accepted. The text follows the column's name in a sentence. NULL
    /// is never passed: PostgreSQL checks whether a column may be null.
    let refusal: @Sendable (_ value: JSONValue, _ row: [String: JSONValue]) -> String?

    /// Makes a rule that depends on the value and on the other columns of its row.
    package init(besides refusal: @escaping @Sendable (_ value: JSONValue, _ row: [String: JSONValue]) -> String?) {
        self.refusal = refusal
    }

    /// Makes a rule that depends only on the value.
    package init(_ refusal: @escaping @Sendable (_ value: JSONValue) -> String?) {
        self.init { value, _ in refusal(value) }
    }
}

extension ColumnRule {
    /// Accepts the values that a request's field of this type accepts.
    package static func field<Value>(_ type: FieldType<Value>) -> ColumnRule {
        ColumnRule { type.refusal(of: $0)?.message }
    }

    /// Accepts the values that a request's field of this type accepts, and also an empty text.
    package static func fieldOrEmpty(_ type: FieldType<String>) -> ColumnRule {
        ColumnRule { $0.text == "" ? nil : type.refusal(of: $0)?.message }
    }

    /// Accepts a text that passes a test.
    ///
    /// - Parameter expectation: why any other value is refused, such as "must be …".
    package static func text(_ expectation: String, _ holds: @escaping @Sendable (String) -> Bool) -> ColumnRule {
        ColumnRule { $0.text.map(holds) == true ? nil : expectation }
    }

    /// Accepts a list whose elements all obey a rule. Nested lists are refused.
    package static func each(_ rule: ColumnRule) -> ColumnRule {
        ColumnRule {
            guard case .list(let elements) = $0 else { return "must be a list" }
            return elements.lazy.compactMap { rule.refusal($0, [:]) }.first
        }
    }

    /// Accepts a name that may be older than today's rules for names. Its owner may keep such a name (rule 20.14).
    ///
    /// The name's length must be in the range, and it may contain neither line breaks nor characters that change the
    /// text direction.
    package static func name(_ length: ClosedRange<Int>) -> ColumnRule {
        ColumnRule { value in
            if let reason = FieldType<String>.text(length).refusal(of: value) { return reason.message }
            do throws(FieldReason) { try value.text?.refuseLayoutBreakingCharacters() } catch { return error.message }
            return nil
        }
    }

    /// Accepts only the case-folded form of another column's value. Such a column is used to look rows up.
    package static func folded(_ column: String) -> ColumnRule {
        ColumnRule(besides: { $0.text == $1[column]?.text?.folded ? nil : "must be the folded form of \(column)" })
    }

    /// Accepts only the list of the case-folded forms of another column's texts.
    package static func foldedEach(_ column: String) -> ColumnRule {
        ColumnRule(besides: { value, row in
            let folded = row[column]?.elements.map { JSONValue.string($0.text?.folded ?? "") } ?? []
            return value == .list(folded) ? nil : "must be the folded form of \(column)"
        })
    }

    /// Accepts a timestamp, infinity or minus infinity.
    package static let momentOrInfinity = ColumnRule { value in
        value.text == "infinity" || value.text == "-infinity" ? nil : FieldType.timestamp.refusal(of: value)?.message
    }

    /// Accepts a date, or minus infinity.
    package static let dayOrBeginning = ColumnRule { $0.text == "-infinity" ? nil : FieldType.date.refusal(of: $0)?.message }

    /// Accepts base64 of at most `limit` bytes.
    package static func bytes(upTo limit: Int) -> ColumnRule {
        // Base64 encodes three bytes as four characters.
        .text("must have at most \(limit) bytes") { $0.utf8.count <= (limit + 2) / 3 * 4 }
    }
}

extension ColumnRule {
    /// Returns the rule for columns of a type that have no rule of their own.
    static func usual(_ type: String) -> ColumnRule {
        guard !type.hasSuffix("[]") else { return .each(.usual(String(type.dropLast(2)))) }
        return switch type {
        case "text": .plain
        case "integer", "smallint": .field(.integer(0...largest))
        case "bigint": .field(.integer(0...1 << 50))
        case "timestamp with time zone": .field(.timestamp)
        case "date": .field(.date)
        case "time without time zone": .wholeMinute
        case "uuid": .field(.uuid)
        case "boolean": ColumnRule { if case .boolean = $0 { nil } else { "must be true or false" } }
        case "bytea": .bytes(upTo: 64)
        default: ColumnRule { _ in "has a type without a rule" }
        }
    }

    /// The largest integer that an import accepts. It leaves room, so that counters can still be increased.
    private static let largest = 1_000_000_000

    /// Accepts a text of at most 1000 characters without line breaks and without characters that change the text
    /// direction. It suits most columns of text, such as enumerations and keys.
    private static let plain = ColumnRule { value in
        guard let text = value.text else { return "must be a text" }
        guard text.unicodeScalars.count <= 1000 else { return "must have at most 1000 characters" }
        do throws(FieldReason) { try text.refuseLayoutBreakingCharacters() } catch { return error.message }
        return nil
    }

    /// Accepts a time of day on a whole minute, as PostgreSQL writes it: `22:00:00`.
    private static let wholeMinute = ColumnRule { value in
        guard let text = value.text, text.utf8.count == 8, text.hasSuffix(":00") else { return "must be a whole minute" }
        return FieldType.timeOfDay.refusal(of: .string(String(text.dropLast(3))))?.message
    }
}

/// The rules for the columns that a file contains for one table.
struct RowRules {
    private let table: String
    private let rules: [(column: String, rule: ColumnRule)]

    init(_ table: ExportedTable, _ columns: [ExportedColumn]) {
        self.table = table.name
        rules = columns.map { ($0.name, table.rules[$0.name] ?? .usual($0.type)) }
    }

    /// Checks one row.
    ///
    /// - Parameter line: the row as the file has it, as JSON.
    /// - Throws: `TenantFileFault` naming the first column whose value is refused.
    func check(_ line: [UInt8]) throws {
        guard let row = try? JSONDecoder().decode([String: JSONValue].self, from: Data(line)) else {
            throw TenantFileFault("The file is damaged: a line of \(table) isn't a JSON object.")
        }
        for (column, rule) in rules {
            guard let value = row[column], value != .null, let reason = rule.refusal(value, row) else { continue }
            throw TenantFileFault("The file has an invalid value, and nothing was imported: \(column) of \(table) \(reason).")
        }
    }
}

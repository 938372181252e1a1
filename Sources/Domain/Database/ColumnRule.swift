import DavenportAPI
import Foundation

/// What a column may hold that a tenant's file brings (rule 15.6). Rules are those of the requests by which such values come otherwise,
/// in the same code.
package struct ColumnRule: Sendable {
    /// Why a value isn't taken, to follow the column's name; nil where it is. It isn't asked of NULL, which PostgreSQL judges alone.
    let refusal: @Sendable (_ value: JSONValue, _ row: [String: JSONValue]) -> String?

    /// A rule that judges a value by the other columns of its row too.
    package init(besides refusal: @escaping @Sendable (_ value: JSONValue, _ row: [String: JSONValue]) -> String?) {
        self.refusal = refusal
    }

    /// A rule that judges a value alone.
    package init(_ refusal: @escaping @Sendable (_ value: JSONValue) -> String?) {
        self.init { value, _ in refusal(value) }
    }
}

extension ColumnRule {
    /// What a request's field of this type takes.
    package static func field<Value>(_ type: FieldType<Value>) -> ColumnRule {
        ColumnRule { type.refusal(of: $0)?.message }
    }

    /// The same, or an empty text where there is nothing.
    package static func fieldOrEmpty(_ type: FieldType<String>) -> ColumnRule {
        ColumnRule { $0.text == "" ? nil : type.refusal(of: $0)?.message }
    }

    /// A text that a test accepts.
    package static func text(_ expectation: String, _ holds: @escaping @Sendable (String) -> Bool) -> ColumnRule {
        ColumnRule { $0.text.map(holds) == true ? nil : expectation }
    }

    /// A list whose elements each obey a rule. Nested lists are refused.
    package static func each(_ rule: ColumnRule) -> ColumnRule {
        ColumnRule {
            guard case .list(let elements) = $0 else { return "must be a list" }
            return elements.lazy.compactMap { rule.refusal($0, [:]) }.first
        }
    }

    /// A name that may be older than today's rules of names, whose owner keeps it (rule 20.14). It has their length, and nothing that
    /// breaks the line or turns its direction.
    package static func name(_ length: ClosedRange<Int>) -> ColumnRule {
        ColumnRule { value in
            if let reason = FieldType<String>.text(length).refusal(of: value) { return reason.message }
            do throws(FieldReason) { try value.text?.refuseUnrulyCharacters() } catch { return error.message }
            return nil
        }
    }

    /// The folded form of another column, by which it is found.
    package static func folded(_ column: String) -> ColumnRule {
        ColumnRule(besides: { $0.text == $1[column]?.text?.folded ? nil : "must be the folded form of \(column)" })
    }

    /// A moment, or infinity.
    package static let momentOrInfinity = ColumnRule { value in
        value.text == "infinity" || value.text == "-infinity" ? nil : FieldType.timestamp.refusal(of: value)?.message
    }

    /// A day, or the one before all others.
    package static let dayOrBeginning = ColumnRule { $0.text == "-infinity" ? nil : FieldType.date.refusal(of: $0)?.message }

    /// At most so many bytes, in base64.
    package static func bytes(upTo limit: Int) -> ColumnRule {
        // Four letters stand for three bytes.
        .text("must have at most \(limit) bytes") { $0.utf8.count <= (limit + 2) / 3 * 4 }
    }
}

extension ColumnRule {
    /// What columns of a type hold that have no rule of their own.
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
        default: ColumnRule { _ in "is of a type that needs a rule of its own" }
        }
    }

    /// Room is left to count on from it.
    private static let largest = 1_000_000_000

    /// A line of text that turns no direction. Most columns hold less: words of enumerations, and keys of their own.
    private static let plain = ColumnRule { value in
        guard let text = value.text else { return "must be a text" }
        guard text.unicodeScalars.count <= 1000 else { return "must have at most 1000 characters" }
        do throws(FieldReason) { try text.refuseUnrulyCharacters() } catch { return error.message }
        return nil
    }

    /// `22:00:00`: the wire's time of day with PostgreSQL's seconds.
    private static let wholeMinute = ColumnRule { value in
        guard let text = value.text, text.utf8.count == 8, text.hasSuffix(":00") else { return "must be a whole minute" }
        return FieldType.timeOfDay.refusal(of: .string(String(text.dropLast(3))))?.message
    }
}

/// The rules of a table's columns that a file has.
struct RowRules {
    private let table: String
    private let rules: [(column: String, rule: ColumnRule)]

    init(_ table: MovedTable, _ columns: [MovedColumn]) {
        self.table = table.name
        rules = columns.map { ($0.name, table.rules[$0.name] ?? .usual($0.type)) }
    }

    /// - Parameter line: a row as it stands in the file.
    /// - Throws: `TenantFileFault` naming the first column whose value isn't taken.
    func check(_ line: [UInt8]) throws {
        guard let row = try? JSONDecoder().decode([String: JSONValue].self, from: Data(line)) else {
            throw TenantFileFault("The file isn't as it was written: a line of \(table) is no object.")
        }
        for (column, rule) in rules {
            guard let value = row[column], value != .null, let reason = rule.refusal(value, row) else { continue }
            throw TenantFileFault("The file has what can't be, and nothing of it is left: \(column) of \(table) \(reason).")
        }
    }
}

import Foundation

/// A number with at most two decimals, such as the points of an evaluation. It is stored as a whole number of
/// hundredths, so that JSON and the database have exactly the value that a person typed.
public struct Hundredths: Sendable, Hashable, Comparable {
    /// The number of hundredths: 725 for 7.25.
    public let count: Int

    /// Creates a number from a count of hundredths.
    public init(count: Int) {
        self.count = count
    }

    /// Converts a decimal number.
    /// - Returns: nil for a number with more than two decimals, or one whose hundredths overflow.
    public init?(_ number: Decimal) {
        guard number.isFinite, let count = Int("\(number * 100)") else { return nil }
        self.init(count: count)
    }

    public static func < (left: Self, right: Self) -> Bool { left.count < right.count }
}

extension Hundredths: ExpressibleByIntegerLiteral {
    /// Creates a whole number.
    public init(integerLiteral value: Int) {
        self.init(count: value * 100)
    }
}

extension Hundredths: CustomStringConvertible {
    /// The shortest text form, such as `7`, `7.5` or `7.25`.
    public var description: String {
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 100)
        let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : "." + (rest < 10 ? "0" : "") + "\(rest)"
        return (count < 0 ? "-" : "") + "\(whole)" + decimals
    }
}

extension Hundredths: Codable {
    /// Decodes a JSON number.
    /// - Throws: `DecodingError` if the value isn't a number with at most two decimals.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let number = Hundredths(try container.decode(Decimal.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number with at most two decimals")
        }
        self = number
    }

    /// Encodes the number as a JSON number, a whole number without decimals.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if count % 100 == 0 { try container.encode(count / 100) } else { try container.encode(Double(count) / 100) }
    }
}

extension FieldType<Hundredths> {
    /// A number with at most two decimals, within the given limits.
    public static func hundredths(_ range: ClosedRange<Hundredths>) -> Self {
        let (least, most) = (range.lowerBound, range.upperBound)
        let expectation = "must be a number from \(least) to \(most) with at most two decimals"
        let schema: @Sendable () -> JSONValue = { .hundredths(range) }
        return primitive(least, expectation, schema: schema) { Decimal(string: $0).flatMap { Hundredths($0) } }
            .map(least, schema: schema) { number throws(FieldReason) in
                guard range.contains(number) else { throw FieldReason(.outOfRange, "must be from \(least) to \(most)") }
                return number
            }
    }
}

extension JSONValue {
    /// Returns a schema for a number with at most two decimals. The schema has no `multipleOf`, because validators with
    /// binary arithmetic would refuse 0.07.
    static func hundredths(_ range: ClosedRange<Hundredths>) -> JSONValue {
        [
            "type": "number", "minimum": number(range.lowerBound), "maximum": number(range.upperBound),
            "description": "At most two decimals.",
        ]
    }

    /// Converts a number to its JSON value.
    static func number(_ number: Hundredths) -> JSONValue {
        number.count % 100 == 0 ? .integer(number.count / 100) : .number(Double(number.count) / 100)
    }
}

extension Hundredths: SingleValue {
    static var schema: JSONValue { ["type": "number"] }
    static var placeholder: Hundredths { Hundredths(count: 0) }
}

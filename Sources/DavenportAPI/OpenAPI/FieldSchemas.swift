/// The JSON Schemas of single values, each stating what the type of a field beside it enforces.
extension JSONValue {
    static var text: JSONValue { ["type": "string"] }
    static var boolean: JSONValue { ["type": "boolean"] }
    static var uuid: JSONValue { ["type": "string", "format": "uuid"] }
    static var date: JSONValue { ["type": "string", "format": "date"] }
    /// RFC 3339; answers are in UTC with milliseconds.
    static var time: JSONValue { ["type": "string", "format": "date-time"] }

    /// A time of day, as `22:00`.
    static var timeOfDay: JSONValue { matching("^(?:[01][0-9]|2[0-3]):[0-5][0-9]$") }

    static func matching(_ pattern: String) -> JSONValue { ["type": "string", "pattern": .string(pattern)] }

    static func integer(_ range: ClosedRange<Int>) -> JSONValue {
        ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    }

    static func oneOf(_ values: [String]) -> JSONValue {
        ["type": "string", "enum": .list(values.map { .string($0) })]
    }

    static func list(of items: JSONValue, upTo limit: Int) -> JSONValue {
        ["type": "array", "items": items, "maxItems": .integer(limit)]
    }

    static func trimmed(_ count: ClosedRange<Int>, also patterns: String..., lines: Bool = false) -> JSONValue {
        [
            "type": "string", "description": .string(characters(count)), "pattern": .string(TextPattern.trimmed(count, lines: lines)),
            "allOf": .list(patterns.map { ["pattern": .string($0)] }),
        ]
    }

    static func password(_ count: ClosedRange<Int>) -> JSONValue {
        [
            "type": "string", "format": "password", "description": .string(characters(count)),
            "pattern": .string(TextPattern.untrimmed(count)),
        ]
    }

    private static func characters(_ count: ClosedRange<Int>) -> String {
        "\(count.words) characters."
    }
}

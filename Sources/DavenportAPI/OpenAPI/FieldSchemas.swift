/// The JSON Schemas of single values. Each states the limits that the `FieldType` of the same name enforces.
extension JSONValue {
    static var text: JSONValue { ["type": "string"] }
    static var boolean: JSONValue { ["type": "boolean"] }
    static var uuid: JSONValue { ["type": "string", "format": "uuid"] }
    static var date: JSONValue { ["type": "string", "format": "date"] }
    /// A time in RFC 3339; in answers it is UTC with milliseconds.
    static var time: JSONValue { ["type": "string", "format": "date-time"] }

    /// A time of day, such as `22:00`.
    static var timeOfDay: JSONValue { matching("^(?:[01][0-9]|2[0-3]):[0-5][0-9]$") }

    static func matching(_ pattern: String) -> JSONValue { ["type": "string", "pattern": .pattern(pattern)] }

    private static func pattern(_ pattern: String) -> JSONValue { .string(TextPattern.portable(pattern)) }

    static func integer(_ range: ClosedRange<Int>) -> JSONValue {
        ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    }

    /// A schema that accepts only the given values, for requests.
    static func oneOf(_ values: [String]) -> JSONValue {
        ["type": "string", "enum": .list(values.map { .string($0) })]
    }

    /// A schema that lists the given values but also accepts unknown ones from a newer server, for answers (rule
    /// 10.11). It has no `enum`, because clients generated from an `enum` refuse unknown values.
    static func open(_ values: [String]) -> JSONValue {
        ["type": "string", "x-extensible-enum": .list(values.map { .string($0) })]
    }

    /// A schema that lists the given values and also accepts unknown ones, but none of `others`. It isn't a `pattern`,
    /// because that would need look-ahead, which many engines don't support.
    static func open(_ values: [String], except others: [String]) -> JSONValue {
        open(values).merging(["not": ["enum": .list(others.map { .string($0) })]])
    }

    static func list(of items: JSONValue, upTo limit: Int) -> JSONValue {
        ["type": "array", "items": items, "maxItems": .integer(limit)]
    }

    /// The schema of raw bytes. Its keys `type` and `format` are those of OpenAPI 3.0, by which client generators
    /// recognise bytes.
    static func bytes(of mediaType: String? = nil) -> JSONValue {
        let bytes: JSONValue = ["type": "string", "format": "binary"]
        return mediaType.map { bytes.merging(["contentMediaType": .string($0)]) } ?? bytes
    }

    static func trimmed(_ count: ClosedRange<Int>, also patterns: String..., lines: Bool = false) -> JSONValue {
        [
            "type": "string", "description": .string(characters(count)), "pattern": .pattern(TextPattern.trimmed(count, lines: lines)),
            "not": misses(patterns),
        ]
    }

    /// Returns the schema of a text with line breaks that may be empty.
    static func trimmedOrEmpty(upTo most: Int) -> JSONValue {
        let pattern = TextPattern.trimmed(1...most, lines: true) + "|" + TextPattern.empty
        return [
            "type": "string", "description": .string(characters(0...most)), "pattern": .pattern(pattern),
            "not": misses([TextPattern.visible + "|" + TextPattern.empty]),
        ]
    }

    /// Returns a schema that a text matches if at least one of the patterns doesn't match the text. Put under `not`, it
    /// requires that all patterns match. The schema of the text itself keeps its single `pattern`. An `allOf` would do
    /// the same, but client generators make a type of each `allOf`, and some fail if it has several patterns.
    private static func misses(_ patterns: [String]) -> JSONValue {
        let each: [JSONValue] = patterns.map { ["not": ["pattern": .pattern($0)]] }
        return each.count == 1 ? each[0] : ["anyOf": .list(each)]
    }

    static func password(_ count: ClosedRange<Int>) -> JSONValue {
        [
            "type": "string", "format": "password", "description": .string(characters(count)),
            "pattern": .pattern(TextPattern.untrimmed(count)),
        ]
    }

    private static func characters(_ count: ClosedRange<Int>) -> String {
        "\(count.words) characters."
    }
}

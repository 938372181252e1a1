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

    static func matching(_ pattern: String) -> JSONValue { ["type": "string", "pattern": .pattern(pattern)] }

    private static func pattern(_ pattern: String) -> JSONValue { .string(TextPattern.portable(pattern)) }

    static func integer(_ range: ClosedRange<Int>) -> JSONValue {
        ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    }

    /// One of these, in requests.
    static func oneOf(_ values: [String]) -> JSONValue {
        ["type": "string", "enum": .list(values.map { .string($0) })]
    }

    /// One of these, or what a newer server adds, in answers (rule 10.11). Clients made from an `enum` would refuse the latter.
    static func open(_ values: [String]) -> JSONValue {
        ["type": "string", "x-extensible-enum": .list(values.map { .string($0) })]
    }

    /// One of these, or what a newer server adds, but none of those. No pattern says so: many engines know no look-ahead.
    static func open(_ values: [String], except others: [String]) -> JSONValue {
        open(values).merging(["not": ["enum": .list(others.map { .string($0) })]])
    }

    static func list(of items: JSONValue, upTo limit: Int) -> JSONValue {
        ["type": "array", "items": items, "maxItems": .integer(limit)]
    }

    /// No text at all. The first two words are OpenAPI 3.0's, by which generators of clients know it.
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

    /// A text that one of these doesn't occur in. What must not be so leaves the text a text with one `pattern`: generators of clients
    /// take an `allOf` for a type of its own, and some can't make one of several patterns.
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

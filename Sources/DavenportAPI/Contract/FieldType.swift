import Foundation
import UUIDText

/// The type of an input's field: how its value is parsed, and within which limits.
public struct FieldType<Value: Sendable>: Sendable {
    /// The value that stands in for a missing or invalid one. With it, parsing continues and finds all faults of the
    /// request.
    let placeholder: Value
    /// The JSON Schema of the accepted values, for the OpenAPI document. It is never computed while a request is
    /// parsed.
    let schema: @Sendable () -> JSONValue
    let read: @Sendable (FieldSource) -> Result<Value, FieldReason>
    /// Whether a value in a path names a thing, so that a malformed one is answered like an unknown one.
    var namesThing = true

    /// Returns the schema of a field of this type whose default is `value`.
    func schema(with value: Value) -> JSONValue {
        let json: JSONValue? =
            switch value {
            case let text as String: .string(text)
            case let number as Int: .integer(number)
            case let flag as Bool: .boolean(flag)
            case let choice as any RawRepresentable: (choice.rawValue as? String).map { .string($0) }
            default: nil
            }
        return json.map { schema().merging(["default": $0]) } ?? schema()
    }

    /// Creates a field type that first parses a value in the same way as this type, and then checks or converts the
    /// value.
    func map<Other>(
        _ placeholder: Other, schema: @escaping @Sendable () -> JSONValue,
        _ transform: @escaping @Sendable (Value) throws(FieldReason) -> Other
    ) -> FieldType<Other> {
        FieldType<Other>(placeholder: placeholder, schema: schema) { source in
            read(source).flatMap { value in
                do throws(FieldReason) { return .success(try transform(value)) } catch { return .failure(error) }
            }
        }
    }

    /// Checks a value that doesn't come from a request. Returns the reason why a field of this type would refuse it;
    /// nil if the field would accept it.
    package func refusal(of value: JSONValue) -> FieldReason? {
        let text: String
        switch value {
        case .string(let string): text = string
        case .integer(let number): text = String(number)
        default: return FieldReason(.wrongType, "must be a text or a whole number")
        }
        if case .failure(let reason) = read(.text(text)) { return reason }
        return nil
    }

    /// Creates a type for values that are decoded from JSON as they are. The text of a path or query is converted with
    /// `fromText`.
    static func primitive(
        _ placeholder: Value, _ expectation: String, schema: @escaping @Sendable () -> JSONValue,
        fromText: @escaping @Sendable (String) -> Value?
    ) -> Self where Value: Decodable {
        .init(placeholder: placeholder, schema: schema) { source in
            let value: Value? =
                switch source {
                case .text(let text): fromText(text)
                case .json(let container, let key): try? container.decode(Value.self, forKey: key)
                }
            return value.map { .success($0) } ?? .failure(.init(.wrongType, expectation))
        }
    }
}

extension FieldType<String> {
    static var string: Self { .primitive("", "must be a text", schema: { .text }) { $0 } }

    /// A text whose number of characters after trimming is in the range `count` (Unicode scalars in NFC). At least one
    /// character must be visible. Control characters are refused, except newline and tab if `lines` is true.
    public static func text(_ count: ClosedRange<Int>, lines: Bool = false) -> Self {
        string.map("", schema: { .trimmed(count, also: TextPattern.visible, lines: lines) }) { raw throws(FieldReason) in
            try plain(raw, count, lines: lines)
        }
    }

    /// A text as `text` accepts it, or none at all.
    static func textOrEmpty(upTo most: Int) -> Self {
        string.map("", schema: { .trimmedOrEmpty(upTo: most) }) { raw throws(FieldReason) in
            raw.trimmed.isEmpty ? "" : try plain(raw, 1...most, lines: true)
        }
    }

    fileprivate static func plain(_ raw: String, _ count: ClosedRange<Int>, lines: Bool = false) throws(FieldReason) -> String {
        let trimmed = raw.trimmed
        try trimmed.refuseTooLongToNormalise(count)
        let text = trimmed.nfc
        try text.refuseControlCharacters(except: lines ? ["\n", "\t", "\r"] : [])
        try text.require(count)
        guard !text.isBlank else { throw FieldReason(.tooShort, "must have a character that can be seen") }
        return text
    }
}

extension FieldType<UUID> {
    /// A UUID in its 36-character form, in upper or lower case.
    public static var uuid: Self {
        FieldType<String>.string.map(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), schema: { .uuid }) {
            text throws(FieldReason) in
            guard let uuid = UUID(text: text) else { throw FieldReason(.malformed, "must be a UUID") }
            return uuid
        }
    }
}

extension FieldType<Int> {
    /// A whole number within limits.
    public static func integer(_ range: ClosedRange<Int>) -> Self {
        let schema: @Sendable () -> JSONValue = { .integer(range) }
        return primitive(
            range.lowerBound, "must be a whole number from \(range.words)", schema: schema
        ) { $0.hasPrefix("+") ? nil : Int($0) }
        .map(range.lowerBound, schema: schema) { number throws(FieldReason) in
            guard range.contains(number) else {
                throw FieldReason(.outOfRange, "must be from \(range.words)")
            }
            return number
        }
    }
}

extension FieldType<Bool> {
    /// True or false. In a path or a query it is the text `true` or `false`.
    public static var boolean: Self {
        primitive(false, "must be true or false", schema: { .boolean }) { ["true": true, "false": false][$0] }
    }
}

extension FieldType<CalendarDate> {
    /// A date that exists, such as `2001-02-28`.
    public static var date: Self {
        FieldType<String>.string.map(CalendarDate(year: 2000, month: 1, day: 1), schema: { .date }) { text throws(FieldReason) in
            guard let date = CalendarDate(text) else { throw FieldReason(.malformed, "must be a date that exists, as 2001-02-28") }
            return date
        }
    }
}

extension FieldType<Date> {
    /// A time in RFC 3339 with its offset, such as `2026-03-01T20:00:00.000Z`.
    public static var timestamp: Self {
        FieldType<String>.string.map(Date(timeIntervalSince1970: 0), schema: { .time }) { text throws(FieldReason) in
            guard let date = Timestamp.parse(text) else {
                throw FieldReason(.malformed, "must be a time that exists, as 2026-03-01T20:00:00Z")
            }
            return date
        }
    }

    /// A time in RFC 3339 within the years 1900 to 3999, truncated to the whole minute.
    public static var minute: Self {
        timestamp.map(Date(timeIntervalSince1970: 0), schema: { .time }) { date throws(FieldReason) in
            guard minutes.contains(date) else { throw FieldReason(.outOfRange, "must be in the years 1900 to 3999") }
            return Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded(.down) * 60)
        }
    }

    private static var minutes: Range<Date> { Date(timeIntervalSince1970: -2_208_988_800)..<Date(timeIntervalSince1970: 64_060_588_800) }
}

extension FieldType where Value: RawRepresentable<String> & CaseIterable {
    /// One of the enumeration's values.
    public static func oneOf(_ type: Value.Type, placeholder: Value) -> Self {
        FieldType<String>.string.map(placeholder, schema: { .oneOf(Value.allCases.map(\.rawValue)) }) { text throws(FieldReason) in
            guard let value = Value(rawValue: text) else {
                throw FieldReason(.notAllowed, "must be one of " + Value.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return value
        }
    }
}

extension FieldType<[UUID]> {
    /// A list of at most `limit` UUIDs. Duplicates are dropped.
    public static func uuids(upTo limit: Int) -> Self {
        let schema: @Sendable () -> JSONValue = { .list(of: .uuid, upTo: limit) }
        return FieldType<[String]>
            .primitive([], "must be a list of UUIDs", schema: schema) { $0.split(separator: ",").map(String.init) }
            .map([], schema: schema) { texts throws(FieldReason) in
                guard texts.count <= limit else { throw FieldReason(.tooLong, "must hold at most \(limit) UUIDs") }
                let uuids = texts.compactMap(UUID.init(text:))
                guard uuids.count == texts.count else { throw FieldReason(.malformed, "must hold UUIDs only") }
                var known: Set<UUID> = []
                return uuids.filter { known.insert($0).inserted }
            }
    }
}

extension FieldType<[String]> {
    /// A list of at most `limit` texts. The number of characters of each text after trimming must be in the range
    /// `count`. If several texts differ only in case, the first is kept.
    public static func texts(upTo limit: Int, of count: ClosedRange<Int>) -> Self {
        let schema: @Sendable () -> JSONValue = { .list(of: .trimmed(count, also: TextPattern.visible), upTo: limit) }
        return primitive([], "must be a list of texts", schema: schema) { $0.split(separator: ",").map(String.init) }
            .map([], schema: schema) { raw throws(FieldReason) in
                guard raw.count <= limit else { throw FieldReason(.tooLong, "must hold at most \(limit) texts") }
                var (texts, known) = ([String](), Set<String>())
                for text in raw {
                    let text = try FieldType<String>.plain(text, count)
                    if known.insert(text.folded).inserted { texts.append(text) }
                }
                return texts
            }
    }
}

extension FieldType {
    /// A list in which each element is one of `values`. Duplicates are dropped, and the order becomes that of `values`.
    /// - Parameter least: the minimum number of elements.
    public static func anyOf<Choice: RawRepresentable<String> & Sendable>(
        _ values: [Choice], atLeast least: Int = 0
    ) -> Self where Value == [Choice] {
        let names = values.map(\.rawValue)
        let schema: @Sendable () -> JSONValue = { ["type": "array", "items": .oneOf(names), "minItems": .integer(least)] }
        return FieldType<[String]>
            .primitive([], "must be a list of texts", schema: schema) { $0.split(separator: ",").map(String.init) }
            .map([], schema: schema) { texts throws(FieldReason) in
                guard texts.allSatisfy(names.contains) else {
                    throw FieldReason(.notAllowed, "may hold " + names.joined(separator: ", ") + " only")
                }
                let chosen = values.filter { texts.contains($0.rawValue) }
                guard chosen.count >= least else {
                    throw FieldReason(.tooShort, "must hold at least \(least) of " + names.joined(separator: ", "))
                }
                return chosen
            }
    }
}

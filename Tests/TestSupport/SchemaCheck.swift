import DavenportAPI
import Foundation
import Synchronization

/// Checks values against a document's JSON Schemas. It supports only the keywords that Davenport's document uses.
public struct SchemaCheck: Sendable {
    /// The schemas to which references lead.
    private let targets: [String: JSONValue]

    public init(document: JSONValue) {
        let components = document["components"]?.members ?? []
        let named = components.flatMap { kind in kind.value.members.map { ("#/components/\(kind.name)/\($0.name)", $0.value) } }
        targets = Dictionary(named) { first, _ in first }
    }

    /// Returns the faults of a value, each with its position.
    /// - Parameter isClosed: whether a property that the schema doesn't name is a fault. It is in answers; requests may
    ///   have more properties.
    public func faults(_ value: JSONValue, _ schema: JSONValue, at place: String = "", isClosed: Bool = true) -> [String] {
        schema.members.flatMap { keyword in
            if let faults = nested(value, keyword, schema, at: place, isClosed: isClosed) { return faults }
            return simple(value, keyword, schema, isClosed: isClosed).map { ["\(place): \($0)"] } ?? []
        }
    }

    /// Returns the schema that a reference leads to, or the schema itself.
    public func resolved(_ schema: JSONValue) -> JSONValue {
        guard let reference = schema["$ref"]?.text else { return schema }
        return targets[reference] ?? [:]
    }

    private func nested(
        _ value: JSONValue, _ keyword: JSONValue.Member, _ schema: JSONValue, at place: String, isClosed: Bool
    ) -> [String]? {
        switch keyword.name {
        case "$ref": faults(value, resolved(["$ref": keyword.value]), at: place, isClosed: isClosed)
        case "allOf": keyword.value.elements.flatMap { faults(value, $0, at: place, isClosed: isClosed) }
        case "anyOf":
            keyword.value.elements.contains { faults(value, $0, isClosed: isClosed).isEmpty } ? [] : ["\(place): fits none of the schemas"]
        case "oneOf": faultsOfOne(value, keyword.value.elements, at: place, isClosed: isClosed)
        case "items": value.elements.enumerated().flatMap { faults($1, keyword.value, at: "\(place)[\($0)]", isClosed: isClosed) }
        case "properties":
            value.members.flatMap { member in
                keyword.value[member.name].map { faults(member.value, $0, at: "\(place).\(member.name)", isClosed: isClosed) } ?? []
            }
        case "not": faults(value, keyword.value).isEmpty ? ["\(place): is what it must not be"] : []
        case "if":
            faults(value, keyword.value, isClosed: false).isEmpty
                ? faults(value, schema["then"] ?? [:], at: place, isClosed: isClosed) : []
        case "then": []
        default: nil
        }
    }

    private func faultsOfOne(_ value: JSONValue, _ schemas: [JSONValue], at place: String, isClosed: Bool) -> [String] {
        let all = schemas.map { faults(value, $0, at: place, isClosed: isClosed) }
        let count = all.count(where: \.isEmpty)
        return count == 1 ? [] : ["\(place): fits \(count) of the schemas: \(all.flatMap { $0 })"]
    }

    /// Returns the fault of a keyword that concerns only the value itself, and no other value.
    private func simple(_ value: JSONValue, _ keyword: JSONValue.Member, _ schema: JSONValue, isClosed: Bool) -> String? {
        let wanted = keyword.value
        switch keyword.name {
        case "type":
            let types = wanted.text.map { [$0] } ?? wanted.elements.compactMap(\.text)
            let isNumber = types.contains("number") && value.type == "integer"
            if !types.contains(value.type), !isNumber { return "is \(value.type), not \(types)" }
            let unknown = types.contains("object") && isClosed ? value.members.filter { schema["properties"]?[$0.name] == nil } : []
            return unknown.isEmpty ? nil : "has more than the schema knows: \(unknown.map(\.name))"
        case "const": return value == wanted ? nil : "is not \(wanted)"
        // In an answer, a server of this version returns no other value.
        case "enum", "x-extensible-enum": return wanted.elements.contains(value) ? nil : "\(value) is none of \(wanted)"
        case "required":
            let missing = wanted.elements.compactMap(\.text).filter { value[$0] == nil }
            return missing.isEmpty ? nil : "lacks \(missing)"
        case "minimum", "maximum":
            guard let number = value.whole, let limit = wanted.whole else { return nil }
            return (keyword.name == "minimum" ? number >= limit : number <= limit) ? nil : "\(number) is beyond \(limit)"
        case "multipleOf": return value.isHundredths || wanted != 0.01 ? nil : "\(value) has more than two decimals"
        case "maxLength":
            return (value.text?.unicodeScalars.count ?? 0) <= wanted.whole ?? .max ? nil : "has too many characters"
        case "minLength":
            return (value.text?.unicodeScalars.count ?? 0) >= wanted.whole ?? 0 ? nil : "has too few characters"
        case "maxItems": return value.elements.count <= wanted.whole ?? .max ? nil : "has too many elements"
        case "minItems": return value.elements.count >= wanted.whole ?? .min ? nil : "has too few elements"
        case "pattern": return value.text.flatMap { $0.fits(wanted.text ?? "") ? nil : "\($0) doesn't match \(wanted)" }
        case "format": return value.text.flatMap { $0.hasFormat(wanted.text ?? "") ? nil : "\($0) is no \(wanted)" }
        case "description", "default", "examples", "discriminator", "contentMediaType": return nil
        default: return "the test knows no keyword \(keyword.name)"
        }
    }
}

extension JSONValue {
    fileprivate var type: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .number: "number"
        case .boolean: "boolean"
        case .null: "null"
        case .list: "array"
        case .object: "object"
        }
    }

    fileprivate var isHundredths: Bool {
        guard case .number(let number) = self else { return true }
        return ((number * 100).rounded() / 100) == number
    }

    fileprivate var whole: Int? {
        if case .integer(let number) = self { number } else { nil }
    }
}

extension String {
    /// Returns whether a document's regular expression matches. In JSON Schema, `$` is the end of the text, in Foundation
    /// also the end before a newline.
    public func fits(_ pattern: String) -> Bool {
        guard let expression = Expressions.expression(of: pattern) else { return false }
        return expression.firstMatch(in: self, range: NSRange(startIndex..., in: self)) != nil
    }

    fileprivate func hasFormat(_ format: String) -> Bool {
        switch format {
        case "uuid": UUID(uuidString: self) != nil
        case "date": CalendarDate(self) != nil
        case "date-time": Timestamp.parse(self) != nil
        case "uri-reference": URL(string: self) != nil
        case "password": true
        default: false
        }
    }
}

/// Caches the regular expressions of documents, because compiling one takes up to a thousand times as long as matching.
private enum Expressions {
    private static let made = Mutex<[String: NSRegularExpression]>([:])

    /// Returns nil for a malformed expression.
    static func expression(of pattern: String) -> NSRegularExpression? {
        if let known = made.withLock({ $0[pattern] }) { return known }
        guard let expression = try? NSRegularExpression(pattern: pattern.replacing("$", with: #"\z"#)) else { return nil }
        made.withLock { $0[pattern] = expression }
        return expression
    }
}

/// The documentation of a field.
package struct FieldMeaning: Sendable {
    package let meaning: String?
    /// A realistic value of the field; nil if there is none.
    package let example: JSONValue?
    /// Additions to the field's JSON Schema in answers, such as a pattern. They state what doesn't follow from the
    /// field's Swift type.
    package let form: JSONValue

    /// Creates the documentation of a field.
    /// - Parameters:
    ///   - meaning: the field's meaning in whole sentences; nil if its name says enough.
    ///   - example: a realistic value.
    ///   - form: additions to the field's JSON Schema in answers, such as a pattern.
    package init(meaning: String? = nil, example: JSONValue? = nil, form: JSONValue = [:]) {
        self.meaning = meaning
        self.example = example
        self.form = form
    }
}

/// The documentation of an area's fields, by name. An entry applies to all schemas of the area that have a field of
/// this name. An entry of the form `Type.name` applies only to the schema of that type, and takes precedence there.
package struct FieldMeanings: Sendable, ExpressibleByDictionaryLiteral {
    private var meanings: [String: FieldMeaning]

    /// Creates the documentation from its entries.
    /// - Parameter elements: the entries; each name once.
    package init(dictionaryLiteral elements: (String, FieldMeaning)...) {
        meanings = Dictionary(uniqueKeysWithValues: elements)
    }

    /// The names of all entries, including those of the form `Type.name`.
    var names: Set<String> { Set(meanings.keys) }

    /// Returns the documentation of a field. This is the entry `Type.name` for its schema if there is one, otherwise
    /// the entry for its name; nil if there is neither.
    func meaning(_ name: String, of owner: String) -> FieldMeaning? {
        meanings["\(owner).\(name)"] ?? meanings[name]
    }

    /// Returns the entry with exactly this name, which may have the form `Type.name`; nil if there is none.
    func meaning(of field: String) -> FieldMeaning? { meanings[field] }

    /// Merges the field documentation of two dictionaries. If both have an entry for a field, the result has the left
    /// one.
    static func + (left: Self, right: Self) -> Self {
        var both = right
        both.meanings.merge(left.meanings) { $1 }
        return both
    }
}

/// The field documentation of all areas, in which a name can have a different meaning in each area.
struct FieldDocumentation {
    private let areas: [String: FieldMeanings]
    private let shared: FieldMeanings

    init(_ areas: [AreaContract]) {
        self.areas = Dictionary(areas.map { ($0.name, $0.meanings) }) { first, _ in first }
        shared = areas.filter(\.isShared).reduce(.ofAnyArea) { $0 + $1.meanings }
    }

    /// Finds the documentation of a field. It searches the area that owns the schema, then the other areas' entries for
    /// just this schema, then the areas that every community has.
    /// - Parameters:
    ///   - owner: the name of the schema that has the field.
    ///   - area: the area that owns the schema; nil if there is none.
    func meaning(_ name: String, of owner: String, in area: String?) -> FieldMeaning? {
        area.flatMap { areas[$0]?.meaning(name, of: owner) } ?? of(owner, name) ?? shared.meaning(name, of: owner)
    }

    private func of(_ owner: String, _ name: String) -> FieldMeaning? {
        areas.values.lazy.compactMap { $0.meaning(of: "\(owner).\(name)") }.first
    }

    /// Returns a field's schema with a description: the field's meaning, followed by the description that the schema
    /// already has.
    func explained(_ schema: JSONValue, _ name: String, of owner: String, in area: String?, isAnswer: Bool) -> JSONValue {
        guard let meaning = meaning(name, of: owner, in: area) else { return schema }
        let texts = [meaning.meaning, schema["description"]?.text].compactMap { $0 }
        let described = texts.isEmpty ? schema : schema.merging(["description": .string(texts.joined(separator: " "))])
        return isAnswer ? described.merging(meaning.form) : described
    }
}

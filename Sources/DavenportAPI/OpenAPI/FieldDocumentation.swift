/// What a field of the wire means, for people who read the documentation.
package struct Word: Sendable {
    package let meaning: String?
    /// A real-looking value.
    package let example: JSONValue?
    /// What its type in Swift doesn't say of its form in answers, as JSON Schema.
    package let form: JSONValue

    /// - Parameters:
    ///   - meaning: whole sentences; nil where the name says it all.
    ///   - example: what the field may hold.
    ///   - form: more of its JSON Schema in answers, such as a pattern.
    package init(meaning: String? = nil, example: JSONValue? = nil, form: JSONValue = [:]) {
        self.meaning = meaning
        self.example = example
        self.form = form
    }
}

/// What the fields of an area mean, by their names. A name means the same in all of it, so it is explained once; `Type.name` is one that
/// doesn't.
package struct Words: Sendable, ExpressibleByDictionaryLiteral {
    private var words: [String: Word]

    /// - Parameter elements: each name once.
    package init(dictionaryLiteral elements: (String, Word)...) {
        words = Dictionary(uniqueKeysWithValues: elements)
    }

    /// Everything that is explained: names, and `Type.name`.
    var names: Set<String> { Set(words.keys) }

    /// What a name means, for this owner or for all.
    func word(_ name: String, of owner: String) -> Word? {
        words["\(owner).\(name)"] ?? words[name]
    }

    /// What a name means for this owner and nobody else.
    func word(of field: String) -> Word? { words[field] }

    /// Both together; of a name that both explain, the left one's meaning.
    static func + (left: Self, right: Self) -> Self {
        var both = right
        both.words.merge(left.words) { $1 }
        return both
    }
}

/// The words of several areas: a name may mean one thing in one of them and another thing in another.
struct FieldDocumentation {
    private let areas: [String: Words]
    private let shared: Words

    init(_ areas: [AreaContract]) {
        self.areas = Dictionary(areas.map { ($0.name, $0.words) }) { first, _ in first }
        shared = areas.filter(\.isShared).reduce(.ofAnyArea) { $0 + $1.words }
    }

    /// What a field means: in its area, otherwise where an area says so of this owner, which all share, otherwise in all.
    /// - Parameters:
    ///   - owner: the schema that has the field.
    ///   - area: the one that the schema belongs to; nil where it belongs to none.
    func word(_ name: String, of owner: String, in area: String?) -> Word? {
        area.flatMap { areas[$0]?.word(name, of: owner) } ?? of(owner, name) ?? shared.word(name, of: owner)
    }

    private func of(_ owner: String, _ name: String) -> Word? {
        areas.values.lazy.compactMap { $0.word(of: "\(owner).\(name)") }.first
    }

    /// A field's schema with its meaning in front of what is said of its form.
    func explained(_ schema: JSONValue, _ name: String, of owner: String, in area: String?, isAnswer: Bool) -> JSONValue {
        guard let word = word(name, of: owner, in: area) else { return schema }
        let texts = [word.meaning, schema["description"]?.text].compactMap { $0 }
        let described = texts.isEmpty ? schema : schema.merging(["description": .string(texts.joined(separator: " "))])
        return isAnswer ? described.merging(word.form) : described
    }
}

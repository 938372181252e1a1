/// The fields of an input, found by running its initializer once without a request.
struct DescribedFields {
    /// A field as the initializer of its input declares it.
    struct Field {
        let name: String
        let schema: JSONValue
        let isRequired: Bool
        /// Whether null clears the field. For any other optional field, null counts as omitted.
        var clears = false
        /// The input type of the objects in the field, from which the field's schema is made. It is nil unless the
        /// field is an object or a list of objects.
        var object: (any Input.Type)?
        /// The maximum number of objects, if the field is a list of objects; otherwise nil.
        var mostObjects: Int?
    }

    private(set) var fields: [Field] = []
    /// Pairs of fields: the field `name` is required if the field `other` is present.
    private(set) var demands: [(name: String, other: String)] = []
    /// The field that decides which other fields exist, with its values; nil if there is none.
    private(set) var choice: (name: String, values: [String])?
    /// The value that this description assumes for the field that decides which other fields exist; nil stands for the
    /// field's first value.
    private let chosen: String?

    /// Creates an empty description.
    /// - Parameter chosen: the value to assume for the field that decides which other fields exist; nil for its first
    ///   value.
    init(chosen: String? = nil) {
        self.chosen = chosen
    }

    mutating func add(_ field: Field) {
        fields.append(field)
    }

    mutating func demand(_ name: String, with other: String) {
        demands.append((name, other))
    }

    /// Records the field that decides which other fields exist.
    /// - Returns: the value that this description assumes for the field.
    mutating func choose<Value: RawRepresentable<String> & CaseIterable>(_ name: String, _ type: Value.Type) -> Value? {
        choice = (name, Value.allCases.map(\.rawValue))
        let value = chosen.flatMap(Value.init(rawValue:)) ?? Value.allCases.first
        if let value { add(Field(name: name, schema: ["type": "string", "const": .string(value.rawValue)], isRequired: true)) }
        return value
    }

    /// Returns the descriptions of an input's fields: one for each value of the field that decides which other fields
    /// exist, or a single one without such a field.
    static func variants<In: Input>(of input: In.Type, areas: [AreaContract] = Contracts.all) -> [DescribedFields] {
        let first = Fields.describe(input, DescribedFields(), areas: areas)
        guard let choice = first.choice else { return [first] }
        return choice.values.map { Fields.describe(input, DescribedFields(chosen: $0), areas: areas) }
    }

    /// The value that this description assumes for the field that decides which other fields exist; nil without such a
    /// field.
    var variant: String? {
        choice.flatMap { choice in fields.first { $0.name == choice.name }?.schema["const"]?.text }
    }
}

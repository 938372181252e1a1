/// The fields of an input, found by running its initializer once without a request.
struct DescribedFields {
    /// One field as its input declares it.
    struct Field {
        let name: String
        let schema: JSONValue
        let isRequired: Bool
        /// Whether null clears it. For any other field that isn't required, null counts as left out.
        var clears = false
        /// Whose fields it has, where it is an object; the schema is made from them.
        var object: (any Input.Type)?
        /// How many of these objects it holds at most, where it is a list of them.
        var mostObjects: Int?
    }

    private(set) var fields: [Field] = []
    /// Which field is demanded wherever another is given.
    private(set) var demands: [(name: String, other: String)] = []
    /// The field that decides which others there are, and its values, where there is one.
    private(set) var choice: (name: String, values: [String])?
    /// The value that it has this time.
    private let chosen: String?

    /// - Parameter chosen: the value of the deciding field; nil for its first.
    init(chosen: String? = nil) {
        self.chosen = chosen
    }

    mutating func add(_ field: Field) {
        fields.append(field)
    }

    mutating func demand(_ name: String, with other: String) {
        demands.append((name, other))
    }

    /// Notes a field that decides which others there are.
    /// - Returns: its value this time.
    mutating func choose<Value: RawRepresentable<String> & CaseIterable>(_ name: String, _ type: Value.Type) -> Value? {
        choice = (name, Value.allCases.map(\.rawValue))
        let value = chosen.flatMap(Value.init(rawValue:)) ?? Value.allCases.first
        if let value { add(Field(name: name, schema: ["type": "string", "const": .string(value.rawValue)], isRequired: true)) }
        return value
    }

    /// The fields of an input: one description, or one for each value of the deciding field.
    static func variants<In: Input>(of input: In.Type, areas: [AreaContract] = Contracts.all) -> [DescribedFields] {
        let first = Fields.describe(input, DescribedFields(), areas: areas)
        guard let choice = first.choice else { return [first] }
        return choice.values.map { Fields.describe(input, DescribedFields(chosen: $0), areas: areas) }
    }

    /// The value of the deciding field that these fields belong to.
    var variant: String? {
        choice.flatMap { choice in fields.first { $0.name == choice.name }?.schema["const"]?.text }
    }
}

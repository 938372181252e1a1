/// Makes realistic example values from schemas. A field gets the example in its documentation, or else the simplest
/// valid value.
struct Examples {
    let components: Components

    /// Returns an example of a schema.
    /// - Parameters:
    ///   - name: the name of the field with this schema, which may have a documented example.
    ///   - owner: the name of the schema that the field belongs to.
    func value(of schema: JSONValue, named name: String = "", of owner: String = "") -> JSONValue {
        if let example = components.meaning(name, of: owner)?.example { return example }
        if let reference = schema["$ref"]?.text {
            let component = String(reference.split(separator: "/").last ?? "")
            return value(of: components.schemas[component] ?? [:], of: component)
        }
        if let first = (schema["oneOf"] ?? schema["anyOf"])?.elements.first { return value(of: first, of: owner) }
        let values = schema["enum"] ?? schema["x-extensible-enum"]
        if let value = schema["const"] ?? schema["default"] ?? values?.elements.first { return value }
        if let properties = schema["properties"] {
            return .object(properties.members.map { .init($0.name, value(of: $0.value, named: $0.name, of: owner)) })
        }
        return single(schema, name, owner)
    }

    private func single(_ schema: JSONValue, _ name: String, _ owner: String) -> JSONValue {
        switch schema["type"]?.text ?? schema["type"]?.elements.first?.text {
        case "array": schema["items"].map { .list([value(of: $0, of: owner)]) } ?? []
        case "integer": schema["minimum"] ?? 1
        case "number": 1
        case "boolean": false
        default: .string(Self.formats[schema["format"]?.text ?? ""] ?? name)
        }
    }

    private static let formats = [
        "uuid": "01a1fcfb-1172-778e-8c3f-4f8d0669bedb", "date-time": "2026-11-21T19:21:14.866Z", "date": "2026-11-21",
    ]
}

/// What a document gives names, gathered while its operations are described.
struct Components {
    /// Those that the API is made of.
    let areas: [AreaContract]
    private let glossary: FieldDocumentation
    private let probe: AnswerProbe
    /// The area whose endpoints are being described. What is named meanwhile, and was not before, belongs to it.
    var area: AreaContract?
    private(set) var schemas: [String: JSONValue] = [:]
    /// The areas that the schemas belong to; nil for those of none, as problems.
    private var owners: [String: String?] = [:]
    /// The answers that several operations share.
    private(set) var responses: [String: JSONValue] = [:]

    init(areas: [AreaContract]) {
        self.areas = areas
        glossary = FieldDocumentation(areas)
        probe = AnswerProbe(areas: areas)
    }

    /// What a field means.
    /// - Parameter owner: the name of the schema that has it.
    func word(_ name: String, of owner: String) -> Word? {
        glossary.word(name, of: owner, in: owners[owner] ?? area?.name)
    }

    /// A field's schema with what it means.
    func explained(_ schema: JSONValue, _ name: String, of owner: String, isAnswer: Bool) -> JSONValue {
        glossary.explained(schema, name, of: owner, in: owners[owner] ?? area?.name, isAnswer: isAnswer)
    }

    /// - Returns: a reference to the answer of that name.
    mutating func response(_ name: String, _ response: @autoclosure () -> JSONValue) -> JSONValue {
        if responses[name] == nil { responses[name] = response() }
        return ["$ref": .string("#/components/responses/\(name)")]
    }

    /// The schema of what an endpoint answers: a reference to a named one for objects and enumerations.
    /// - Throws: where the type's decoding can't be followed; see `AnswerProbe`.
    mutating func schema(ofAnswer type: any Decodable.Type) throws -> JSONValue {
        switch try probe.form(of: type) {
        case .single(let schema): probe.values(of: type) == nil ? schema : named(Self.name(of: type)) { _ in schema }
        case .list(let element): ["type": "array", "items": try schema(ofAnswer: element)]
        case .object(let properties): try named(Self.name(of: type)) { try $0.object(type, properties) }
        }
    }

    /// The schema of an input's fields but those that stand elsewhere; nil where there are none.
    mutating func schema(ofInput input: any Input.Type, without elsewhere: [String] = []) -> JSONValue? {
        let variants = DescribedFields.variants(of: input, areas: areas)
        let name = Self.name(of: input)
        guard variants.contains(where: { $0.fields.contains { !elsewhere.contains($0.name) } }) else { return nil }
        if let choice = variants[0].choice {
            return named(name) { components in
                Self.union(
                    by: choice.name,
                    variants.map { variant in
                        let value = variant.variant ?? ""
                        return (value, components.named("\(name).\(value)") { $0.object(name, variant) })
                    })
            }
        }
        return named(name) { $0.object(name, variants[0], without: elsewhere) }
    }

    /// A type's name in the document: `Invite.Redemption`, `InvitePage` for `Page<Invite>`, `Invite` for `Created<Invite>`.
    static func name(of type: Any.Type) -> String {
        let full = String(reflecting: type).replacing("DavenportAPI.", with: "")
        guard let bracket = full.firstIndex(of: "<"), full.hasSuffix(">") else { return full }
        let (generic, argument) = (full[..<bracket], full[full.index(after: bracket)...].dropLast())
        return generic == "Created" ? String(argument) : String(argument + generic)
    }

    static func reference(to name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// The schema that a reference leads to, or the schema itself.
    func resolved(_ schema: JSONValue) -> JSONValue {
        schema["$ref"]?.text.flatMap { schemas[String($0.split(separator: "/").last ?? "")] } ?? schema
    }

    /// The schema of problems: what every problem has, and before the request's id what those of the areas have besides.
    mutating func describeProblem() throws {
        _ = try schema(ofAnswer: Problem.self)
        let name = Self.name(of: Problem.self)
        var properties = schemas[name]?["properties"]?.members ?? []
        let members = areas.flatMap(\.problemMembers).map { member in
            JSONValue.Member(member.name, member.schema.merging(["description": .string(member.meaning)]))
        }
        properties.insert(contentsOf: members, at: properties.firstIndex { $0.name == "requestID" } ?? properties.endIndex)
        schemas[name]?["properties"] = .object(properties)
    }

    private mutating func named(_ name: String, _ schema: (inout Components) throws -> JSONValue) rethrows -> JSONValue {
        if schemas[name] == nil {
            owners.updateValue(area?.name, forKey: name)
            schemas[name] = try schema(&self)
        }
        return Self.reference(to: name)
    }
}

extension Components {
    /// An answer's object. Where one of its enumerations decides which properties there are, it is a union of its cases, of which the last
    /// is also what clients read as which they don't know (rule 10.11).
    private mutating func object(_ type: any Decodable.Type, _ properties: [AnswerProbe.Property]) throws -> JSONValue {
        let name = Self.name(of: type)
        for deciding in properties {
            guard let values = probe.values(of: deciding.type), values.count > 1 else { continue }
            let forms = try values.indices.map { try probe.form(of: type, cases: [deciding.name: $0]).properties }
            guard Set(forms.map { $0.map(\.name) }).count > 1 else { continue }
            return Self.union(
                by: deciding.name,
                try zip(values, forms).map { value, properties in
                    let isLast = value == values.last
                    let only: JSONValue = isLast ? .open([value], except: values.dropLast()) : ["type": "string", "const": .string(value)]
                    let schema = try object(name, properties, where: (deciding.name, only))
                    return (value, named("\(name).\(value)") { _ in schema })
                })
        }
        return try object(name, properties)
    }

    private mutating func object(
        _ owner: String, _ properties: [AnswerProbe.Property], where deciding: (name: String, schema: JSONValue)? = nil
    ) throws -> JSONValue {
        let members = try properties.map { property in
            let schema = try property.name == deciding?.name ? deciding?.schema ?? [:] : self.schema(ofAnswer: property.type)
            return JSONValue.Member(property.name, explained(schema, property.name, of: owner, isAnswer: true))
        }
        return Self.object(members, required: properties.filter(\.isRequired).map(\.name))
    }

    /// An input's object.
    private mutating func object(_ owner: String, _ described: DescribedFields, without elsewhere: [String] = []) -> JSONValue {
        let fields = described.fields.filter { !elsewhere.contains($0.name) }
        let members = fields.map { field in
            let object = field.object.flatMap { self.schema(ofInput: $0) } ?? field.schema
            let schema = field.mostObjects.map { .list(of: object, upTo: $0) } ?? object
            let explained = explained(schema, field.name, of: owner, isAnswer: false)
            return JSONValue.Member(field.name, field.isRequired ? explained : Self.nullable(explained, clears: field.clears))
        }
        let object = Self.object(members, required: fields.filter(\.isRequired).map(\.name))
        let demands = described.demands.map(Self.demand)
        // One stands in the object itself: of an object with an `allOf`, generators of clients forget what may be null.
        return demands.count == 1 ? object.merging(demands[0]) : demands.isEmpty ? object : object.merging(["allOf": .list(demands)])
    }

    /// Where the other field is given, and not null, this one must be too.
    private static func demand(_ name: String, with other: String) -> JSONValue {
        func given(_ name: String) -> JSONValue {
            ["required": [.string(name)], "properties": .object([.init(name, ["not": ["type": "null"]])])]
        }
        return ["if": given(other), "then": given(name)]
    }

    private static func object(_ properties: [JSONValue.Member], required: [String]) -> JSONValue {
        let object: JSONValue = ["type": "object", "properties": .object(properties)]
        return required.isEmpty ? object : object.merging(["required": .list(required.map { .string($0) })])
    }

    private static func union(by name: String, _ variants: [(value: String, reference: JSONValue)]) -> JSONValue {
        [
            "oneOf": .list(variants.map(\.reference)),
            "discriminator": [
                "propertyName": .string(name),
                "mapping": .object(variants.map { .init($0.value, $0.reference["$ref"] ?? .null) }),
            ],
        ]
    }

    /// What is optional in a request may be null, which says as much as leaving it out, or clears it in a change.
    private static func nullable(_ schema: JSONValue, clears: Bool) -> JSONValue {
        var schema = schema
        if let reference = schema["$ref"] {
            schema["$ref"] = nil
            schema["anyOf"] = [["$ref": reference], ["type": "null"]]
        }
        if let type = schema["type"] { schema["type"] = [type, "null"] }
        if let values = schema["enum"] { schema["enum"] = .list(values.elements + [.null]) }
        if clears {
            schema["description"] = .string([schema["description"]?.text, "null clears it."].compactMap { $0 }.joined(separator: " "))
        }
        return schema
    }
}

extension AnswerProbe.Form {
    var properties: [AnswerProbe.Property] {
        if case .object(let properties) = self { properties } else { [] }
    }
}

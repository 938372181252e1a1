/// Collects the named components of the OpenAPI document, such as schemas, while its operations are described.
struct Components {
    /// The areas of the API.
    let areas: [AreaContract]
    /// The names of the types that endpoints answer with.
    private let answers: Set<String>
    private let documentation: FieldDocumentation
    private let probe: AnswerProbe
    /// The area whose endpoints are being described; nil before the first. A schema belongs to the area whose endpoint
    /// is the first to use it.
    var area: AreaContract?
    private(set) var schemas: [String: JSONValue] = [:]
    /// The name of the area that each schema belongs to, by the schema's name. It is nil for a schema without an area,
    /// such as that of problems.
    private var owners: [String: String?] = [:]
    /// The answers that several operations refer to, by name.
    private(set) var responses: [String: JSONValue] = [:]

    init(areas: [AreaContract]) {
        self.areas = areas
        answers = Set(areas.flatMap(\.chapters).flatMap(\.endpoints).map { Self.name(of: $0.output) })
        documentation = FieldDocumentation(areas)
        probe = AnswerProbe(areas: areas)
    }

    /// Finds the documentation of a field; nil if no area documents the field.
    /// - Parameter owner: the name of the schema that has the field.
    func meaning(_ name: String, of owner: String) -> FieldMeaning? {
        documentation.meaning(name, of: owner, in: owners[owner] ?? area?.name)
    }

    /// Returns a field's schema with the field's description.
    func explained(_ schema: JSONValue, _ name: String, of owner: String, isAnswer: Bool) -> JSONValue {
        documentation.explained(schema, name, of: owner, in: owners[owner] ?? area?.name, isAnswer: isAnswer)
    }

    /// Adds an answer that several operations refer to, unless the document already has an answer with this name.
    /// - Returns: a reference to the answer.
    mutating func response(_ name: String, _ response: @autoclosure () -> JSONValue) -> JSONValue {
        if responses[name] == nil { responses[name] = response() }
        return ["$ref": .string("#/components/responses/\(name)")]
    }

    /// Returns the schema of an endpoint's answer. Objects and enumerations become named schemas, and the result is a
    /// reference.
    /// - Throws: an error if `AnswerProbe` can't trace how the type is decoded.
    mutating func schema(ofAnswer type: any Decodable.Type) throws -> JSONValue {
        switch try probe.form(of: type) {
        case .single(let schema): probe.values(of: type) == nil ? schema : named(Self.name(of: type)) { _ in schema }
        case .list(let element): ["type": "array", "items": try schema(ofAnswer: element)]
        case .object(let properties): try named(Self.name(of: type)) { try $0.object(type, properties) }
        }
    }

    /// Returns the schema of the fields of an input that are in the JSON body; nil if there are none.
    /// - Parameter elsewhere: the names of the fields that are in the path or the query.
    mutating func schema(ofInput input: any Input.Type, without elsewhere: [String] = []) -> JSONValue? {
        let variants = DescribedFields.variants(of: input, areas: areas)
        // What people both send and get needs two schemas: one with the limits, and one that later servers may extend.
        let name = (answers.contains(Self.name(of: input)) ? "New" : "") + Self.name(of: input)
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

    /// Returns the name of a type's schema in the document: `Invite.Redemption`, but `InvitePage` for `Page<Invite>`,
    /// and `Invite` for `Created<Invite>`.
    static func name(of type: Any.Type) -> String {
        let full = String(reflecting: type).replacing("DavenportAPI.", with: "")
        guard let bracket = full.firstIndex(of: "<"), full.hasSuffix(">") else { return full }
        let (generic, argument) = (full[..<bracket], full[full.index(after: bracket)...].dropLast())
        return generic == "Created" ? String(argument) : String(argument + generic)
    }

    static func reference(to name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// Returns the schema that a reference points to, or the schema itself if it isn't a reference.
    func resolved(_ schema: JSONValue) -> JSONValue {
        schema["$ref"]?.text.flatMap { schemas[String($0.split(separator: "/").last ?? "")] } ?? schema
    }

    /// Adds the schema of problems. It contains the members that all problems have, and the extension members of all
    /// areas.
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
    /// Returns the schema of an answer's object. If the value of an enumeration decides which properties the object
    /// has, the schema is a union with one schema for each case. Clients decode an unknown case as the last one, so the
    /// schema of the last case accepts unknown cases too (rule 10.11).
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

    /// Returns the schema of an input's object.
    private mutating func object(_ owner: String, _ described: DescribedFields, without elsewhere: [String] = []) -> JSONValue {
        let fields = described.fields.filter { !elsewhere.contains($0.name) }
        let members = fields.map { field in
            let object = field.object.flatMap { self.schema(ofInput: $0) } ?? field.schema
            let schema = field.mostObjects.map { .list(of: object, upTo: $0) } ?? object
            let explained = explained(schema, field.name, of: owner, isAnswer: false)
            // The server takes null for an optional union too. The document doesn't say so, because client generators
            // can't make a type of "a union or null".
            let isNullable = !field.isRequired && resolved(object)["oneOf"] == nil
            return JSONValue.Member(field.name, isNullable ? Self.nullable(explained, clears: field.clears) : explained)
        }
        let object = Self.object(members, required: fields.filter(\.isRequired).map(\.name))
        let demands = described.demands.map(Self.demand)
        // A single condition goes into the object itself, because client generators ignore nullability in an object
        // with `allOf`.
        return demands.count == 1 ? object.merging(demands[0]) : demands.isEmpty ? object : object.merging(["allOf": .list(demands)])
    }

    /// Returns the condition that the field `name` is required, and not null, if the field `other` is present.
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

    /// Returns the schema of an optional field in a request, changed so that it accepts null. If `clears` is true, null
    /// clears the field; otherwise null means the same as an omitted field. The schema's description says so if null
    /// clears the field.
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

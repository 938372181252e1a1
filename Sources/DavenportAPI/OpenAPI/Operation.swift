/// Describes one endpoint as an OpenAPI operation.
struct Operation {
    let endpoint: any EndpointDeclaration
    let chapter: String

    /// Returns the operation object, and adds the schemas that the operation uses to `components`.
    /// - Throws: an error if `AnswerProbe` can't trace how the type of an answer is decoded.
    func described(_ components: inout Components) throws -> JSONValue {
        var operation: JSONValue = [
            "operationId": .string(endpoint.name), "tags": [.string(chapter)], "summary": .string(endpoint.summary),
            "description": .string(description(components.areas)), "security": security,
        ]
        let parameters = parameters(components)
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        operation["requestBody"] = requestBody(&components)
        operation["responses"] = .object(try answers(&components) + problems(&components))
        return operation
    }

    private func description(_ areas: [AreaContract]) -> String {
        let who =
            switch endpoint.who {
            case .anyone, .stranger: "Requires no authentication."
            case .basic: "Requires e-mail address and password."
            case .user: "Requires a session."
            case .key(let purpose): "Requires a key of the purpose `\(purpose)`, whose secret is in the path."
            case .roles(let roles): "Requires one of these roles: " + Self.names(of: roles).joined(separator: ", ") + "."
            }
        let feature = endpoint.feature.map { "The community must have enabled the feature `\($0.rawValue)`." }
        let endpointNotes = areas.compactMap { $0.endpointNotes[endpoint.name] }
        return ([endpoint.details].compactMap { $0 } + endpointNotes + [who] + [feature].compactMap { $0 }).joined(separator: " ")
    }

    private var security: JSONValue {
        switch endpoint.who {
        case .anyone: [[:], ["bearer": []], ["cookie": []]]
        case .stranger: []
        case .basic: [["basic": []]]
        case .key: [[:]]
        case .user: [["bearer": []], ["cookie": []]]
        case .roles(let roles):
            .list(["bearer", "cookie"].map { .object([.init($0, .list(Self.names(of: roles).map { .string($0) }))]) })
        }
    }

    private static func names(of roles: Set<Role>) -> [String] {
        Role.allCases.filter(roles.contains).map(\.rawValue)
    }
}

extension Operation {
    private func parameters(_ components: Components) -> [JSONValue] {
        let fields = DescribedFields.variants(of: endpoint.input, areas: components.areas)
        let declared = fields[0].fields.compactMap { field -> JSONValue? in
            let place = endpoint.pathParameters.contains(field.name) ? "path" : endpoint.hasQuery ? "query" : nil
            return place.map { parameter(field, in: $0, components) }
        }
        let tenant: [JSONValue] =
            switch endpoint.who {
            case .anyone, .basic: [["$ref": "#/components/parameters/Davenport-Tenant"]]
            case .stranger, .user, .roles, .key: []
            }
        let session: [String] =
            switch endpoint.sessionEffect {
            case .none: []
            case .begins: ["Davenport-Session"]
            case .ends: ["Davenport-Storage"]
            }
        let conditions = session + (isTagged ? ["If-None-Match"] : []) + (isDownload ? ["Range", "If-Range"] : [])
        return declared + tenant + conditions.map { ["$ref": .string("#/components/parameters/\($0)")] }
    }

    private func parameter(_ field: DescribedFields.Field, in place: String, _ components: Components) -> JSONValue {
        var schema = components.explained(field.schema, field.name, of: Components.name(of: endpoint.input), isAnswer: false)
        var parameter: JSONValue = ["name": .string(field.name), "in": .string(place), "required": .boolean(field.isRequired)]
        parameter["description"] = schema["description"]
        schema["description"] = nil
        if schema["type"] == "array" { parameter = parameter.merging(["style": "form", "explode": false]) }
        parameter["schema"] = schema
        return parameter
    }

    private func requestBody(_ components: inout Components) -> JSONValue? {
        guard endpoint.method.hasBody else { return nil }
        switch endpoint.body {
        case .json:
            guard let schema = components.schema(ofInput: endpoint.input, without: endpoint.pathParameters) else { return nil }
            let isRequired = components.resolved(schema)["required"] != nil || components.resolved(schema)["oneOf"] != nil
            return [
                "description": .string("At most \(RequestBody.jsonLimit) bytes."), "required": .boolean(isRequired),
                "content": ["application/json": ["schema": schema]],
            ]
        case .bytes(let types, let limit):
            return [
                "description": .string("The content itself, at most \(limit) bytes."), "required": true,
                "content": .object(types.map { .init($0, ["schema": .bytes(of: $0)]) }),
            ]
        case .stream(let limit):
            return [
                "description": .string("The content itself, of any type, at most \(limit) bytes. `Content-Length` is required."),
                "required": true, "content": ["*/*": ["schema": .bytes()]],
            ]
        }
    }

    private var isDownload: Bool { endpoint.output == Download.self }
    private var isAttachment: Bool { endpoint.output == Attachment.self }
    private var isTagged: Bool { endpoint.method == .get && endpoint.caching == .tagged }
}

extension Operation {
    private func answers(_ components: inout Components) throws -> [JSONValue.Member] {
        var answer: JSONValue = [
            "description": .string(endpoint.success == 201 ? "Created." : endpoint.output == NoContent.self ? "Done." : "The answer.")
        ]
        let ofFiles =
            (isDownload ? ["Accept-Ranges"] : []) + (isDownload || isAttachment ? ["Content-Disposition", "Content-Security-Policy"] : [])
        answer["headers"] = headers(
            (isTagged ? ["Cache-Control", "ETag"] : endpoint.output == NoContent.self ? [] : ["Cache-Control"]) + ofFiles)
        answer["content"] = try content(&components)
        let isMade = endpoint.output is any CreatedAnswer.Type
        let found = answer.merging(["description": "An earlier request created it. The answer has its current state."])
        var part = answer.merging(["description": "The range of bytes that `Range` requests."])
        part["headers"]?["Content-Range"] = ["$ref": "#/components/headers/Content-Range"]
        let unchanged: JSONValue = [
            "description": "The answer still has the `ETag` in `If-None-Match`.", "headers": headers(["Cache-Control", "ETag"]),
        ]
        return (isMade ? [.init("200", found)] : []) + [.init(String(endpoint.success), answer)]
            + (isDownload ? [.init("206", part)] : [])
            + (isTagged ? [.init("304", unchanged)] : [])
    }

    private func content(_ components: inout Components) throws -> JSONValue? {
        if endpoint.output == NoContent.self { return nil }
        // Every area adds to such a document, so its content is described in words.
        if isAttachment { return .object(endpoint.mediaTypes.map { .init($0, ["schema": [:]]) }) }
        if endpoint.output == Media.self || isDownload {
            return .object(endpoint.mediaTypes.map { .init($0, ["schema": .bytes(of: $0)]) })
        }
        let schema = try components.schema(ofAnswer: endpoint.output)
        return .object(endpoint.mediaTypes.map { .init($0, ["schema": schema]) })
    }

    /// Returns the operation's error answers, by HTTP status.
    private func problems(_ components: inout Components) -> [JSONValue.Member] {
        let codes = Dictionary(grouping: endpoint.problems(among: components.areas.codes), by: \.status)
        return codes.sorted { $0.key < $1.key }.map { status, codes in
            let name = ([String(status)] + codes.map(\.rawValue)).joined(separator: ".")
            return .init(String(status), components.response(name, problem(status, codes)))
        }
    }

    private func problem(_ status: Int, _ codes: [Problem.Code]) -> JSONValue {
        let special = [401: ["WWW-Authenticate"], 416: ["Content-Range"], 429: ["Retry-After"], 503: ["Retry-After"]][status] ?? []
        return [
            "description": .string(codes.map { "`\($0.rawValue)`: \($0.title)" }.joined(separator: " ")),
            "headers": headers(["Cache-Control"] + special),
            "content": [
                "application/problem+json": [
                    "schema": [
                        "allOf": [
                            Components.reference(to: "Problem"),
                            [
                                "properties": [
                                    "status": ["type": "integer", "enum": [.integer(status)]],
                                    "code": .open(codes.map(\.rawValue)),
                                ]
                            ],
                        ]
                    ]
                ]
            ],
        ]
    }

    private func headers(_ names: [String]) -> JSONValue {
        .object((names + [Echo.header, "X-Request-ID"]).map { .init($0, ["$ref": .string("#/components/headers/\($0)")]) })
    }
}

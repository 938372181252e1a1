/// An example of an operation in the OpenAPI document: a request with the server's answer.
public struct RecordedExample: Sendable, Equatable {
    /// The request's path and query parameters, by name.
    public var parameters: JSONValue
    /// The request's body: JSON, or the text of an uploaded file. It is nil if there is no body or it isn't text.
    public var body: JSONValue?
    /// The media type of the request's body; nil if the body is JSON.
    public var bodyType: String?
    public var status: Int
    /// The answer's body: JSON or text. It is nil if there is no body or it isn't text.
    public var answer: JSONValue?
    /// The media type of the answer's body; nil if the answer has no body.
    public var answerType: String?

    public init(
        parameters: JSONValue = [:], body: JSONValue? = nil, bodyType: String? = nil, status: Int, answer: JSONValue? = nil,
        answerType: String? = nil
    ) {
        (self.parameters, self.body, self.bodyType) = (parameters, body, bodyType)
        (self.status, self.answer, self.answerType) = (status, answer, answerType)
    }
}

extension RecordedExample {
    /// Parses an example from the JSON form that the property `json` returns; nil for any other form.
    public init?(_ json: JSONValue) {
        guard case .integer(let status)? = json["status"] else { return nil }
        self.init(
            parameters: json["parameters"] ?? [:], body: json["body"], bodyType: json["bodyType"]?.text, status: status,
            answer: json["answer"], answerType: json["answerType"]?.text)
    }

    /// The example in the JSON form that the file of recorded examples has.
    public var json: JSONValue {
        var json: JSONValue = parameters.members.isEmpty ? [:] : ["parameters": parameters]
        json["bodyType"] = bodyType.map { .string($0) }
        json["body"] = body
        json["status"] = .integer(status)
        json["answerType"] = answerType.map { .string($0) }
        json["answer"] = answer
        return json
    }
}

/// Adds recorded examples to the operations of a document.
struct ExampleWriter {
    let components: Components

    /// Returns the operation with the example added to its parameters, to its request body, and to its successful answers:
    /// a repeated request that creates nothing is answered 200 with the same content as 201.
    func add(_ example: RecordedExample, to operation: JSONValue) -> JSONValue {
        var operation = operation
        if let parameters = operation["parameters"] {
            operation["parameters"] = .list(
                parameters.elements.map { parameter in
                    guard let value = parameter["name"]?.text.flatMap({ example.parameters[$0] }) else { return parameter }
                    return parameter.merging(["example": value])
                })
        }
        if var body = operation["requestBody"], let content = body["content"] {
            body["content"] = add(example.body, example.bodyType ?? "application/json", to: content)
            operation["requestBody"] = body
        }
        if let answers = operation["responses"] {
            operation["responses"] = .object(answers.members.map { .init($0.name, add(example, to: $0.value, status: $0.name)) })
        }
        return operation
    }

    private func add(_ example: RecordedExample, to answer: JSONValue, status: String) -> JSONValue {
        guard status.hasPrefix("2"), let content = answer["content"] else { return answer }
        var answer = answer
        answer["content"] = add(example.answer, example.answerType ?? "", to: content)
        return answer
    }

    /// Returns the `content` object of a body, with `value` as the example of the given media type. If the object
    /// doesn't list this media type, the value becomes the example of `*/*`.
    private func add(_ value: JSONValue?, _ type: String, to content: JSONValue) -> JSONValue {
        let name = content[type] == nil ? "*/*" : type
        guard var media = content[name] else { return content }
        var content = content
        if let value {
            media["example"] = arranged(value, by: media["schema"] ?? [:])
        } else {
            // An example without a value is bytes that JSON can't represent.
            media["examples"] = ["recorded": ["summary": .string("Bytes of the type \(type).")]]
        }
        content[name] = media
        return content
    }

    /// Returns the value with the members of its objects in the order of the schema, because the file of examples
    /// doesn't keep that order.
    private func arranged(_ value: JSONValue, by schema: JSONValue) -> JSONValue {
        let forms = forms(of: schema)
        switch value {
        case .list(let elements):
            let items = forms.lazy.compactMap { $0["items"] }.first ?? [:]
            return .list(elements.map { arranged($0, by: items) })
        case .object(let members):
            let properties = forms.flatMap { $0["properties"]?.members ?? [] }
            let ordered = members.map { member in (member, properties.firstIndex { $0.name == member.name } ?? properties.endIndex) }
            return .object(
                ordered.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map { entry in
                    let (member, index) = entry.element
                    let schema = index == properties.endIndex ? [:] : properties[index].value
                    return JSONValue.Member(member.name, arranged(member.value, by: schema))
                })
        default: return value
        }
    }

    /// Returns the schemas of all cases of a union, or the schema itself if it isn't a union.
    private func forms(of schema: JSONValue) -> [JSONValue] {
        let schema = components.resolved(schema)
        let cases = (schema["oneOf"] ?? schema["anyOf"])?.elements ?? []
        return cases.isEmpty ? [schema] : cases.flatMap { forms(of: $0) }
    }
}

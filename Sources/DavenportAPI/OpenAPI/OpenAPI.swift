/// The API as an OpenAPI 3.1 document, made from the declared endpoints and nothing else.
public enum OpenAPI {
    /// The document of the areas' endpoints, the same every time.
    /// - Parameters:
    ///   - areas: those that the API is made of.
    ///   - examples: a request with its answer for each operation, by the operation's name.
    /// - Throws: where an answer's decoding can't be followed: an enumeration without `CaseIterable`, for example.
    public static func document(
        of areas: [AreaContract] = Contracts.all, examples: [String: RecordedExample] = [:]
    ) throws -> JSONValue {
        var components = Components(areas: areas)
        try components.describeProblem()
        var paths: [JSONValue.Member] = []
        for area in areas {
            components.area = area
            for chapter in area.chapters { try describe(chapter, examples, &paths, &components) }
        }
        return [
            "openapi": "3.1.0", "info": info, "servers": [["url": "/", "description": "Where this document is."]],
            "tags": .list(areas.flatMap(\.chapters).map { ["name": .string($0.name), "description": .string($0.summary)] }),
            "paths": Links(components: components).added(to: .object(paths)),
            "components": components.described,
        ]
    }

    private static func describe(
        _ chapter: Chapter, _ examples: [String: RecordedExample], _ paths: inout [JSONValue.Member], _ components: inout Components
    ) throws {
        for endpoint in chapter.endpoints {
            var operation = try Operation(endpoint: endpoint, chapter: chapter.name).described(&components)
            if let example = examples[endpoint.name] {
                operation = ExampleWriter(components: components).add(example, to: operation)
            }
            let index = paths.firstIndex { $0.name == endpoint.path } ?? paths.endIndex
            if index == paths.endIndex { paths.append(.init(endpoint.path, [:])) }
            paths[index].value[endpoint.method.rawValue.lowercased()] = operation
        }
    }

    private static let info: JSONValue = [
        "title": .string(Introduction.title), "version": "1", "summary": .string(Introduction.summary),
        "description": .string(
            """
            \(Introduction.story)

            Sign up with an invite, or log in; either answers a token, which goes into `Authorization: Bearer …`. A token names its \
            community. Where there is none, the header `Davenport-Tenant`, the host or the only community decides.

            JSON is UTF-8. Ids are UUIDs in lower case; any case is taken. Times are RFC 3339 in UTC with milliseconds. What is absent is \
            left out, never null; requests may say null for what they leave out. Unknown fields of requests are ignored, and answers only \
            ever get more fields. Texts are trimmed and normalised (NFC), and counted in Unicode scalars after that.

            What goes wrong is answered as `application/problem+json` (RFC 9457); decide by its `code`. Lists come in pages: send the \
            `next` of one as `after` for the following.
            """),
        "contact": ["name": "Davenport contributors"], "license": ["name": "MIT License", "identifier": "MIT"],
    ]
}

extension Components {
    /// The components object: schemas with their examples, and what operations refer to.
    fileprivate var described: JSONValue {
        let examples = Examples(components: self)
        let named = schemas.sorted { $0.key < $1.key }.map { name, schema in
            let isExplained = schema["properties"] != nil || schema["oneOf"] != nil
            let example = isExplained ? ["examples": [examples.value(of: Self.reference(to: name))]] : [:] as JSONValue
            return JSONValue.Member(name, schema.merging(example))
        }
        return [
            "securitySchemes": [
                "bearer": ["type": "http", "scheme": "bearer", "description": "The token of a session. It names its community."],
                "basic": ["type": "http", "scheme": "basic", "description": "E-mail address and password, to log in."],
            ],
            "parameters": [
                "Davenport-Tenant": [
                    "name": "Davenport-Tenant", "in": "header", "description": "The slug of the community that is meant.",
                    "schema": ["type": "string"], "example": "sofa",
                ],
                "If-None-Match": [
                    "name": "If-None-Match", "in": "header", "description": "The `ETag` of an earlier answer.",
                    "schema": ["type": "string"],
                ],
                "Range": [
                    "name": "Range", "in": "header", "description": "Some of the bytes: `bytes=0-131071`, `bytes=131072-`, `bytes=-1`.",
                    "schema": ["type": "string"], "example": "bytes=0-131071",
                ],
                "If-Range": [
                    "name": "If-Range", "in": "header",
                    "description": "The `ETag` of the bytes that one has some of: where it is another now, all are answered.",
                    "schema": ["type": "string"],
                ],
            ],
            "headers": .object(
                Self.headers.map { name, meaning in
                    .init(name, ["description": .string(meaning), "schema": ["type": name == "Retry-After" ? "integer" : "string"]])
                }),
            "responses": .object(responses.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }), "schemas": .object(named),
        ]
    }

    private static let headers: KeyValuePairs = [
        "Accept-Ranges": "That parts can be asked for, by `Range`.", "Cache-Control": "Whether and how the answer may be kept.",
        "Content-Disposition": "What to call it where it is kept; it is never shown in place.",
        "Content-Range": "Which bytes these are, and of how many.",
        "Content-Security-Policy": "That nothing in it may run.", "ETag": "The tag of the answer, for `If-None-Match`.",
        "Retry-After": "Seconds to wait before asking again.", "WWW-Authenticate": "Which credentials are wanted.",
        "X-Request-ID": "The request's id, also in the server's log.",
    ]
}

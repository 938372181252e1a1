/// The API as an OpenAPI 3.1 document, made only from the declared endpoints.
public enum OpenAPI {
    /// Makes the document of the areas' endpoints. The same endpoints always give the same document.
    /// - Parameters:
    ///   - areas: the areas of the API.
    ///   - examples: a request with its answer for each operation, by operation id.
    /// - Throws: an error if an answer's decoding can't be traced, for example because of an enumeration without
    ///   `CaseIterable`.
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
            "openapi": "3.1.0", "info": info, "servers": [["url": "/", "description": "The server that this document comes from."]],
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

            Sign up with an invite, or log in. Both return a token; send it as `Authorization: Bearer …`. A token belongs to one \
            community. Without a token, the header `Davenport-Tenant`, the host, or the only community on the server decides.

            JSON is UTF-8. Ids are UUIDs in lower case; requests may use any case. Times are RFC 3339 in UTC with milliseconds. Answers \
            omit absent values instead of using null; requests may use null instead of omitting a field. The server ignores unknown fields \
            of requests. New versions add fields to answers and never remove any. Texts are trimmed, normalised (NFC), and then counted \
            in Unicode scalars.

            Errors are `application/problem+json` (RFC 9457); decide by their `code`. Lists come in pages: send the `next` of a page as \
            `after` to get the following one.

            Something between a client and the server may answer in its place. Send a new random `Davenport-Echo` with each request, and \
            treat an answer without it as no answer: keep what you sent, and try again later.

            Davenport's own clients name their version in `Davenport-Client`, and one that is too old gets `client_too_old`. Leave the \
            header out.
            """),
        "contact": ["name": "Davenport contributors"], "license": ["name": "MIT License", "identifier": "MIT"],
    ]
}

extension Components {
    /// The `components` object of the document: the schemas with examples, and everything else that operations refer
    /// to.
    fileprivate var described: JSONValue {
        let examples = Examples(components: self)
        let named = schemas.sorted { $0.key < $1.key }.map { name, schema in
            let isExplained = schema["properties"] != nil || schema["oneOf"] != nil
            let example = isExplained ? ["examples": [examples.value(of: Self.reference(to: name))]] : [:] as JSONValue
            return JSONValue.Member(name, schema.merging(example))
        }
        return [
            "securitySchemes": [
                "bearer": ["type": "http", "scheme": "bearer", "description": "The token of a session. It belongs to one community."],
                "cookie": [
                    "type": "apiKey", "in": "cookie", "name": "__Host-davenport",
                    "description": """
                    A browser's session, which no script can read. It counts in requests with `Sec-Fetch-Site: same-origin` and without \
                    `Authorization`, and begins with `Davenport-Session: cookie`. On a loopback host its name is `davenport-` and the port.
                    """,
                ],
                "basic": ["type": "http", "scheme": "basic", "description": "E-mail address and password, for the login."],
            ],
            "parameters": [
                "Davenport-Tenant": [
                    "name": "Davenport-Tenant", "in": "header", "description": "The slug of the community that the request addresses.",
                    "schema": ["type": "string"], "example": "sofa",
                ],
                "Davenport-Session": [
                    "name": "Davenport-Session", "in": "header",
                    "description":
                        "`cookie` if a cookie is to keep the token, and the answer to leave it out. For pages of this server alone.",
                    "schema": ["type": "string", "enum": ["cookie"]],
                ],
                "Davenport-Storage": [
                    "name": "Davenport-Storage", "in": "header",
                    "description":
                        "`keep` if the browser is to keep what it stores for this site, since words of others who used it wait there.",
                    "schema": ["type": "string", "enum": ["keep"]],
                ],
                "If-None-Match": [
                    "name": "If-None-Match", "in": "header", "description": "The `ETag` of an earlier answer.",
                    "schema": ["type": "string"],
                ],
                "Range": [
                    "name": "Range", "in": "header", "description": "A range of bytes: `bytes=0-131071`, `bytes=131072-`, `bytes=-1`.",
                    "schema": ["type": "string"], "example": "bytes=0-131071",
                ],
                "If-Range": [
                    "name": "If-Range", "in": "header",
                    "description": "The `ETag` of the bytes you already have. If it has changed, the answer has all bytes.",
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
        "Accept-Ranges": "The unit in which `Range` can request parts.", "Cache-Control": "The caching policy of the answer.",
        "Content-Disposition": "The suggested file name. Browsers save the file instead of showing it.",
        "Content-Range": "The range of bytes in this answer, and their total number.",
        "Content-Security-Policy": "A policy that forbids scripts in the content.",
        "Davenport-Echo":
            """
        The request's header of this name, if it has 8 to 64 characters of `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`. Send a new one with \
        each request: only an answer that repeats it comes from Davenport and answers this request.
        """,
        "ETag": "The version of the answer, for `If-None-Match`.",
        "Retry-After": "The number of seconds to wait before a retry.", "WWW-Authenticate": "The required kind of credentials.",
        "X-Request-ID": "The request's id, also in the server's log.",
    ]
}

import DavenportAPI
import Domain
import Foundation
import Hummingbird
import NIOCore

/// Reads an endpoint's input from a request.
enum RequestReader {
    /// Objects and lists may lie in each other so deep (rules.md 10).
    static let nestingLimit = 32

    /// - Parameter areas: those that the API is made of.
    /// - Throws: a `Problem` for a body that can't be read, `Problem(.invalid)` naming every faulty field, `notFound` where an id in the
    ///   path is none.
    static func read<In: Input>(
        _ type: In.Type, of endpoint: some EndpointDeclaration, areas: [AreaContract], from request: Request, _ context: DavenportContext
    ) async throws -> In {
        var path: [String: String] = [:]
        for name in endpoint.pathParameters { path[name] = context.parameters.get(name) }
        var fields: Fields
        switch (endpoint.method.hasBody, endpoint.body) {
        case (false, _): fields = Fields(path: path, query: try query(of: request), body: nil, areas: areas)
        case (true, .json): fields = Fields(path: path, query: [:], body: try await object(of: request, context), areas: areas)
        case (true, .bytes(_, let limit)):
            let content = try await bytes(of: request, upTo: limit, context)
            fields = Fields(path: path, query: try query(of: request), body: nil, content: content, areas: areas)
        case (true, .stream(let limit)):
            let stream = try stream(of: request, upTo: limit, context)
            fields = Fields(path: path, query: try query(of: request), body: nil, stream: stream, areas: areas)
        }
        let input = In(&fields)
        if fields.pathIsUnknown { throw Problem(.notFound) }
        guard fields.faults.isEmpty else { throw Problem.invalid(fields.faults) }
        return input
    }

    private static func query(of request: Request) throws -> [String: String] {
        var query: [String: String] = [:]
        for (name, value) in request.uri.queryParameters where query[String(name)] == nil {
            query[String(name)] = String(value)
        }
        return query
    }

    /// The body's object; nil where there is no body.
    private static func object(of request: Request, _ context: DavenportContext) async throws -> KeyedDecodingContainer<FieldName>? {
        let buffer = try await buffer(of: request, upTo: DavenportAPI.RequestBody.jsonLimit, context)
        guard buffer.readableBytes > 0 else { return nil }
        if let type = request.headers[.contentType], !isJSON(type) {
            throw Problem(.unsupportedMediaType, detail: "The body must be JSON.")
        }
        guard isUTF8(buffer.readableBytesView) else { throw Problem(.malformedRequest, detail: "The body is not UTF-8 JSON.") }
        guard nesting(of: buffer.readableBytesView) <= nestingLimit else {
            throw Problem(.malformedRequest, detail: "The body nests deeper than \(nestingLimit) levels.")
        }
        do {
            return try decoder.decode(Object.self, from: Data(buffer.readableBytesView)).container
        } catch let error as DecodingError {
            if case .typeMismatch = error { throw Problem(.malformedRequest, detail: "The body must be a JSON object.") }
            throw Problem(.malformedRequest, detail: "The body is not valid JSON.")
        }
    }

    private static func bytes(of request: Request, upTo limit: Int, _ context: DavenportContext) async throws -> [UInt8] {
        [UInt8](try await buffer(of: request, upTo: limit, context).readableBytesView)
    }

    /// The body as it comes; nothing of it is taken before it is asked for.
    private static func stream(of request: Request, upTo limit: Int, _ context: DavenportContext) throws -> ByteStream {
        guard let length = request.headers[.contentLength].flatMap(Framing.length) else { throw Problem(.lengthRequired) }
        guard length <= limit else { throw Problem(.bodyTooLarge) }
        return ByteStream(count: length, type: request.headers[.contentType]) { [request, tell = context.tell] in
            want(request, tell)
            tell(AdmittedBody(length: length))
            var parts = request.body.makeAsyncIterator()
            return { try await parts.next().map { [UInt8]($0.readableBytesView) } }
        }
    }

    private static func buffer(of request: Request, upTo limit: Int, _ context: DavenportContext) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap(Framing.length), length > limit { throw Problem(.bodyTooLarge) }
        want(request, context.tell)
        return try await request.body.collect(upTo: limit)
    }

    /// Has a body sent that waits for it, by now that nothing but what is in it can speak against it.
    private static func want(_ request: Request, _ tell: (any Sendable) -> Void) {
        if request.head.waits { tell(WantedBody()) }
    }

    /// `application/json`, with or without parameters, and what is built on it: `application/merge-patch+json`.
    private static func isJSON(_ type: String) -> Bool {
        type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed.suffix(4).isWord("json")
    }

    /// Foundation would read UTF-16 and UTF-32 as well, in which brackets are others than those that are counted here; JSON in them has NUL
    /// bytes, and JSON in UTF-8 has none. Nor does a byte order mark belong before it (RFC 8259, 8.1).
    private static func isUTF8(_ bytes: ByteBufferView) -> Bool {
        !bytes.contains(0) && !bytes.starts(with: [0xEF, 0xBB, 0xBF]) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// How deep objects and lists lie in each other, looking at brackets outside of strings only.
    static func nesting(of bytes: some Sequence<UInt8>) -> Int {
        var (depth, deepest, inString, escaped) = (0, 0, false, false)
        for byte in bytes {
            if inString {
                if escaped { escaped = false } else if byte == UInt8(ascii: "\\") { escaped = true } else { inString = byte != 0x22 }
                continue
            }
            switch byte {
            case 0x22: inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): (depth, deepest) = (depth + 1, max(deepest, depth + 1))
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    private static let decoder = JSONDecoder()

    /// A JSON object whose fields are read one by one afterwards.
    private struct Object: Decodable {
        let container: KeyedDecodingContainer<FieldName>

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: FieldName.self)
        }
    }
}

import DavenportAPI
import Domain
import Foundation
import Hummingbird
import NIOCore
import UntrustedText

/// Reads an endpoint's input from a request.
enum RequestReader {
    /// Reads and validates an endpoint's input.
    /// - Parameter areas: the areas that the API consists of.
    /// - Throws: a `Problem`: `invalid` with all invalid fields, `notFound` if an ID in the path is malformed, or
    ///   another code if the body can't be read.
    static func read<In: Input>(
        _ type: In.Type, of endpoint: some EndpointDeclaration, areas: [AreaContract], from request: Request, _ context: DavenportContext
    ) async throws -> In {
        var path: [String: String] = [:]
        for name in endpoint.pathParameters { path[name] = context.parameters.get(name).flatMap(PercentEncoding.decoded) }
        if endpoint.method.hasBody { try refuseEncoding(request) }
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

    /// Refuses a request with a compressed body. The server never decompresses, because a few bytes could expand to any
    /// size.
    private static func refuseEncoding(_ request: Request) throws {
        let codings = request.headers[values: .contentEncoding].lazy.flatMap { $0.utf8.items }
        guard codings.allSatisfy({ $0.isEmpty || $0.isWord("identity") }) else { throw Problem(.unsupportedEncoding) }
    }

    private static func query(of request: Request) throws -> [String: String] {
        var query: [String: String] = [:]
        for (name, value) in request.uri.queryParameters where query[String(name)] == nil {
            query[String(name)] = String(value)
        }
        return query
    }

    /// Returns the JSON object in the request's body; nil if the body is empty.
    private static func object(of request: Request, _ context: DavenportContext) async throws -> KeyedDecodingContainer<FieldName>? {
        let buffer = try await buffer(of: request, upTo: DavenportAPI.RequestBody.jsonLimit, context)
        guard buffer.readableBytes > 0 else { return nil }
        if let type = request.headers[.contentType], !isJSON(type) {
            throw Problem(.unsupportedMediaType, detail: "The body must be JSON.")
        }
        return try object(in: [UInt8](buffer.readableBytesView).withoutByteOrderMark)
    }

    /// Parses a JSON object.
    /// - Throws: a `Problem` if the bytes aren't a JSON object.
    static func object(in bytes: [UInt8]) throws -> KeyedDecodingContainer<FieldName> {
        do { try JSONSyntax.check(bytes) } catch { throw Problem(.malformedRequest, detail: detail(of: error)) }
        do {
            return try decoder.decode(Object.self, from: Data(bytes)).container
        } catch let error as DecodingError {
            if case .typeMismatch = error { throw Problem(.malformedRequest, detail: "The body must be a JSON object.") }
            throw Problem(.malformedRequest, detail: "The body is not valid JSON.")
        }
    }

    private static func detail(of fault: JSONSyntax.Fault) -> String {
        switch fault {
        case .notUTF8: "The body is not UTF-8 JSON."
        case .malformed(let offset): "The body is not valid JSON: see byte \(offset)."
        case .tooDeep: "The body nests deeper than \(JSONSyntax.depth) levels."
        case .tooManyValues: "The body has too many values."
        case .tooManyMarks(let offset):
            "The body has more than \(NonStarterRun.limit) combining marks in a row: see byte \(offset)."
        }
    }

    private static func bytes(of request: Request, upTo limit: Int, _ context: DavenportContext) async throws -> [UInt8] {
        [UInt8](try await buffer(of: request, upTo: limit, context).readableBytesView)
    }

    /// Returns the request's body as a stream. No byte of the body is read from the connection before the use case
    /// reads the stream.
    private static func stream(of request: Request, upTo limit: Int, _ context: DavenportContext) throws -> ByteStream {
        guard let length = request.headers[.contentLength].flatMap(Framing.length) else { throw Problem(.lengthRequired) }
        guard length <= limit else { throw Problem(.bodyTooLarge) }
        return ByteStream(count: length, type: request.headers[.contentType]) { [request, signalBody = context.signalBody] in
            requestBody(request, signalBody)
            signalBody(.admitted(length: length))
            var parts = request.body.makeAsyncIterator()
            return { try await parts.next().map { [UInt8]($0.readableBytesView) } }
        }
    }

    private static func buffer(of request: Request, upTo limit: Int, _ context: DavenportContext) async throws -> ByteBuffer {
        if let length = request.headers[.contentLength].flatMap(Framing.length), length > limit { throw Problem(.bodyTooLarge) }
        requestBody(request, context.signalBody)
        return try await request.body.collect(upTo: limit)
    }

    /// Sends `100 Continue` if the client waits for it. The headers have been checked, so only the body's content can
    /// still be refused.
    private static func requestBody(_ request: Request, _ signalBody: (BodySignal) -> Void) {
        if request.head.expectsContinue { signalBody(.wanted) }
    }

    /// Whether a media type is JSON. That is `application/json`, or a type based on JSON such as
    /// `application/merge-patch+json`, with or without parameters.
    private static func isJSON(_ type: String) -> Bool {
        type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed.suffix(4).isWord("json")
    }

    private static let decoder = JSONDecoder()

    /// A JSON object that is decoded only as a container. Its fields are read from the container later, one by one.
    private struct Object: Decodable {
        let container: KeyedDecodingContainer<FieldName>

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: FieldName.self)
        }
    }
}

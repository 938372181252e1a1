import DavenportAPI
import Domain
import Foundation
import Hummingbird
import NIOCore

/// Reads an endpoint's input from a request.
enum RequestReader {
    /// Bodies of JSON may have so many bytes (quality.md, Edge).
    static let bodyLimit = 64 * 1024
    /// Objects and lists may lie in each other so deep (rules.md 10).
    static let nestingLimit = 32

    /// - Throws: a `Problem` for a body that can't be read, `DomainError.invalid` naming every faulty field, `notFound` where an id in the
    ///   path is none.
    static func read<In: Input>(
        _ type: In.Type, of endpoint: some EndpointDeclaration, from request: Request, _ context: DavenportContext
    ) async throws -> In {
        var path: [String: String] = [:]
        for name in endpoint.pathParameters { path[name] = context.parameters.get(name) }
        let body = endpoint.method.hasBody ? try await body(of: request) : nil
        var fields = Fields(path: path, query: endpoint.method.hasBody ? [:] : try query(of: request), body: body)
        let input = In(&fields)
        if fields.pathIsUnknown { throw DomainError.notFound }
        guard fields.faults.isEmpty else { throw DomainError.invalid(fields.faults) }
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
    private static func body(of request: Request) async throws -> KeyedDecodingContainer<FieldName>? {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > bodyLimit { throw Problem(.bodyTooLarge) }
        let buffer = try await request.body.collect(upTo: bodyLimit)
        guard buffer.readableBytes > 0 else { return nil }
        if let type = request.headers[.contentType], !type.lowercased().contains("json") { throw Problem(.unsupportedMediaType) }
        guard String(validating: buffer.readableBytesView, as: UTF8.self) != nil else {
            throw Problem(.malformedRequest, detail: "The body is not UTF-8.")
        }
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

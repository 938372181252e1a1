import DavenportAPI
import Foundation

/// Writes an endpoint's input as a request, as the server's `RequestReader` reads it: what the path names stands there, the rest in the
/// query or the body.
struct RequestWriter {
    let baseURL: URL

    func request<Declared: EndpointDeclaration>(for endpoint: Declared, _ input: Declared.In) throws -> Transport.Request {
        var fields = try fields(of: input)
        let path = try endpoint.pathParameters.reduce(endpoint.path) { path, name in
            guard let value = fields[name].map(Self.text) else { throw APIError.unwritable("\(endpoint.name) needs \(name).") }
            fields[name] = nil
            return path.replacing("{\(name)}", with: Self.encoded(value))
        }
        if let input = input as? any BytesInput {
            let type = ["content-type": "application/octet-stream"]
            return .init(method: endpoint.method, url: try url(path), headers: type, body: Data(input.content))
        }
        if let input = input as? any StreamInput {
            let type = ["content-type": input.content.type ?? "application/octet-stream"]
            return .init(method: endpoint.method, url: try url(path, query: fields.members), headers: type)
        }
        guard endpoint.method.hasBody else { return .init(method: endpoint.method, url: try url(path, query: fields.members)) }
        let body = fields.members.isEmpty ? nil : try JSONEncoder().encode(fields)
        let headers = body == nil ? [:] : ["content-type": "application/json"]
        return .init(method: endpoint.method, url: try url(path), headers: headers, body: body)
    }

    /// The input's fields by name. An id that the server would choose is chosen here, so that each repetition has the same.
    private func fields(of input: some Input) throws -> JSONValue {
        if input is any BytesInput { return [:] }
        if var input = input as? any IdentifiedInput, input.id == nil {
            input.id = UUID()
            return try fields(of: input)
        }
        return try JSONDecoder().decode(JSONValue.self, from: JSONEncoder.wire.encode(input))
    }

    private func url(_ path: String, query: [JSONValue.Member] = []) throws -> URL {
        let base = baseURL.absoluteString
        let pairs = query.map { Self.encoded($0.name) + "=" + Self.encoded(Self.text($0.value)) }
        let target = path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        guard let url = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + target) else {
            throw APIError.unwritable("\(base) is no address of a server.")
        }
        return url
    }

    /// A value as paths and queries have it; lists are separated by commas.
    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .boolean(let flag): String(flag)
        case .list(let elements): elements.map(text).joined(separator: ",")
        case .null, .object: ""
        }
    }

    /// Percent-encoded, but for what RFC 3986 calls unreserved.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

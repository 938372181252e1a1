import DavenportAPI
import Foundation

/// Writes an endpoint's input as a request, in the form that the server's `RequestReader` reads. Path parameters are in
/// the path, and all other fields in the query or the body.
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
            return .init(method: endpoint.method, url: try url(path, query: fields.members), headers: type, body: Data(input.content))
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

    /// Returns the input's fields by name. If an optional id is missing, this function chooses one, so that all retries
    /// send the same id.
    private func fields(of input: some Input) throws -> JSONValue {
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
            throw APIError.unwritable("\(base) isn't the address of a server.")
        }
        return url
    }

    /// Returns the text of a value for a path or a query. The elements of a list are separated by commas.
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

    /// Percent-encodes all characters except those that RFC 3986 calls unreserved.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

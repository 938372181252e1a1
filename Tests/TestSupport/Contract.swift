import DavenportAPI
import Foundation

/// Compares requests and answers with the OpenAPI document. Every call of every test passes through it.
public enum Contract {
    /// The document, which is generated once.
    public static let document = Result { try OpenAPI.document() }
    private static let check = document.map(SchemaCheck.init(document:))
    /// The declared endpoints, by method and number of path segments.
    private static let declarations = document.map { document in
        Dictionary(grouping: Endpoints.all.map { Declaration($0, in: document) }, by: \.shape)
    }

    /// Returns the faults of an answer. Also returns a fault if the server accepted a body that the document forbids.
    /// Returns none for undeclared paths.
    public static func faults(of answer: Answer, to method: DavenportAPI.Method, _ path: String, body: Data?) throws -> [String] {
        if answer.status == 405, answer.code == .methodNotAllowed { return [] }
        guard let declaration = try declaration(method, path) else { return [] }
        let check = try check.get()
        let (operation, name) = (declaration.operation, declaration.name)
        guard let declared = operation["responses"]?[String(answer.status)].map(check.resolved) else {
            return ["\(name) declares no answer of this status"]
        }
        let refused = answer.status < 300 ? try faults(ofTaken: body, by: operation, check) : []
        return try refused + faults(of: answer, declared, check).map { "\(name): \($0)" }
    }

    private static func faults(of answer: Answer, _ declared: JSONValue, _ check: SchemaCheck) throws -> [String] {
        let lacking = (declared["headers"]?.members ?? []).filter {
            answer.headers[$0.name.lowercased()] == nil && !["Davenport-Echo", "Retry-After"].contains($0.name)
        }
        let missing = lacking.map { "the header \($0.name) is missing" }
        guard let content = declared["content"] else { return missing + (answer.body.isEmpty ? [] : ["has a body"]) }
        let type = answer.headers["content-type"].map { String($0.prefix { $0 != ";" }) } ?? ""
        guard let schema = content[type]?["schema"] else { return missing + ["\(type) is not declared"] }
        guard type.hasSuffix("json") else { return missing }
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(answer.body))
        return missing + check.faults(value, schema) + value.misshapen()
    }

    private static func faults(ofTaken body: Data?, by operation: JSONValue, _ check: SchemaCheck) throws -> [String] {
        guard let body, let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else { return [] }
        let value = try JSONDecoder().decode(JSONValue.self, from: body)
        return check.faults(value, schema, at: "the body that was taken", isClosed: false)
    }

    /// Returns the endpoint at a path. An endpoint with a fixed segment takes precedence over one with a parameter there.
    private static func declaration(_ method: DavenportAPI.Method, _ path: String) throws -> Declaration? {
        let parts = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let alike = try declarations.get()[Shape(method: method, count: parts.count)] ?? []
        return alike.filter { $0.fits(parts) }.min { $0.parameterCount < $1.parameterCount }
    }
}

/// The method and the number of path segments, by which endpoints are looked up.
private struct Shape: Hashable {
    let method: DavenportAPI.Method
    let count: Int
}

/// An endpoint as the document declares it.
private struct Declaration {
    let name: String
    let shape: Shape
    let parameterCount: Int
    /// The document's operation; an empty object if there is none.
    let operation: JSONValue
    private let parts: [Substring]

    init(_ endpoint: any EndpointDeclaration, in document: JSONValue) {
        name = endpoint.name
        parts = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
        shape = Shape(method: endpoint.method, count: parts.count)
        parameterCount = endpoint.pathParameters.count
        operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()] ?? [:]
    }

    func fits(_ path: [Substring]) -> Bool { zip(parts, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 } }
}

extension JSONValue {
    /// Returns ids in upper case, and times without milliseconds or not in UTC. The API never writes them.
    /// - Parameter name: the name of the member that has this value.
    fileprivate func misshapen(in name: String = "") -> [String] {
        switch self {
        case .string(let text):
            let isWrongID = text.utf8.count == 36 && UUID(uuidString: text) != nil && text != text.lowercased()
            return isWrongID || name.hasSuffix("At") && !text.isTime ? [text] : []
        case .list(let elements): return elements.flatMap { $0.misshapen() }
        case .object(let members): return members.flatMap { JSONValue.string($0.name).misshapen() + $0.value.misshapen(in: $0.name) }
        case .integer, .number, .boolean, .null: return []
        }
    }
}

extension String {
    private static let time = try? NSRegularExpression(pattern: #"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\z"#)

    /// Whether the text is a time in the API's format.
    fileprivate var isTime: Bool {
        Self.time?.firstMatch(in: self, range: NSRange(startIndex..., in: self)) != nil
    }
}

import DavenportAPI
import Foundation

/// What the OpenAPI document promises, held against what goes over the wire. Every call of every test passes through it.
public enum Contract {
    /// The document, made once.
    public static let document = Result { try OpenAPI.document() }

    /// What is wrong with an answer, or with a document that refuses what the server took: nothing for addresses that the API hasn't.
    public static func faults(of answer: Answer, to method: DavenportAPI.Method, _ path: String, body: Data?) throws -> [String] {
        guard let endpoint = endpoint(method, path), answer.code != .methodNotAllowed else { return [] }
        let document = try document.get()
        let check = SchemaCheck(document: document)
        guard let operation = document["paths"]?[endpoint.path]?[endpoint.method.rawValue.lowercased()],
            let declared = operation["responses"]?[String(answer.status)].map(check.resolved)
        else { return ["\(endpoint.name) declares no answer of this status"] }
        let refused = answer.status < 300 ? try faults(ofTaken: body, by: operation, check) : []
        return try refused + faults(of: answer, declared, check).map { "\(endpoint.name): \($0)" }
    }

    private static func faults(of answer: Answer, _ declared: JSONValue, _ check: SchemaCheck) throws -> [String] {
        let lacking = (declared["headers"]?.members ?? []).filter {
            answer.headers[$0.name.lowercased()] == nil && $0.name != "Retry-After"
        }
        let missing = lacking.map { "the header \($0.name) is missing" }
        guard let content = declared["content"] else { return missing + (answer.body.isEmpty ? [] : ["has a body"]) }
        let type = answer.headers["content-type"].map { String($0.prefix { $0 != ";" }) } ?? ""
        guard let schema = content[type]?["schema"] else { return missing + ["\(type) is not declared"] }
        guard type.hasSuffix("json") else { return missing }
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(answer.body))
        return missing + check.faults(value, schema) + answer.text.misshapen
    }

    private static func faults(ofTaken body: Data?, by operation: JSONValue, _ check: SchemaCheck) throws -> [String] {
        guard let body, let schema = operation["requestBody"]?["content"]?["application/json"]?["schema"] else { return [] }
        let value = try JSONDecoder().decode(JSONValue.self, from: body)
        return check.faults(value, schema, at: "the body that was taken", isClosed: false)
    }

    /// The endpoint at a path; where one has a name and another a parameter, the one with the name.
    private static func endpoint(_ method: DavenportAPI.Method, _ path: String) -> (any EndpointDeclaration)? {
        let parts = path.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let fitting = Endpoints.all.filter { endpoint in
            let wanted = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
            return endpoint.method == method && wanted.count == parts.count
                && zip(wanted, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return fitting.min { $0.pathParameters.count < $1.pathParameters.count }
    }
}

extension String {
    /// Ids in upper case and times without milliseconds or not in UTC, which the wire never has.
    fileprivate var misshapen: [String] {
        let ids = matches(of: /"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"/).map { String($0.output) }
        let times = matches(of: /At":"([^"]*)"/).map { String($0.output.1) }
        return ids.filter { $0 != $0.lowercased() } + times.filter { $0.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) == nil }
    }
}

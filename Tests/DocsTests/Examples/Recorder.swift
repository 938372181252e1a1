import AsyncHTTPClient
import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

/// Sends requests to a server with the demo community, and records each operation's first request and answer.
struct Recorder {
    let port: Int
    private(set) var examples: [String: RecordedExample] = [:]

    init(port: Int) {
        self.port = port
    }

    /// Sends a request, and records it as the operation's example.
    /// - Parameters:
    ///   - parameters: the values for the path, and the others for the query.
    ///   - bytes: a body that isn't JSON, with its media type.
    /// - Returns: the answer, null if it isn't JSON.
    /// - Throws: an error if the answer is a problem.
    @discardableResult
    mutating func record(
        _ name: String, by sender: Sender = .nobody, _ parameters: JSONValue = [:], body: JSONValue? = nil,
        bytes: (type: String, [UInt8])? = nil
    ) async throws -> JSONValue {
        let answer = try await send(name, by: sender, parameters, body: body, bytes: bytes)
        try #require(examples[name] == nil, "\(name) is recorded twice")
        let type = answer.headers["content-type"].map { String($0.prefix { $0 != ";" }) }
        let isText = bytes.map { $0.type.hasPrefix("text/") } ?? true
        examples[name] = RecordedExample(
            parameters: parameters, body: body ?? bytes.flatMap { isText ? .string(String(decoding: $0.1, as: UTF8.self)) : nil },
            bodyType: bytes?.type, status: answer.status, answer: try answer.example(type), answerType: answer.body.isEmpty ? nil : type)
        return try answer.value(type)
    }

    /// Sends a request without recording it, because another request needs its effect.
    @discardableResult
    func ask(
        _ name: String, by sender: Sender = .nobody, _ parameters: JSONValue = [:], body: JSONValue? = nil,
        bytes: (type: String, [UInt8])? = nil
    ) async throws -> JSONValue {
        let answer = try await send(name, by: sender, parameters, body: body, bytes: bytes)
        return try answer.value(answer.headers["content-type"].map { String($0.prefix { $0 != ";" }) })
    }

    private func send(
        _ name: String, by sender: Sender, _ parameters: JSONValue, body: JSONValue?, bytes: (type: String, [UInt8])?
    ) async throws -> Answer {
        let endpoint = try #require(Endpoints.all.first { $0.name == name }, "\(name)")
        var path = endpoint.path
        var query: [URLQueryItem] = []
        for parameter in parameters.members {
            let text = parameter.value.text ?? parameter.value.description
            if endpoint.pathParameters.contains(parameter.name) {
                path = path.replacing("{\(parameter.name)}", with: text)
            } else {
                query.append(URLQueryItem(name: parameter.name, value: text))
            }
        }
        var components = URLComponents()
        components.queryItems = query.isEmpty ? nil : query
        let target = path + (components.percentEncodedQuery.map { "?" + $0 } ?? "")
        var headers = sender.headers
        if let bytes { headers["Content-Type"] = bytes.type }
        let answer = try await TestServer.send(endpoint.method, target, json: body, body: bytes?.1, headers: headers, port: port)
        guard answer.status < 300 else { throw UnexpectedAnswer(answer: answer, expected: "\(name) to be answered") }
        return answer
    }
}

/// The sender of a request.
enum Sender {
    case nobody
    case basic(String, String)
    case token(String)

    fileprivate var headers: [String: String] {
        switch self {
        case .nobody: ["Davenport-Tenant": "sofa"]
        case .basic(let email, let password): ["Davenport-Tenant": "sofa", "Authorization": TestSupport.basic(email, password)]
        case .token(let token): ["Authorization": "Bearer \(token)"]
        }
    }
}

extension Answer {
    /// Returns the body as JSON, null for any other body.
    fileprivate func value(_ type: String?) throws -> JSONValue {
        type == "application/json" ? try JSONDecoder().decode(JSONValue.self, from: Data(body)) : .null
    }

    /// Returns the body as an example shows it: nil for binary data, and the first lines of a long text.
    fileprivate func example(_ type: String?) throws -> JSONValue? {
        if body.isEmpty { return nil }
        if type == "application/json" { return try value(type) }
        guard type == "text/plain" else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return .string(lines.count > 4 ? lines.prefix(4).joined(separator: "\n") + "\n" : text)
    }
}

import AsyncHTTPClient
import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import TMDBStandIn
import TestSupport

/// An answer over HTTP.
struct Answered {
    let status: Int
    let headers: HTTPHeaders
    let bytes: [UInt8]

    var json: JSONValue { get throws { try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) } }
}

extension TMDBStandIn {
    /// Sends a request over HTTP, with the key as a bearer token.
    /// - Parameters:
    ///   - target: the path below `/3`, or a whole URL.
    ///   - authorization: the header's value, nil for none.
    func ask(
        _ target: String, method: HTTPMethod = .GET, authorization: String? = "", body: String? = nil, limit: Int = 1 << 20
    ) async throws -> Answered {
        var request = HTTPClientRequest(url: target.hasPrefix("http") ? target : url + target)
        request.method = method
        if let authorization { request.headers.add(name: "authorization", value: authorization.isEmpty ? "Bearer \(key)" : authorization) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let answer = try await HTTPClient.patient.execute(request, timeout: .seconds(600))
        let bytes = try await answer.body.collect(upTo: limit)
        return Answered(status: Int(answer.status.code), headers: answer.headers, bytes: Array(bytes.readableBytesView))
    }

    /// Returns the JSON of a successful answer.
    func json(_ target: String) async throws -> JSONValue { try await ask(target).json }

    /// Sends a control request over HTTP, as a separate process does.
    func control(_ order: String) async throws -> Answered {
        try await ask(origin + "/control", method: .POST, authorization: nil, body: order)
    }
}

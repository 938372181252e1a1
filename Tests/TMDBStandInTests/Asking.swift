import AsyncHTTPClient
import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import TMDBStandIn

/// What came back over the wire.
struct Answered {
    let status: Int
    let headers: HTTPHeaders
    let bytes: [UInt8]

    var json: JSONValue { get throws { try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) } }
}

/// A client that is not ours, and follows nowhere. It goes on until the process ends.
private let client: HTTPClient = {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout.connect = .seconds(600)
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
}()

extension TMDBStandIn {
    /// Asks it with its key as a bearer token, over HTTP.
    /// - Parameters:
    ///   - target: below `/3`, where it doesn't begin with the whole address.
    ///   - authorization: none, where it is nil.
    func ask(
        _ target: String, method: HTTPMethod = .GET, authorization: String? = "", body: String? = nil, limit: Int = 1 << 20
    ) async throws -> Answered {
        var request = HTTPClientRequest(url: target.hasPrefix("http") ? target : url + target)
        request.method = method
        if let authorization { request.headers.add(name: "authorization", value: authorization.isEmpty ? "Bearer \(key)" : authorization) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let answer = try await client.execute(request, timeout: .seconds(600))
        let bytes = try await answer.body.collect(upTo: limit)
        return Answered(status: Int(answer.status.code), headers: answer.headers, bytes: Array(bytes.readableBytesView))
    }

    /// The JSON of a right answer.
    func json(_ target: String) async throws -> JSONValue { try await ask(target).json }

    /// Tells it something as one does who can't call it.
    func tell(_ order: String) async throws -> Answered {
        try await ask(origin + "/control", method: .POST, authorization: nil, body: order)
    }
}

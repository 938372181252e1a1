import AsyncHTTPClient
import DavenportAPI
import DavenportClient
import Foundation
import NIOCore
import NIOHTTP1

extension Transport {
    /// The HTTP client of servers written in Swift.
    /// - Parameters:
    ///   - client: with settings of one's own; it must follow no redirects. Unless given, one that all share.
    ///   - timeout: from sending a request to the end of its answer, which may have 16 MiB.
    public static func asyncHTTPClient(_ client: HTTPClient = .davenport, timeout: TimeAmount = .seconds(30)) -> Transport {
        Transport { request in
            var wire = HTTPClientRequest(url: request.url.absoluteString)
            wire.method = HTTPMethod(rawValue: request.method.rawValue)
            wire.headers = HTTPHeaders(request.headers.map { ($0.key, $0.value) })
            wire.body = request.body.map { .bytes(ByteBuffer(bytes: $0)) }
            let response = try await client.execute(wire, timeout: timeout)
            let body = try await response.body.collect(upTo: 16 * 1024 * 1024)
            return Response(
                status: Int(response.status.code), headers: Dictionary(response.headers.map { ($0.name, $0.value) }) { $1 },
                body: Data(body.readableBytesView))
        }
    }
}

extension HTTPClient {
    /// Follows nowhere: the API has no redirects, and a token is for nobody else. Says at once that it can't connect: trying again is the
    /// retry policy's. It lives as long as the program.
    public static let davenport: HTTPClient = {
        var configuration = Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}

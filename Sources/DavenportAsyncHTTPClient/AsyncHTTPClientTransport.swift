import AsyncHTTPClient
import DavenportAPI
import DavenportClient
import Foundation
import NIOCore
import NIOHTTP1

extension Transport {
    /// The HTTP client of servers written in Swift.
    /// - Parameters:
    ///   - client: with settings of one's own; it should follow no redirects. Unless given, the one that all share.
    ///   - timeout: from sending a request to the end of its answer.
    public static func asyncHTTPClient(_ client: HTTPClient = .shared, timeout: TimeAmount = .seconds(30)) -> Transport {
        Transport { request in
            var wire = HTTPClientRequest(url: request.url.absoluteString)
            wire.method = HTTPMethod(rawValue: request.method.rawValue)
            wire.headers = HTTPHeaders(request.headers.map { ($0.key, $0.value) })
            wire.body = request.body.map { .bytes(ByteBuffer(bytes: $0)) }
            let response = try await client.execute(wire, timeout: timeout)
            let body = try await response.body.collect(upTo: bodyLimit)
            return Response(
                status: Int(response.status.code), headers: Dictionary(response.headers.map { ($0.name, $0.value) }) { $1 },
                body: Data(body.readableBytesView))
        }
    }
}

import AsyncHTTPClient
import DavenportAPI
import DavenportClient
import Foundation
import NIOCore
import NIOHTTP1

extension Transport {
    /// Creates a transport that sends requests with the AsyncHTTPClient library. It suits clients that are themselves
    /// servers written in Swift.
    /// - Parameters:
    ///   - client: must follow no redirects. By default, all transports share one client.
    ///   - timeout: the time limit from sending a request to the end of its answer. An answer has at most 16 MiB.
    ///   - timeoutOfFiles: the time limit of a request whose body or answer is a file. It ends when the head of the
    ///     answer has arrived.
    public static func asyncHTTPClient(
        _ client: HTTPClient = .davenport, timeout: TimeAmount = .seconds(30), timeoutOfFiles: TimeAmount = .minutes(10)
    ) -> Transport {
        Transport { request in
            let response = try await client.execute(HTTPClientRequest(request), timeout: timeout)
            let body = try await response.body.collect(upTo: 16 * 1024 * 1024)
            return Response(response, body: Data(body.readableBytesView))
        } stream: { request, body in
            var wire = HTTPClientRequest(request)
            if let body { wire.body = .stream(Buffers(bytes: body), length: .known(Int64(body.count))) }
            let response = try await client.execute(wire, timeout: timeoutOfFiles)
            let length = response.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
            let parts = ByteStream(count: length) {
                var parts = response.body.makeAsyncIterator()
                return { try await parts.next().map { [UInt8]($0.readableBytesView) } }
            }
            return StreamedResponse(head: Response(response), body: parts)
        }
    }
}

extension HTTPClientRequest {
    fileprivate init(_ request: Transport.Request) {
        self.init(url: request.url.absoluteString)
        method = HTTPMethod(rawValue: request.method.rawValue)
        headers = HTTPHeaders(request.headers.map { ($0.key, $0.value) })
        body = request.body.map { .bytes(ByteBuffer(bytes: $0)) }
    }
}

extension Transport.Response {
    fileprivate init(_ response: HTTPClientResponse, body: Data = Data()) {
        let headers = response.headers.map { ($0.name, $0.value) }
        self.init(status: Int(response.status.code), headers: Dictionary(headers) { $1 }, body: body)
    }
}

/// The parts of a file, in the form that AsyncHTTPClient sends.
private struct Buffers: AsyncSequence, Sendable {
    let bytes: ByteStream

    func makeAsyncIterator() -> Iterator { Iterator(parts: bytes.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var parts: ByteStream.Iterator

        mutating func next() async throws -> ByteBuffer? {
            try await parts.next().map { ByteBuffer(bytes: $0) }
        }
    }
}

extension HTTPClient {
    /// The client that transports share by default. It lives as long as the program.
    ///
    /// It follows no redirects, because the API has none and the token must not reach another server. It reports a
    /// failed connection at once and doesn't retry, because only the client's retry policy decides about retries.
    public static let davenport: HTTPClient = {
        var configuration = Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)))
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}

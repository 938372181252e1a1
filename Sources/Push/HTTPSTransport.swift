import AsyncHTTPClient
import DavenportAPI
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A POST to a push service.
struct HTTPSRequest: Sendable {
    /// The address. Logs contain only its host.
    let url: String
    /// The headers, with names in small letters.
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// Whether the body of the answer is read.
    var readsBody = false

    /// Returns the value of the first header with this name; nil if there is none.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// The result of a POST to a push service.
enum HTTPSResult: Sendable, Hashable {
    /// The push service answered.
    /// - Parameters:
    ///   - retryAfter: the number of seconds after which it wants a retry; nil if it doesn't say.
    ///   - body: the body, cut at 4 KiB; empty if the request doesn't read it.
    case answered(status: Int, retryAfter: TimeInterval? = nil, body: [UInt8] = [])
    /// The request was sent and no answer arrived, so the push service may or may not have taken it.
    case unanswered(PushReason)
    /// The push service has certainly not got the request.
    case notSent(PushReason)
}

/// Carries requests to the push services of browsers and of Android, or to a stand-in in tests.
public struct HTTPSTransport: Sendable {
    /// Sends one request. The second argument is the latest instant at which it may start. If it can't start by then, the
    /// result is `notSent` with the reason.
    var send: @Sendable (HTTPSRequest, ContinuousClock.Instant) async -> HTTPSResult
    /// Stops starting requests, waits up to a duration for those in flight, and closes the connections.
    var close: @Sendable (Duration) async -> Void = { _ in }

    /// Creates the transport over HTTPS.
    /// - Parameters:
    ///   - caFile: a PEM file with the certificates to trust instead of the system's.
    ///   - answerLimit: the time limit for an answer.
    ///   - connectLimit: the time limit for a new connection.
    public static func https(
        caFile: String?, answerLimit: Duration = LeaseTimes.answer, connectLimit: Duration = .seconds(5)
    ) -> HTTPSTransport {
        let client = HTTPSClient(caFile: caFile, answerLimit: answerLimit, connectLimit: connectLimit)
        return HTTPSTransport(send: { await client.send($0, startBy: $1) }, close: { await client.close(grace: $0) })
    }
}

/// Sends requests over HTTPS. It follows no redirects, and reads no more of an answer than it needs.
private final class HTTPSClient: Sendable {
    private struct State {
        var isClosed = false
        var inFlight = 0
    }

    /// The most bytes of an answer's body that are read. If they are all, its connection can be used again.
    private static let bodyLimit = 4096

    private let client: HTTPClient
    private let answerLimit: Duration
    private let state = Mutex(State())

    init(caFile: String?, answerLimit: Duration, connectLimit: Duration) {
        self.answerLimit = answerLimit
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let caFile { tls.trustRoots = .file(caFile) }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(connectLimit), read: TimeAmount(answerLimit)), decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit { client.shutdown { _ in } }

    func send(_ request: HTTPSRequest, startBy: ContinuousClock.Instant) async -> HTTPSResult {
        guard ContinuousClock.now < startBy else { return .notSent(.noStream) }
        let isOpen = state.withLock { state in
            if !state.isClosed { state.inFlight += 1 }
            return !state.isClosed
        }
        guard isOpen else { return .notSent(.closing) }
        defer { state.withLock { $0.inFlight -= 1 } }
        do {
            let response = try await client.execute(Self.post(request), timeout: TimeAmount(answerLimit))
            let body = await read(response.body)
            return .answered(
                status: Int(response.status.code), retryAfter: Self.retryAfter(response.headers), body: request.readsBody ? body : [])
        } catch {
            return Self.result(error)
        }
    }

    private static func post(_ request: HTTPSRequest) -> HTTPClientRequest {
        var post = HTTPClientRequest(url: request.url)
        post.method = .POST
        for (name, value) in request.headers { post.headers.add(name: name, value: value) }
        post.headers.add(name: "user-agent", value: "davenport")
        post.body = .bytes(ByteBuffer(bytes: request.body))
        return post
    }

    /// Reads the body to its end if it is short and comes soon. Otherwise the rest is left, which closes its stream.
    private func read(_ body: HTTPClientResponse.Body) async -> [UInt8] {
        await withTaskGroup(of: [UInt8].self) { [answerLimit] group in
            group.addTask {
                var bytes: [UInt8] = []
                var chunks = body.makeAsyncIterator()
                while bytes.count < Self.bodyLimit, let chunk = try? await chunks.next() {
                    bytes += chunk.readableBytesView.prefix(Self.bodyLimit - bytes.count)
                }
                return bytes
            }
            group.addTask {
                try? await Task.sleep(for: answerLimit / 10)
                return []
            }
            let bytes = await group.next() ?? []
            group.cancelAll()
            return bytes
        }
    }

    private static func retryAfter(_ headers: HTTPHeaders, now: Date = Date()) -> TimeInterval? {
        guard let text = headers.first(name: "retry-after") else { return nil }
        if let seconds = UInt32(text) { return TimeInterval(seconds) }
        return HTTPDate.parse(text).map { max(0, $0.timeIntervalSince(now)) }
    }

    private static func result(_ error: any Error) -> HTTPSResult {
        switch error {
        case is NIOConnectionError: .notSent(.noConnection)
        case let error as HTTPClientError where [.connectTimeout, .getConnectionFromPoolTimeout].contains(error): .notSent(.noConnection)
        case let error as HTTPClientError where [.alreadyShutdown, .shutdownUnsupported].contains(error): .notSent(.closing)
        case let error as HTTPClientError where [.deadlineExceeded, .readTimeout].contains(error): .unanswered(.noAnswer)
        default: .unanswered(.connectionLost)
        }
    }

    func close(grace: Duration) async {
        let wasClosed = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed
        }
        guard !wasClosed else { return }
        let end = ContinuousClock.now + grace
        while state.withLock({ $0.inFlight > 0 }), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
        try? await client.shutdown()
    }
}

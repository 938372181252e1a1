import AsyncHTTPClient
import DavenportAPI
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Carries messages to the push services of browsers, or to a stand-in in tests.
public struct WebPushTransport: Sendable {
    /// Sends one message. The second argument is the latest instant at which the message may start. If it can't start by
    /// then, the result is `notSent` with the reason.
    var send: @Sendable (WebPushRequest, ContinuousClock.Instant) async -> WebPushResult
    /// Stops starting messages, waits up to a duration for those in flight, and closes the connections.
    var close: @Sendable (Duration) async -> Void = { _ in }

    /// Creates the transport over HTTPS.
    /// - Parameters:
    ///   - caFile: a PEM file with the certificates to trust instead of the system's.
    ///   - answerLimit: the time limit for an answer.
    ///   - connectLimit: the time limit for a new connection.
    public static func https(
        caFile: String?, answerLimit: Duration = LeaseTimes.answer, connectLimit: Duration = .seconds(5)
    ) -> WebPushTransport {
        let client = WebPushClient(caFile: caFile, answerLimit: answerLimit, connectLimit: connectLimit)
        return WebPushTransport(send: { await client.send($0, startBy: $1) }, close: { await client.close(grace: $0) })
    }
}

/// Sends messages over HTTPS. It follows no redirects, and reads no more of an answer than it needs.
private final class WebPushClient: Sendable {
    private struct State {
        var isClosed = false
        var inFlight = 0
    }

    /// The most bytes of an answer's body that are read, so that its connection can be used again.
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

    func send(_ message: WebPushRequest, startBy: ContinuousClock.Instant) async -> WebPushResult {
        guard ContinuousClock.now < startBy else { return .notSent(.noStream) }
        let isOpen = state.withLock { state in
            if !state.isClosed { state.inFlight += 1 }
            return !state.isClosed
        }
        guard isOpen else { return .notSent(.closing) }
        defer { state.withLock { $0.inFlight -= 1 } }
        do {
            let response = try await client.execute(request(message), timeout: TimeAmount(answerLimit))
            await drain(response.body)
            return .answered(status: Int(response.status.code), retryAfter: Self.retryAfter(response.headers))
        } catch {
            return Self.result(error)
        }
    }

    private func request(_ message: WebPushRequest) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: message.endpoint)
        request.method = .POST
        request.headers = [
            "authorization": message.authorization, "ttl": String(message.lifetime), "urgency": "normal", "topic": message.topic,
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "user-agent": "davenport",
        ]
        request.body = .bytes(ByteBuffer(bytes: message.body))
        return request
    }

    /// Reads the body to its end if it is short and comes soon. Otherwise the rest is left, which closes its stream.
    private func drain(_ body: HTTPClientResponse.Body) async {
        await withTaskGroup(of: Void.self) { [answerLimit] group in
            group.addTask {
                var count = 0
                var chunks = body.makeAsyncIterator()
                while count < Self.bodyLimit, let chunk = try? await chunks.next() { count += chunk.readableBytes }
            }
            group.addTask { try? await Task.sleep(for: answerLimit / 10) }
            await group.next()
            group.cancelAll()
        }
    }

    private static func retryAfter(_ headers: HTTPHeaders, now: Date = Date()) -> TimeInterval? {
        guard let text = headers.first(name: "retry-after") else { return nil }
        if let seconds = UInt32(text) { return TimeInterval(seconds) }
        return HTTPDate.parse(text).map { max(0, $0.timeIntervalSince(now)) }
    }

    private static func result(_ error: any Error) -> WebPushResult {
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

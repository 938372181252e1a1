import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import StandIns

/// Answers the requests of browsers and their senders, and of senders to Android, over HTTP/1.1 or HTTP/2.
///
/// `POST /subscriptions?key=…` hands out a subscription, and `POST /push/ID` takes a message. `POST /token` and
/// `POST /v1/projects/PROJECT/messages:send` are Google's.
struct BrowserConnection {
    let service: BrowserService
    let android: AndroidService
    /// Returns the rule of a service that applies to a subscription or a device now.
    let rule: (Rule.Service, String) -> Rule?

    /// Prepares TLS with the stand-in's certificate.
    /// - Returns: a function that adds the handlers to a new connection.
    static func connecting(
        to browsers: NIOLoopBound<BrowserConnection>, _ certificates: Certificates
    ) throws -> @Sendable (any Channel) throws -> Void {
        let context = try certificates.context(["h2", "http/1.1"])
        return { channel in
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
            _ = channel.configureCommonHTTPServerPipeline { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(RequestCollector { browsers.value.answer($0, $1) })
                }
            }
        }
    }

    private func answer(_ request: WholeRequest, _ channel: any Channel) {
        let path = request.path
        if request.head.method == .POST, path == "/subscriptions" {
            let sender = request.query.hasPrefix("key=") ? String(request.query.dropFirst(4)) : ""
            return send(PushAnswer(201), body: service.subscribe(for: sender), on: channel)
        }
        if request.head.method == .POST, AndroidService.takes(request) {
            let (answer, body, rule) = android.take(request) { self.rule(.android, $0) }
            return finish(answer, rule, body: body, on: channel)
        }
        guard request.head.method == .POST, path.hasPrefix("/push/") else { return send(PushAnswer(404), on: channel) }
        let id = String(path.dropFirst("/push/".count))
        let rule = rule(.browsers, id)
        finish(service.take(request, id: id, rule), rule, on: channel)
    }

    /// Sends an answer after its delay. Without an answer, closes the connection unless the rule asks for silence.
    private func finish(_ answer: PushAnswer?, _ rule: Rule?, body: String = "", on channel: any Channel) {
        guard let answer else {
            if rule?.action != .silence { channel.close(promise: nil) }
            return
        }
        guard let delay = answer.rule?.delay else { return send(answer, body: body, on: channel) }
        channel.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(Int64(delay * 1e9))) { send(answer, body: body, on: channel) }
    }

    private func send(_ answer: PushAnswer, body text: String = "", on channel: any Channel) {
        var headers = HTTPHeaders()
        if let retryAfter = answer.rule?.retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        if let location = answer.rule?.location { headers.add(name: "location", value: location) }
        if answer.rule?.size == nil { headers.add(name: "content-length", value: String(text.utf8.count)) }
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: answer.status), headers: headers)
        channel.write(HTTPServerResponsePart.head(head), promise: nil)
        if let size = answer.rule?.size { return Self.stream(size, channel) }
        if !text.isEmpty { channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: text))), promise: nil) }
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }

    /// Sends a body of any length, as fast as the client reads it. With 0 bytes, it never ends.
    private static func stream(_ size: Int, _ channel: any Channel) {
        guard size > 0 else { return channel.flush() }
        let part = ByteBuffer(repeating: UInt8(ascii: "x"), count: min(size, 1 << 16))
        let rest = size - part.readableBytes
        channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(part))).whenSuccess {
            if rest > 0 { return stream(rest, channel) }
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        }
    }
}

import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Carries messages to webhooks, or to a test.
public struct WebhookTransport: Sendable {
    /// Sends a message once, and waits for the answer.
    let send: @Sendable (WebhookRequest) async -> WebhookResult

    init(send: @escaping @Sendable (WebhookRequest) async -> WebhookResult) {
        self.send = send
    }

    /// Creates the transport over HTTPS.
    /// - Parameters:
    ///   - addressGuard: decides to which addresses it connects.
    ///   - caFile: a PEM file with certificate authorities to trust besides the system's.
    public static func https(_ addressGuard: AddressGuard, caFile: String?) throws -> WebhookTransport {
        let client = try WebhookClient(addressGuard, caFile: caFile)
        return WebhookTransport { await client.send($0) }
    }
}

/// Sends messages to webhooks over HTTPS.
///
/// Any admin of a community chooses the URL. So the name is resolved once, all its addresses are checked, and the
/// connection goes to a checked address, even if the name has other addresses a moment later. Redirects aren't
/// followed.
///
/// The status decides the result. So an answer counts from the end of its head, whatever becomes of its body.
struct WebhookClient: Sendable {
    /// The time limits of an attempt. Together with the time limit for resolving a name, they are shorter than a lease.
    struct Limits: Sendable {
        var connecting = TimeAmount.seconds(4)
        /// The longest time from the connection to the answer's status.
        var answering = Duration.seconds(10)
        /// The longest time for which the answer's body is read after its head, so that most receivers can finish it.
        var body = TimeAmount.seconds(1)
        /// The longest time for which the client waits for the receiver's end of TLS before it closes the connection.
        var closing = TimeAmount.seconds(1)
    }

    /// The maximum number of addresses of a name that are tried.
    private static let attempts = 2
    /// The number of bytes of an answer's body after which the client stops reading.
    private static let bodyLimit = 4096

    private let addressGuard: AddressGuard
    private let limits: Limits
    private let tls: NIOSSLContext
    private let resolver: NameResolver

    /// Creates the transport.
    /// - Parameters:
    ///   - addressGuard: decides to which addresses it connects.
    ///   - caFile: a PEM file with certificate authorities to trust besides the system's.
    ///   - limits: the time limits.
    ///   - resolver: finds the addresses of names.
    init(
        _ addressGuard: AddressGuard, caFile: String? = nil, limits: Limits = Limits(), resolver: NameResolver = NameResolver()
    ) throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = limits.closing
        if let caFile { configuration.additionalTrustRoots = [.file(caFile)] }
        (self.addressGuard, self.limits) = (addressGuard, limits)
        (tls, self.resolver) = (try NIOSSLContext(configuration: configuration), resolver)
    }

    /// Sends a message once, and waits for the answer.
    func send(_ request: WebhookRequest) async -> WebhookResult {
        guard let url = WebhookURL(request.url) else { return .failed("the address isn't one") }
        let addresses: [SocketAddress]
        do { addresses = try await self.addresses(of: url, for: request.tenantID) } catch { return .failed("no address for the name") }
        guard !addresses.isEmpty, addresses.allSatisfy(addressGuard.admits) else { return .failed("the address isn't allowed") }
        for address in addresses.prefix(Self.attempts) {
            guard let channel = try? await connect(to: address, url) else { continue }
            return await answer(to: request, at: url, over: channel)
        }
        return .failed("no connection")
    }

    private func addresses(of url: WebhookURL, for tenantID: UUID) async throws -> [SocketAddress] {
        if let address = try? SocketAddress(ipAddress: url.host, port: url.port) { return [address] }
        return try await resolver.addresses(of: url.host, url.port, for: tenantID)
    }

    private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPPart<HTTPRequestHead, ByteBuffer>>

    private func connect(to address: SocketAddress, _ url: WebhookURL) async throws -> Channel {
        // TLS names no IP address; the certificate must then be one for the address.
        let isName = (try? SocketAddress(ipAddress: url.host, port: 0)) == nil
        return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connectTimeout(limits.connecting)
            .connect(to: address) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: isName ? url.host : nil))
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(HTTPRequestWrapper())
                    return try Channel(wrappingChannelSynchronously: channel)
                }
            }
    }

    private func answer(to request: WebhookRequest, at url: WebhookURL, over channel: Channel) async -> WebhookResult {
        await withTaskGroup(of: WebhookResult?.self) { group in
            group.addTask {
                do { return try await exchange(request, at: url, over: channel) } catch { return .failed(Self.reason(for: error)) }
            }
            group.addTask {
                try? await Task.sleep(for: limits.answering)
                return nil
            }
            let first: WebhookResult? = await group.next() ?? nil
            group.cancelAll()
            if let first { return first }
            // The status may have arrived in time, while the body or the end of the connection is still to come.
            let last: WebhookResult? = await group.next() ?? nil
            if case .answered(let status)? = last { return .answered(status: status) }
            return .failed("no answer in time")
        }
    }

    /// Returns why no answer arrived, in a few words.
    private static func reason(for error: any Error) -> String {
        switch error {
        // The receiver ended the connection before it answered, and without the end of TLS.
        case NIOSSLError.uncleanShutdown: "connection lost"
        case is NIOSSLError: "no TLS"
        case is NIOSSLExtraError: "the certificate isn't for the name"
        default: "connection lost"
        }
    }

    /// Sends a request, and reads the head of the answer. Nothing that follows the head can fail: a body may have no length, stop
    /// early or never end, and many receivers close the connection without the end of TLS.
    private func exchange(_ request: WebhookRequest, at url: WebhookURL, over channel: Channel) async throws -> WebhookResult {
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: url.target)
        for (name, value) in request.headers { head.headers.add(name: name, value: value) }
        head.headers.add(name: "host", value: url.authority)
        head.headers.add(name: "content-length", value: String(request.body.count))
        head.headers.add(name: "connection", value: "close")
        let socket = channel.channel
        return try await channel.executeThenClose { answer, output in
            try await output.write(contentsOf: [.head(head), .body(ByteBuffer(bytes: request.body)), .end(nil)])
            var parts = answer.makeAsyncIterator()
            // NIO's decoder drops interim responses, so this is the final one.
            guard case .head(let finalHead)? = try await parts.next() else { return .failed("connection lost") }
            let closing = socket.eventLoop.scheduleTask(in: limits.body) { socket.close(promise: nil) }
            var count = 0
            while count < Self.bodyLimit, case .body(let bytes)? = try? await parts.next() { count += bytes.readableBytes }
            closing.cancel()
            return .answered(status: Int(finalHead.status.code))
        }
    }
}

/// Turns the parts of a request into those that NIO's client writes, whose body may also be a file.
private final class HTTPRequestWrapper: ChannelOutboundHandler {
    typealias OutboundIn = HTTPPart<HTTPRequestHead, ByteBuffer>
    typealias OutboundOut = HTTPClientRequestPart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part: HTTPClientRequestPart =
            switch unwrapOutboundIn(data) {
            case .head(let head): .head(head)
            case .body(let bytes): .body(.byteBuffer(bytes))
            case .end(let trailers): .end(trailers)
            }
        context.write(wrapOutboundOut(part), promise: promise)
    }
}

import Foundation
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// Apple's side: all connections, their limits, and the ledger of requests. Lives on one event loop.
final class Gateway {
    private let loop: any EventLoop
    private let print: ((String) -> Void)?
    private(set) var streamLimit: Int
    private var tokens: ProviderTokens
    private var ledger: Ledger
    private var rules = Rules()
    private var connections: [ObjectIdentifier: GatewayConnection] = [:]
    private var connectionCount = 0

    /// The interval at which the ledger is written.
    private static let ledgerInterval = TimeAmount.milliseconds(20)

    /// - Parameter print: takes a line for each accepted push.
    init(loop: any EventLoop, streamLimit: Int, tokens: ProviderTokens, ledger: Ledger, print: ((String) -> Void)?) {
        self.loop = loop
        self.streamLimit = streamLimit
        self.tokens = tokens
        self.ledger = ledger
        self.print = print
        writeLedger()
    }

    func flush() throws { try ledger.flush() }

    private func writeLedger() {
        loop.assumeIsolated().scheduleTask(in: Self.ledgerInterval) { [weak self] in
            do {
                try self?.flush()
            } catch {
                // A test that relies on the ledger must not go on without it.
                FileHandle.standardError.write(Data("The ledger can't be written: \(error)\n".utf8))
                exit(1)
            }
            self?.writeLedger()
        }
    }

    // MARK: Connections

    /// Listens on the loopback address only.
    /// - Parameter port: 0 for any free port.
    static func listen(_ gateway: NIOLoopBound<Gateway>, port: Int, certificates: Certificates) async throws -> any Channel {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(certificates.certificate.path).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: certificates.key.path, format: .pem)))
        configuration.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: configuration)
        return try await ServerBootstrap(group: gateway.eventLoop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = gateway.value.newConnection()
                    let handlers: [any ChannelHandler] = [NIOSSLServerHandler(context: context), http2(), connection]
                    try channel.pipeline.syncOperations.addHandlers(handlers)
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
    }

    /// Without a limit on reset streams: clients reset many when tests make the gateway silent.
    private static func http2() -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: 1)]
        connection.maximumRecentlyResetStreams = 4096
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = 1_000_000
        stream.streamErrorRateLimit.maximumCount = 1_000_000
        return NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream)
    }

    private func newConnection() -> GatewayConnection {
        connectionCount += 1
        let connection = GatewayConnection(gateway: self, number: connectionCount)
        connections[ObjectIdentifier(connection)] = connection
        return connection
    }

    func connectionEnded(_ connection: GatewayConnection) { connections[ObjectIdentifier(connection)] = nil }

    // MARK: Control

    func obey(_ control: Control) {
        if control.clear == true { rules.clear() }
        if let rule = control.rule { rules.add(rule) }
        if let streams = control.streams {
            streamLimit = streams
            for connection in connections.values { connection.announceStreamLimit() }
        }
        switch control.now {
        case .cut: for connection in connections.values { connection.cut() }
        case .goaway: for connection in connections.values { connection.goAway() }
        case nil: break
        }
    }

    // MARK: Requests

    /// Returns the rule for this request, if there is one, and counts it as used.
    func rule(for request: PushRequest) -> Rule? { rules.next(for: request.device) }

    /// Checks a request by Apple's rules.
    /// - Parameter team: the team that the connection belongs to so far.
    /// - Returns: the token, and the error with which Apple would refuse the request.
    func judge(_ request: PushRequest, size: Int, team: String?) -> (token: ProviderTokens.Token?, refusal: Refusal?) {
        do throws(Refusal) {
            try request.checkPath()
            let token = try tokens.check(request.authorization)
            do throws(Refusal) {
                if let team, team != token.team { throw .invalidProviderToken }
                try request.checkContent(size: size)
                if let topics = token.topics, let topic = request.topic, !topics.contains(topic) { throw .topicDisallowed }
                return (token, nil)
            } catch {
                return (token, error)
            }
        } catch {
            return (nil, error)
        }
    }

    func record(_ entry: Ledger.Entry) { ledger.add(entry) }

    func announce(_ request: PushRequest, payload: ByteBuffer) {
        guard let print else { return }
        print(Announcement(request, payload: Data(payload.readableBytesView)).description)
    }
}

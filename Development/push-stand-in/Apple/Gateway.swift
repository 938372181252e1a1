import Foundation
import NIOCore
import NIOHTTP2
import NIOSSL
import StandIns

/// Apple's side of the protocol: all connections, their limits, and the log of requests. It runs on one event loop.
final class Gateway {
    let log: RequestLog
    private(set) var streamLimit: Int
    private let printsPushes: Bool
    private var tokens: ProviderTokens
    private var rules = Rules<Rule>()
    private var connections: [ObjectIdentifier: GatewayConnection] = [:]
    private var connectionCount = 0

    /// Creates a gateway without connections.
    /// - Parameter printsPushes: whether the stand-in prints a line for each accepted push.
    init(streamLimit: Int, tokens: ProviderTokens, log: RequestLog, printsPushes: Bool) {
        (self.streamLimit, self.tokens, self.log, self.printsPushes) = (streamLimit, tokens, log, printsPushes)
    }

    // MARK: Connections

    /// Prepares TLS with the stand-in's certificate.
    /// - Returns: a function that adds the handlers to a new connection.
    static func connecting(
        to gateway: NIOLoopBound<Gateway>, _ certificates: Certificates
    ) throws -> @Sendable (any Channel) throws -> Void {
        let context = try certificates.context(["h2"])
        return { channel in
            let handlers: [any ChannelHandler] = [NIOSSLServerHandler(context: context), http2(), gateway.value.newConnection()]
            try channel.pipeline.syncOperations.addHandlers(handlers)
        }
    }

    /// Creates the HTTP/2 handler without a limit on reset streams, because clients reset many streams when a test
    /// makes the gateway silent.
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

    // MARK: GatewayControl

    func obey(_ control: GatewayControl) {
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

    /// Returns the rule that applies to a device of a service, and counts this use of the rule; nil if none applies.
    func rule(_ service: Rule.Service, for device: some StringProtocol) -> Rule? {
        let fits = { (rule: Rule) in rule.service == nil || rule.service == service }
        return rules.next { rule in fits(rule) && rule.device.map { $0 == device } ?? false }
            ?? rules.next { rule in fits(rule) && rule.device == nil }
    }

    /// Checks a push request by Apple's rules.
    /// - Parameter team: the team whose token the connection has used so far; nil if none.
    /// - Returns: the request's provider token, and the error with which Apple would refuse the request. Either is nil
    ///   if there is none.
    func judge(_ request: PushRequest, size: Int, team: String?) -> (token: ProviderTokens.Token?, refusal: PushAnswer?) {
        var token: ProviderTokens.Token?
        do throws(PushAnswer) {
            try request.checkPath()
            token = try tokens.check(request["authorization"])
            if let team, team != token?.team { throw PushAnswer(403, "InvalidProviderToken") }
            try request.checkContent(size: size)
            return (token, nil)
        } catch {
            return (token, error)
        }
    }

    func announce(_ request: PushRequest, payload: ByteBuffer) {
        if printsPushes { say(Announcement.text(request, payload: Data(payload.readableBytesView))) }
    }
}

import Foundation
import NIOCore
import NIOPosix
import Postgres
import Server
import Synchronization
import TestSupport

/// A connection on which a test can send any bytes.
final class RawClient: Sendable {
    private let channel: any Channel
    private let hearing: Hearing

    /// Connects. The test must close the connection.
    /// - Parameters:
    ///   - isReading: whether it reads continuously.
    ///   - staysOpen: whether it stays open when the server closes its sending side.
    ///   - source: the local address to connect from.
    static func open(
        port: Int, isReading: Bool = true, staysOpen: Bool = false, from source: String = "127.0.0.1"
    ) async throws -> RawClient {
        let hearing = Hearing()
        var bootstrap = ClientBootstrap.patient()
            .channelOption(.allowRemoteHalfClosure, value: staysOpen)
            .bind(to: try SocketAddress(ipAddress: source, port: 0))
            .channelInitializer { $0.pipeline.addHandler(hearing) }
        if !isReading {
            bootstrap = bootstrap.channelOption(.autoRead, value: false).channelOption(.maxMessagesPerRead, value: 1)
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4096))
                .channelOption(.socketOption(.so_rcvbuf), value: 65_536)
        }
        return RawClient(try await bootstrap.connect(host: "127.0.0.1", port: port).get(), hearing)
    }

    /// Runs the body with a connection.
    static func with<Result: Sendable>(
        port: Int, isReading: Bool = true, staysOpen: Bool = false, _ body: (RawClient) async throws -> Result
    ) async throws -> Result {
        let client = try await open(port: port, isReading: isReading, staysOpen: staysOpen)
        do {
            let result = try await body(client)
            await client.close()
            return result
        } catch {
            await client.close()
            throw error
        }
    }

    /// Sends the bytes, and returns everything that the server sends until it closes the connection.
    /// - Parameter isWhole: whether the client closes its sending side after them.
    static func exchange(_ text: String, isWhole: Bool = false, port: Int) async throws -> String {
        try await with(port: port) { client in
            if !text.isEmpty { try await client.send(text) }
            if isWhole { try await client.finish() }
            try await client.untilClosed()
            return client.received
        }
    }

    private init(_ channel: any Channel, _ hearing: Hearing) {
        self.channel = channel
        self.hearing = hearing
    }

    var received: String { hearing.state.withLock { String(decoding: $0.received, as: UTF8.self) } }
    var isClosed: Bool { hearing.state.withLock { $0.isClosed } }
    /// The statuses of the answers so far.
    var statuses: [Int] { Self.statuses(received) }

    /// Returns the final statuses. 100 isn't one.
    static func statuses(_ text: String) -> [Int] {
        text.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }.filter { $0 != 102 }
    }

    func close() async {
        try? await channel.close().get()
    }

    /// Closes the connection with a reset, as a client does that has crashed.
    func reset() async throws {
        try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close().get()
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    /// Closes the sending side.
    func finish() async throws {
        try await channel.close(mode: .output).get()
    }

    /// Sends one byte after another while the server reads, slowly enough to stay below the server's limit on chunks.
    func trickle(_ byte: Character) async throws {
        var next = ContinuousClock.now
        try await eventually("the server has enough") {
            if ContinuousClock.now >= next {
                try? await send(String(byte))
                next = .now + .milliseconds(50)
            }
            return isClosed
        }
    }

    /// Reads slowly, on a connection that doesn't read continuously.
    func sip() async throws {
        try await eventually("the server has sent all") {
            channel.read()
            return isClosed
        }
    }

    /// Reads a little, on a connection that doesn't read continuously.
    func take() {
        channel.read()
    }

    func untilClosed() async throws {
        try await eventually("the server closes the connection") { isClosed }
    }

    func untilAnswered(_ count: Int = 1) async throws {
        try await eventually("\(count) requests are answered") { statuses.count >= count }
    }

    private final class Hearing: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let state = Mutex((received: [UInt8](), isClosed: false))

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            state.withLock { $0.received += unwrapInboundIn(data).readableBytesView }
        }

        func channelInactive(context: ChannelHandlerContext) {
            state.withLock { $0.isClosed = true }
        }

        /// A reset also closes the connection.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}

extension EdgeLimits {
    /// Returns limits that no test reaches, except those that the test changes.
    static func patient(_ change: (inout EdgeLimits) -> Void = { _ in }) -> EdgeLimits {
        var limits = EdgeLimits.ofTests
        (limits.headTimeout, limits.bodyTimeout, limits.idleTimeout) = (.seconds(600), .seconds(600), .seconds(600))
        (limits.stallTimeout, limits.shutdownTimeout, limits.bodyRatePeriod) = (.seconds(600), .seconds(600), .seconds(600))
        limits.probeDelay = .seconds(600)
        change(&limits)
        return limits
    }
}

extension TestServer {
    /// While the body runs, blocks every request that needs a session.
    func withSessionsLocked(_ body: () async throws -> Void) async throws {
        try await database.owner.transaction { transaction in
            try await transaction.query("SET LOCAL idle_in_transaction_session_timeout = 0")
            try await transaction.query("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
            try await body()
        }
    }

    /// Waits until a request is blocked, and returns the id of its PostgreSQL process.
    @discardableResult
    func waitingProcess() async throws -> Int {
        var process: Int?
        try await eventually("a request waits for the lock") {
            let rows = try await rows(
                "SELECT pid::int8 AS pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")
            process = try rows.first?["pid"]
            return process != nil
        }
        return process ?? 0
    }
}

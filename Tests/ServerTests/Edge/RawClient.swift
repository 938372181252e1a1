import Foundation
import NIOCore
import NIOPosix
import Postgres
import Server
import Synchronization
import TestSupport

/// A connection on which a test says what it likes, byte for byte.
final class RawClient: Sendable {
    private let channel: any Channel
    private let hearing: Hearing

    /// Connects, for a test to close.
    /// - Parameters:
    ///   - isReading: whether it takes what the server sends without being told to.
    ///   - staysOpen: whether it goes on when the server says that nothing more comes.
    ///   - source: the address of this machine that it connects from.
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

    /// Connects for as long as the body runs.
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

    /// What the server says to these bytes until it closes the connection.
    /// - Parameter isWhole: whether the client says at their end that nothing more comes.
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
    /// The statuses of what was answered so far.
    var statuses: [Int] { Self.statuses(received) }

    /// That a request is being worked on is no answer to it.
    static func statuses(_ text: String) -> [Int] {
        text.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }.filter { $0 != 102 }
    }

    func close() async {
        try? await channel.close().get()
    }

    /// Closes it as a client does whose machine has no more memory for it: with a reset.
    func reset() async throws {
        try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close().get()
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    /// Says that nothing more comes.
    func finish() async throws {
        try await channel.close(mode: .output).get()
    }

    /// Sends byte after byte, for as long as the server takes them; not so fast that it is their number that the server won't have.
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

    /// Takes what the server sends by and by, slower than it could, where nothing is taken otherwise.
    func sip() async throws {
        try await eventually("the server has sent all") {
            channel.read()
            return isClosed
        }
    }

    /// Takes a little of what the server has sent, where nothing is taken otherwise.
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

        /// A reset is a way to close.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}

extension EdgeLimits {
    /// No limit that a test could meet, but for what it sets.
    static func patient(_ change: (inout EdgeLimits) -> Void = { _ in }) -> EdgeLimits {
        var limits = EdgeLimits.ofTests
        (limits.head, limits.body, limits.idle) = (.seconds(600), .seconds(600), .seconds(600))
        (limits.stall, limits.shutdown, limits.flow) = (.seconds(600), .seconds(600), .seconds(600))
        limits.presence = .seconds(600)
        change(&limits)
        return limits
    }
}

extension TestServer {
    /// Lets every request that needs a session wait while the body runs.
    func withSessionsLocked(_ body: () async throws -> Void) async throws {
        try await database.owner.transaction { transaction in
            try await transaction.query("SET LOCAL idle_in_transaction_session_timeout = 0")
            try await transaction.query("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
            try await body()
        }
    }

    /// Waits until a request waits, and says in which of PostgreSQL's processes.
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

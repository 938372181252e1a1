import Foundation
import Synchronization
import Testing

@testable import Postgres

@Suite("The event loop that watches all connections")
struct EventLoopTests {
    @Test("Bytes that one event leaves unread are reported again")
    func reportsUnreadBytesAgain() async throws {
        let pipe = try WatchedPipe()
        pipe.send(count: 3)
        try await eventually("three events read three bytes") { pipe.received == 3 }
        pipe.close()
    }

    @Test("Room to write is reported only while the owner asks for it")
    func reportsRoomToWrite() async throws {
        let pipe = try WatchedPipe(watching: .writer)
        try await barrier()
        #expect(pipe.events == 0)
        pipe.loop.watch(pipe.token, writing: true)
        try await eventually("there is room") { pipe.events > 0 }
        pipe.loop.watch(pipe.token, writing: false)
        try await barrier()
        let count = pipe.events
        try await barrier()
        #expect(pipe.events == count)
        pipe.close()
    }

    @Test("A socket that is no longer watched is not reported, and its owner is released")
    func forgetsUnwatchedSockets() async throws {
        weak var released: WatchedPipe?
        do {
            let pipe = try WatchedPipe()
            released = pipe
            pipe.loop.unwatch(pipe.token)
            try await barrier()
            pipe.send(count: 1)
            try await barrier()
            #expect(pipe.events == 0)
            pipe.close()
        }
        try await eventually("the loop has released the owner") { released == nil }
    }

    /// libpq closes the socket of a broken connection by itself, so its number may be another connection's already.
    @Test("A connection that is unwatched after its socket was closed takes no other connection out of the loop")
    func keepsTheNextSocketOfANumber() async throws {
        let broken = try WatchedPipe()
        let next = try WatchedPipe(replacing: broken)
        broken.loop.unwatch(broken.token)
        next.send(count: 1)
        try await eventually("the next connection's byte is read") { next.received == 1 }
        next.close()
    }

    @Test("Random openings, writes and closings by several tasks at once lose no event", arguments: 1...4)
    func losesNoEvent(seed: UInt64) async throws {
        var dice = Dice(seed: seed)
        var pipes: [WatchedPipe] = []
        for _ in 0..<500 {
            switch dice.below(10) {
            case 0...1 where pipes.count < 32: pipes.append(try WatchedPipe())
            case 2 where !pipes.isEmpty: pipes.remove(at: dice.below(pipes.count)).close()
            case 3: try await receiveAll(pipes)
            default: if !pipes.isEmpty { pipes[dice.below(pipes.count)].send(count: dice.below(3) + 1) }
            }
        }
        try await receiveAll(pipes)
        for pipe in pipes { pipe.close() }
    }

    private func receiveAll(_ pipes: [WatchedPipe]) async throws {
        for pipe in pipes { try await eventually("each byte is read") { pipe.received == pipe.sent } }
    }

    /// Waits until the loop watches what it was asked to watch so far, and nothing else.
    private func barrier() async throws {
        let pipe = try WatchedPipe()
        pipe.send(count: 1)
        try await eventually("the loop has passed") { pipe.received == 1 }
        pipe.close()
    }
}

/// A pipe. The event loop watches one end, and at each event the pipe reads a single byte there.
private final class WatchedPipe: Watched {
    enum End: Int { case reader, writer }

    private struct State {
        var ends: [Int32] = [-1, -1]
        var token: EventLoop.Token = 0
        var sent = 0
        var received = 0
        var events = 0
        var isClosed = false
    }

    let loop: EventLoop
    private let state = Mutex(State())

    init(watching end: End = .reader) throws {
        loop = try EventLoop.shared()
        let ends = try Self.makePipe()
        state.withLock { $0.ends = ends }
        watch(end)
    }

    /// Closes the pipe of another owner, which stays registered, and takes its numbers.
    init(replacing other: WatchedPipe) throws {
        loop = other.loop
        let ends = try Self.makePipe()
        let numbers = other.state.withLock { state in
            state.isClosed = true
            for (end, number) in zip(ends, state.ends) { dup2(end, number) }
            return state.ends
        }
        for end in ends { Foundation.close(end) }
        state.withLock { $0.ends = numbers }
        watch(.reader)
    }

    private static func makePipe() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        let status = pipe(&ends)
        try #require(status == 0)
        // An event that comes late must not block the loop.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return ends
    }

    private func watch(_ end: End) {
        state.withLock { $0.token = loop.watch($0.ends[end.rawValue], self) }
    }

    var token: EventLoop.Token { state.withLock { $0.token } }
    var sent: Int { state.withLock { $0.sent } }
    var received: Int { state.withLock { $0.received } }
    var events: Int { state.withLock { $0.events } }

    func send(count: Int) {
        state.withLock { state in
            state.sent += count
            _ = write(state.ends[1], [UInt8](repeating: 0, count: count), count)
        }
    }

    func socketReady(_ resume: (Resumption) -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.events += 1
            var byte: UInt8 = 0
            if read(state.ends[0], &byte, 1) == 1 { state.received += 1 }
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            loop.unwatch(state.token)
            for end in state.ends { Foundation.close(end) }
        }
    }
}

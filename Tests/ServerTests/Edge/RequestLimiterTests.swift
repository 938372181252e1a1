import DavenportAPI
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("rules 20: one user's concurrent requests don't delay others'")
struct RequestLimiterTests {
    private let ada = UUID()
    private let bea = UUID()

    /// Shows rule 20.21.
    @Test("Beyond four at once a user's requests wait in order, and another user's don't")
    func fifth() async throws {
        let (limiter, gate, began) = (RequestLimiter(), Gate(), Began())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...7 {
                group.addTask {
                    try await limiter.take(ada) { _ in
                        began.add(number)
                        await gate.wait()
                    }
                }
                try await eventually("\(number) have come") {
                    began.numbers.count == min(number, 4) && limiter.waitingCount == max(number - 4, 0)
                }
            }
            #expect(try await limiter.take(bea) { _ in 7 } == 7)
            gate.open()
            try await group.waitForAll()
        }
        #expect(began.numbers == Array(1...7))
        #expect(try await limiter.take(ada) { _ in true })
    }

    /// Shows rule 20.21.
    @Test("A cancelled request leaves the queue, and the others move up")
    func cancelled() async throws {
        let (limiter, gate) = (RequestLimiter(), Gate())
        let running = (1...4).map { _ in Task { try await limiter.take(ada) { _ in await gate.wait() } } }
        try await eventually("four have begun") { gate.waitingCount == 4 }
        let first = Task { try await limiter.take(ada) { _ in } }
        try await eventually("one waits") { limiter.waitingCount == 1 }
        let second = Task { try await limiter.take(ada) { _ in } }
        try await eventually("two wait") { limiter.waitingCount == 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.open()
        try await second.value
        for task in running { try await task.value }
        #expect(limiter.waitingCount == 0)
    }

    /// Shows rule 20.21.
    @Test("A request that has waited too long is 503, and its wait counts against the wait for a connection")
    func impatient() async throws {
        let (limiter, gate) = (RequestLimiter(waitLimit: .milliseconds(50)), Gate())
        let running = (1...4).map { _ in Task { try await limiter.take(ada) { _ in await gate.wait() } } }
        try await eventually("four have begun") { gate.waitingCount == 4 }
        #expect(try await limiter.take(bea) { $0 } == .zero)
        let problem = try await #require(throws: Problem.self) { try await limiter.take(ada) { _ in } }
        #expect(problem.code == .unavailable && problem.retryAfter == 1 && limiter.waitingCount == 0)
        gate.open()
        for task in running { try await task.value }
    }

    /// Shows rule 20.21.
    @Test("A request that is admitted late has only the rest of its wait budget for a connection")
    func rest() async throws {
        let (limiter, gate) = (RequestLimiter(waitLimit: .seconds(600)), Gate())
        let running = (1...4).map { _ in Task { try await limiter.take(ada) { _ in await gate.wait() } } }
        try await eventually("four have begun") { gate.waitingCount == 4 }
        let before = ContinuousClock.now
        let late = Task { try await limiter.take(ada) { $0 } }
        try await eventually("one waits") { limiter.waitingCount == 1 }
        gate.open()
        let spent = try await late.value
        #expect(spent > .zero && spent <= ContinuousClock.now - before)
        for task in running { try await task.value }
    }
}

@Suite("rule 20.21: the limit over HTTP")
struct CrowdedTests {
    /// Shows rule 20.21.
    @Test("While four requests of a user wait for a lock, a fifth gets 503 in time, and another user is answered")
    func fifthRequest() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada"), try await server.person("bea"))
            let pool = Pool(
                PoolConfiguration(
                    uri: server.database.appURI, size: 8, waiterTimeout: .milliseconds(100), connectTimeout: .seconds(600),
                    statementTimeout: .seconds(600), idleInTransactionTimeout: .seconds(600), applicationName: "tests"), logger: .quiet)
            let useCases = UseCases(
                database: Database(pool: pool, clock: server.clock.wall), passwords: server.hasher, logger: .quiet)
            try await TestServer.serve(useCases) { _, port in
                let four: [Task<Answer, any Error>] = try await server.database.owner.transaction { transaction in
                    try await transaction.query("SET LOCAL idle_in_transaction_session_timeout = 0")
                    try await transaction.query("SELECT FROM users WHERE id = \(ada.id) FOR UPDATE")
                    let four = (1...4).map { number in
                        Task {
                            try await server.patient(.patch, "/v1/me", token: ada.token, json: ["username": "ada\(number)"], port: port)
                        }
                    }
                    try await eventually("four wait for the lock") { try await server.countWaiting() == 4 }
                    let fifth = try await server.call(.get, "/v1/me", token: ada.token, port: port)
                    #expect(fifth.status == 503 && fifth.code == .unavailable && fifth.headers["retry-after"] == "1")
                    #expect(try await server.patient(.get, "/v1/me", token: bea.token, port: port).status == 200)
                    return four
                }
                for task in four { #expect(try await task.value.status == 200) }
                #expect(try await server.patient(.get, "/v1/me", token: ada.token, port: port).status == 200)
            }
            await pool.close()
        }
    }
}

extension TestServer {
    /// Repeats a request while the server refuses it for lack of room, as on a busy machine.
    fileprivate func patient(
        _ method: DavenportAPI.Method, _ path: String, token: String, json: [String: String]? = nil, port: Int
    ) async throws -> Answer {
        while true {
            let answer = try await call(method, path, token: token, json: json, port: port)
            if answer.status != 503 { return answer }
        }
    }

    fileprivate func countWaiting() async throws -> Int {
        try await rows("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()")[0]["count"]
    }
}

/// Records which requests have begun, in order.
private final class Began: Sendable {
    private let state = Mutex<[Int]>([])

    var numbers: [Int] { state.withLock { $0 } }

    func add(_ number: Int) { state.withLock { $0.append(number) } }
}

/// Blocks all callers until it is opened.
private final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

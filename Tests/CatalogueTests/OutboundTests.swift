import DavenportAPI
import Foundation
import Synchronization
import TMDBStandIn
import TestSupport
import Testing

@testable import Catalogue

@Suite("rules 8: rate limiting of requests to the provider")
struct OutboundTests {
    /// Shows rules 5.5 and 8.8.
    @Test("A room and a request to the provider wait for two seconds at most")
    func deadlines() {
        let deadlines = CatalogueDeadlines()
        #expect(deadlines.room == .seconds(2) && deadlines.turn == .seconds(2))
    }

    /// Shows rule 8.8.
    @Test("At most the limit begins in any second, each as early as possible")
    func rate() throws {
        var (random, rate) = (SplitMix64(seed: 3), ProviderRate(limit: 40))
        let begin = ContinuousClock.now
        var (now, begun): (ContinuousClock.Instant, [ContinuousClock.Instant]) = (begin, [])
        for _ in 0..<2000 {
            now += .milliseconds(Int.random(in: 0...30, using: &random))
            let within = begun.filter { $0 + .seconds(1) > now }
            if let later = rate.begin(at: now) {
                #expect(within.count == 40 && later == within[0] + .seconds(1))
            } else {
                #expect(within.count < 40)
                begun.append(now)
            }
        }
        #expect(begun.count > 40 * 29 && begun.count <= 40 * 31)
    }

    /// Shows rule 8.8.
    @Test("When the limit falls, requests already begun count, and the next begins as early as possible")
    func lessened() {
        var rate = ProviderRate(limit: 4)
        let begin = ContinuousClock.now
        for count in 0..<4 { #expect(rate.begin(at: begin + .milliseconds(100 * count)) == nil) }
        rate.limit = 2
        for moment in [400, 1199] { #expect(rate.begin(at: begin + .milliseconds(moment)) == begin + .milliseconds(1200)) }
        #expect(rate.begin(at: begin + .milliseconds(1200)) == nil)
        #expect(rate.begin(at: begin + .milliseconds(1200)) == begin + .milliseconds(1300))
    }

    /// Shows rule 8.8.
    @Test("Servers that send requests share the limit, and a single one has all of it")
    func sharedRate() async throws {
        try await CatalogueFixture.with { evening in
            let first = try #require(evening.server.catalogue)
            _ = try await evening.get("movies/603").expecting(200, Movie.self)
            #expect(first.limiter.perSecond == 40)
            try await evening.withSecondServer { port, second in
                _ = try await evening.get("tv/95396", at: port).expecting(200, Show.self)
                #expect(second.limiter.perSecond == 20)
                _ = try await evening.get("tv/95396/seasons/1").expecting(200, Season.self)
                #expect(first.limiter.perSecond == 20)
                evening.server.clock.advance(by: 31)
                _ = try await evening.get("movies/1")
                #expect(first.limiter.perSecond == 40)
            }
        }
    }

    /// Shows rule 8.8.
    @Test("Requests beyond the rate wait")
    func waking() async throws {
        let limiter = ProviderLimiter(.init(perSecond: 2))
        let begin = ContinuousClock.now
        try await concurrently(0..<5) { _ in try await limiter.take(nil, within: .seconds(600)) {} }
        #expect(ContinuousClock.now - begin >= .seconds(2))
    }

    /// Shows rule 8.8.
    @Test("One user has at most four connections, requests without a user eight, and all together sixteen")
    func shares() async throws {
        let (limiter, gate) = (ProviderLimiter(.init(perSecond: 1000)), Gate())
        let (ada, others) = (Requester.made(1), (2...8).map(Requester.made))
        try await withThrowingTaskGroup(of: Void.self) { group in
            // If an expectation fails, no task stays blocked.
            defer { gate.open() }
            func ask(_ requester: Requester?, _ count: Int) {
                for _ in 0..<count {
                    group.addTask { try await limiter.take(requester, within: .seconds(600)) { await gate.pass(requester) } }
                }
            }
            ask(ada, 30)
            try await eventually("four are in") { gate.inside.count == 4 && limiter.waitingCount == 26 }
            ask(nil, 30)
            try await eventually("eight more are in") { gate.inside.count == 12 && limiter.waitingCount == 48 }
            for other in others { ask(other, 1) }
            try await eventually("sixteen are in") { gate.inside.count == 16 && limiter.waitingCount == 51 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(gate.most.total == 16 && gate.most.each[ada] == 4 && gate.most.each[nil] == 8)
    }

    /// Shows rule 8.8.
    @Test("The user served longest ago is next, so one user's many requests don't delay another's single one")
    func fairness() async throws {
        let (limiter, gate) = (ProviderLimiter(.init(connections: 1, perSecond: 1000)), Gate())
        let (ada, bea, cem) = (Requester.made(1), Requester.made(2), Requester.made(3))
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { gate.open() }
            for (waiting, requester) in [ada, ada, ada, ada, bea, bea, cem].enumerated() {
                group.addTask { try await limiter.take(requester, within: .seconds(600)) { await gate.pass(requester) } }
                try await eventually("it is in line") { limiter.waitingCount == waiting && gate.inside.count == 1 }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(gate.order == [ada, bea, cem, ada, bea, ada, ada])
    }

    /// Shows rule 8.8.
    @Test("A request that has waited too long or is cancelled leaves the queue, and the others go on")
    func leaving() async throws {
        let (limiter, gate) = (ProviderLimiter(.init(connections: 1, perSecond: 1000)), Gate())
        defer { gate.open() }
        let first = Task { try await limiter.take(nil, within: .seconds(600)) { await gate.pass(nil) } }
        try await eventually("one is in") { gate.inside.count == 1 }
        await #expect(throws: ProviderLimiter.NoSlotInTime.self) { try await limiter.take(nil, within: .milliseconds(1)) {} }
        let cancelled = Task { try await limiter.take(nil, within: .seconds(600)) {} }
        try await eventually("one waits") { limiter.waitingCount == 1 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        gate.open()
        try await first.value
        try await limiter.take(nil, within: .seconds(600)) {}
        #expect(limiter.waitingCount == 0)
    }

    /// Shows rule 8.8.
    @Test("With a slow provider one user holds four connections, and another user is still served")
    func slow() async throws {
        var deadlines = CatalogueDeadlines.patient
        // A waiting client learns at once that it takes longer, and the look-up continues.
        deadlines.lookUp = .milliseconds(1)
        try await CatalogueFixture.with(deadlines) { evening in
            let bea = try await evening.server.person("bea")
            evening.tmdb.add(Rule(.hold, path: "/tv"))
            for show in 1...20 { expect(try await evening.get("tv/\(show)"), .catalogueUnavailable) }
            try await eventually("some are asked for") { evening.asked("/3/tv") == 4 }
            expect(try await evening.get("movies/603", as: bea), .catalogueUnavailable)
            try await eventually("the other's is there") { try await evening.get("movies/603", as: bea).status == 200 }
            #expect(evening.asked("/3/tv") == 4)
            evening.tmdb.clear()
            try await eventually("all are asked for") { evening.asked("/3/tv") == 20 }
        }
    }

    /// Shows rule 8.8.
    @Test("One user's in-flight look-ups are limited, and another user's begins nevertheless")
    func inFlightRequests() async throws {
        var deadlines = CatalogueDeadlines.patient
        deadlines.lookUp = .milliseconds(1)
        try await CatalogueFixture.with(deadlines) { evening in
            evening.tmdb.add(Rule(.hold, path: "/tv"))
            for show in 1...40 { expect(try await evening.get("tv/\(show)"), .catalogueUnavailable) }
            let rows = { (what: String) in try await evening.server.database.count("catalogue_entries WHERE key LIKE '% tv/%'" + what) }
            try await eventually("they have begun") { try await rows(" AND lease_until > clock_timestamp()") >= 32 }
            let bea = try await evening.server.person("bea")
            _ = try await evening.get("movies/603", as: bea)
            try await eventually("the other's is there") { try await evening.get("movies/603", as: bea).status == 200 }
            evening.tmdb.clear()
            try await eventually("all are answered") { try await rows(" AND fetched_at IS NULL") == 0 }
            // Look-ups beyond the limit wrote no row, and were never sent.
            #expect(try await rows("") == 32 && evening.asked("/3/tv") == 32)
        }
    }

    /// Shows rule 8.8.
    @Test("A look-up that can't begin in time is 503 with Retry-After, without a request or a stored row")
    func crowded() async throws {
        var deadlines = CatalogueDeadlines.patient
        (deadlines.lookUp, deadlines.turn) = (.milliseconds(1), .milliseconds(1))
        try await CatalogueFixture.with(deadlines) { evening in
            evening.tmdb.add(Rule(.hold, path: "/tv"))
            for show in 1...4 { expect(try await evening.get("tv/\(show)"), .catalogueUnavailable) }
            try await eventually("four are asked for") { evening.asked("/3/tv") == 4 }
            let answer = try await evening.get("tv/5")
            #expect(answer.code == .catalogueUnavailable && answer.headers["retry-after"] != nil, "\(answer)")
            try await eventually("it is given up") { evening.server.catalogue?.counts.crowded == 1 }
            try await eventually("nothing stays of it") {
                try await evening.server.database.count("catalogue_entries WHERE key = 'en-US tv/5'") == 0
            }
            #expect(evening.asked("/3/tv") == 4)
            evening.tmdb.clear()
            try await eventually("it is asked for as any other") { try await evening.get("tv/5").status == 404 }
        }
    }
}

extension Requester {
    /// Makes a requester, the same for the same number.
    fileprivate static func made(_ number: UInt8) -> Requester {
        let id = UUID(uuid: (number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        return Requester(tenantID: id, userID: id)
    }
}

/// Blocks every caller until it is opened, and records who is inside.
private final class Gate: Sendable {
    struct Most {
        var total = 0
        var each: [Requester?: Int] = [:]
    }

    private struct State {
        var isOpen = false
        var inside: [Requester?] = []
        var order: [Requester?] = []
        var most = Most()
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var inside: [Requester?] { state.withLock { $0.inside } }
    var order: [Requester?] { state.withLock { $0.order } }
    var most: Most { state.withLock { $0.most } }

    func pass(_ requester: Requester?) async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.inside.append(requester)
                state.order.append(requester)
                state.most.total = max(state.most.total, state.inside.count)
                state.most.each[requester] = max(state.most.each[requester, default: 0], state.inside.count { $0 == requester })
                if !state.isOpen { state.held.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
        state.withLock { state in
            if let index = state.inside.firstIndex(of: requester) { state.inside.remove(at: index) }
        }
    }

    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }
}

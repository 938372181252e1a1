import DavenportAPI
import DavenportClient
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("rule 13.9: change notifications and long polls")
struct ChangeNotifierTests {
    /// Shows rule 13.9.
    @Test("A notification has at most 7,900 bytes for any number of users, and names each user once")
    func payloads() {
        let people = Set((0..<1000).map { _ in UUID() })
        let payloads = ChangeNotifier.payloads(of: people, from: "server")
        #expect(payloads.allSatisfy { $0.utf8.count <= 7900 } && payloads.count == 3)
        #expect(payloads.reduce(0) { $0 + $1.split(separator: " ").count - 1 } == 1000)
        #expect(ChangeNotifier.payloads(of: [], from: "server").isEmpty)
    }

    /// Shows rule 13.9.
    @Test("A change before the long poll waits wakes it, once; another user's change doesn't; an ended poll stays ended")
    func woken() async throws {
        let (longPolls, ada) = (LongPolls(), UUID())
        let wait = try #require(longPolls.begin(ada, for: .seconds(600)))
        longPolls.wake([ada])
        await wait.pause()
        #expect(wait.end == nil)
        let brief = try #require(longPolls.begin(ada, for: .milliseconds(200)))
        longPolls.wake([ada])
        longPolls.wake([UUID()])
        for _ in 0..<2 { await brief.pause() }
        #expect(brief.end == .timeUp)
        longPolls.end()
        for _ in 0..<2 { await wait.pause() }
        #expect(wait.end == .ended && brief.end == .ended)
        let late = try #require(longPolls.begin(ada, for: .seconds(600)))
        await late.pause()
        #expect(late.end == .ended)
        for _ in 0..<2 { wait.finish() }
        #expect(longPolls.count == 2)
    }

    /// Shows rule 13.10.
    @Test("A user's ninth long poll ends the oldest, and beyond 2,000 in all a poll is refused")
    func places() async throws {
        let (longPolls, ada) = (LongPolls(), UUID())
        let mine = try (0..<9).map { _ in try #require(longPolls.begin(ada, for: .seconds(600))) }
        #expect(mine.map(\.end) == [.ended] + Array(repeating: nil, count: 8))
        #expect(longPolls.count == 8)
        for _ in 8..<2000 { #expect(longPolls.begin(UUID(), for: .seconds(600)) != nil) }
        #expect(longPolls.begin(UUID(), for: .seconds(600)) == nil)
        #expect(longPolls.begin(ada, for: .seconds(600)) != nil, "in the place of an older one of their own")
        #expect(longPolls.count == 2000)
    }

    /// Shows rule 13.10.
    @Test("Beside 2,000 long polls another one is answered at once, with Retry-After: 30")
    func crowded() async throws {
        try await TestServer.with { server in
            let client = server.as(try await server.person("ada"))
            let now = try await client.listChanges(ChangesQuery(since: ChangesQuery.sinceNow)).next
            let since = try await client.listChanges(ChangesQuery(since: now)).next
            let others = try (0..<2000).map { _ in try #require(server.changeNotifier.longPolls.begin(UUID(), for: .seconds(600))) }
            defer { for longPoll in others { longPoll.finish() } }
            let changes = try await client.listChanges(ChangesQuery(since: since, wait: 25))
            #expect(changes.retryAfter == 30)
        }
    }

    /// Shows rule 13.10.
    @Test("A cancelled task stops waiting")
    func cancelled() async throws {
        let wait = try #require(LongPolls().begin(UUID(), for: .seconds(600)))
        let task = Task { await wait.pause() }
        task.cancel()
        await task.value
        #expect(wait.end == .ended)
    }
}

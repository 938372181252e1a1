import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("rules.md 13.9: nudges and waits")
struct NudgeTests {
    @Test("A notification has 7,900 bytes at most, whomever it is about, and names each person once")
    func payloads() {
        let people = Set((0..<1000).map { _ in UUID() })
        let payloads = Nudges.payloads(of: people, from: "server")
        #expect(payloads.allSatisfy { $0.utf8.count <= 7900 } && payloads.count == 3)
        #expect(payloads.reduce(0) { $0 + $1.split(separator: " ").count - 1 } == 1000)
        #expect(Nudges.payloads(of: [], from: "server").isEmpty)
    }

    @Test("What happens before a request waits wakes it, once; another person's doesn't; what has ended stays so")
    func woken() async throws {
        let (waits, ada) = (Waits(), UUID())
        let wait = try #require(waits.begin(ada))
        waits.wake([ada])
        #expect(await wait.next(until: .now + .seconds(600)) == .woken)
        waits.wake([UUID()])
        #expect(await wait.next(until: .now) == .timeUp)
        waits.end()
        #expect(await wait.next(until: .now + .seconds(600)) == .ended)
        #expect(await wait.next(until: .now + .seconds(600)) == .ended)
        #expect(await waits.begin(ada)?.next(until: .now + .seconds(600)) == .ended)
        waits.finish(wait, of: ada)
        waits.finish(wait, of: ada)
        #expect(waits.count == 1)
    }

    @Test("A ninth wait of a person ends the oldest; beyond 2,000 there is no place")
    func places() async throws {
        let (waits, ada) = (Waits(), UUID())
        let mine = try (0..<9).map { _ in try #require(waits.begin(ada)) }
        #expect(await mine[0].next(until: .now + .seconds(600)) == .ended)
        #expect(await mine[1].next(until: .now) == .timeUp)
        #expect(waits.count == 8)
        for _ in 8..<2000 { #expect(waits.begin(UUID()) != nil) }
        #expect(waits.begin(UUID()) == nil)
        #expect(waits.begin(ada) != nil, "in the place of an older one of their own")
        #expect(waits.count == 2000)
    }

    @Test("A task that is cancelled waits no longer")
    func cancelled() async throws {
        let wait = try #require(Waits().begin(UUID()))
        let task = Task { await wait.next(until: .now + .seconds(600)) }
        task.cancel()
        #expect(await task.value == .ended)
    }
}

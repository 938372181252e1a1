import Foundation
import Testing

@testable import Postgres

@Suite("The pool's state machine")
struct PoolStateMachineTests {
    @Test("Every event in every state leads to the expected state and actions", arguments: Situation.allCases, Happening.allCases)
    func everyPair(_ situation: Situation, _ event: Happening) throws {
        var scene = Scene(situation)
        let unchanged = "\(situation) \(event): \(scene)"
        let outcome = scene.apply(event)
        #expect("\(situation) \(event): \(outcome)" == situation.expected(event) ?? unchanged)
    }

    @Test("An event about an unknown query or connection changes nothing", arguments: Situation.allCases)
    func strangers(_ situation: Situation) {
        let (stranger, report) = (PipelinedQuery([]), QueryReport(rows: [], error: nil, mustClose: false, isCancelled: false))
        let events: [PoolStateMachine.Event] = [
            .cancelled(stranger), .sent(stranger, on: 1, allowsPipelining: true), .sent(stranger, on: 9, allowsPipelining: true),
            .refused(stranger, by: 1),
            .refused(stranger, by: 9), .answered(stranger, on: 1, report), .answered(stranger, on: 9, report), .opened(9, lifetime: .zero),
            .failedToOpen(9, .closed), .closed(9, .closed, unanswered: [stranger]), .abandoned(9),
        ]
        for event in events {
            var scene = Scene(situation)
            let before = scene.description
            #expect(scene.handle(event) == before, "\(event)")
        }
    }

    @Test("Random orders of events break no promise (POOL_EVENTS sets their number, POOL_SEED the first numbers)")
    func randomOrders() throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["POOL_EVENTS"].flatMap { Int($0) } ?? 100_000
        var seed = environment["POOL_SEED"].flatMap { UInt64($0) } ?? 1
        var (handled, seen): (Int, Set<PoolSimulation.Occasion>) = (0, [])
        while handled < wanted {
            var simulation = PoolSimulation(seed: seed)
            do {
                for _ in 0..<1000 { try simulation.step() }
                if seed.isMultiple(of: 3) { try simulation.cancelAll() } else { try simulation.finish() }
            } catch let violation as PoolSimulation.Violation {
                Issue.record("POOL_SEED=\(seed), event \(simulation.handled): \(violation.text)")
                return
            }
            handled += simulation.handled
            seen.formUnion(simulation.seen)
            seed += 1
        }
        #expect(seen == Set(PoolSimulation.Occasion.allCases))
    }

    @Test("Queries are served in their order, and a query that a connection refused keeps its place")
    func order() {
        var scene = Scene(size: 2)
        let queries = (0..<5).map { _ in PipelinedQuery([]) }
        for query in queries { scene.handle(.submitted(query, on: nil)) }
        scene.handle(.opened(1, lifetime: .seconds(60)))
        scene.handle(.opened(2, lifetime: .seconds(60)))
        #expect(scene.waiting == [2, 3, 4].map { ObjectIdentifier(queries[$0]) })
        scene.handle(.refused(queries[1], by: 2))
        scene.handle(.refused(queries[0], by: 1))
        #expect(scene.waiting == queries.map { ObjectIdentifier($0) })
    }

    @Test("A query that has already waited elsewhere gives up before those ahead of it")
    func deadlines() {
        var scene = Scene(size: 1)
        let (patient, late) = (PipelinedQuery([]), PipelinedQuery([], waited: .milliseconds(990)))
        scene.handle(.submitted(patient, on: nil))
        scene.handle(.submitted(late, on: nil))
        scene.now += .milliseconds(20)
        #expect(scene.handle(.woken).hasSuffix("refusal, resume failed, wake"))
        #expect(scene.waiting == [ObjectIdentifier(patient)])
    }

    @Test("The queue is bounded, and queries that a connection refused don't count against it")
    func bound() {
        var scene = Scene(size: 1, maximumWaiters: 1)
        let queries = (0..<4).map { _ in PipelinedQuery([]) }
        scene.handle(.submitted(queries[0], on: nil))
        #expect(scene.handle(.submitted(queries[1], on: nil)).hasSuffix("refusal, resume exhausted"))
        scene.handle(.opened(1, lifetime: .seconds(60)))
        scene.handle(.submitted(queries[2], on: nil))
        scene.handle(.refused(queries[0], by: 1))
        #expect(scene.waiting == [queries[0], queries[2]].map { ObjectIdentifier($0) })
    }
}

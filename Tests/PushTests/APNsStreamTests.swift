import NIOCore
import TestSupport
import Testing

@testable import Push

/// The time limits are long, except the one under test. Otherwise a busy machine would look like a silent one.
@Suite("rules 21: pushes obey Apple's stream limits and end exactly once")
struct APNsStreamTests {
    /// Shows rule 21.14.
    @Test("A connection opens one stream until the first answer, then as many as Apple allows")
    func firstStreamAlone() async throws {
        try await StandIn.run(["--quiet", "--streams", "7"]) { apple in
            let team = try AppleTeam(at: apple)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 0.05}}"#)
            #expect(await team.send(count: 50).allSatisfy { $0 == .taken })
            let open = try await apple.ledger(count: 50).map(\.open)
            // The first push is sent alone although others wait. An answer in transit frees a stream before the next
            // push arrives.
            #expect(open.first == 1)
            #expect(open.dropFirst().max() == 7)
        }
    }

    /// Shows rule 21.14.
    @Test("A changed stream limit is obeyed, even a limit of 1")
    func changedLimit() async throws {
        try await StandIn.run(["--quiet", "--streams", "100"]) { apple in
            let team = try AppleTeam(at: apple)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 0.001}}"#)
            #expect(await team.send(count: 50).allSatisfy { $0 == .taken })
            try await apple.control(#"{"streams": 1}"#)
            // The stand-in answers this push after it has announced the new limit.
            #expect(await team.send() == .taken)
            #expect(await team.send(count: 50).allSatisfy { $0 == .taken })
            #expect(try await apple.ledger(count: 101).dropFirst(51).allSatisfy { $0.open == 1 })
        }
    }

    @Test("Pushes start in the order of their submission")
    func order() async throws {
        try await StandIn.run(["--quiet", "--streams", "1"]) { apple in
            let team = try AppleTeam(at: apple)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 0.001}}"#)
            let requests = (0..<20).map { push($0) }
            await withTaskGroup { group in
                for request in requests {
                    // The task runs at once, up to the point where it waits for the result.
                    group.addImmediateTask {
                        #expect(await team.client.send(request, providerToken: team.token, startBy: .now + .seconds(600)) == .taken)
                    }
                }
            }
            #expect(try await apple.ledger(count: 20).map(\.device) == requests.map(\.deviceToken))
        }
    }

    /// Shows rule 21.14.
    @Test("With random GOAWAYs every push ends once: Apple processed the accepted ones once and the unsent ones never")
    func goAway() async throws {
        try await StandIn.run(["--quiet", "--streams", "20"]) { apple in
            let team = try AppleTeam(at: apple)
            try await apple.control(#"{"rule": {"action": "goaway", "probability": 0.02}}"#)
            let requests = (0..<1000).map { push($0) }
            let results = await team.send(requests)
            #expect(results.count == 1000)
            #expect(Set(results.values.filter { $0 != .taken }).isSubset(of: [.notSent(.connectionLost, "ended by Apple")]))
            let taken = Set(results.filter { $0.value == .taken }.keys)
            #expect(taken.count > 900)
            try await eventually("the ledger is written") { try apple.ledger().filter { $0.status == 200 }.count >= taken.count }
            let processed = try apple.ledger().filter { $0.status == 200 }
            #expect(processed.count == taken.count)
            #expect(Set(processed.map(\.device)) == taken)
            #expect(team.client.connectionsOpened > 1)
        }
    }

    /// Shows rule 21.14.
    @Test("After four attempts that Apple hands back, a push ends as certainly unprocessed", arguments: ["goaway", "refuse"])
    func givenBack(action: String) async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            try await apple.control(#"{"rule": {"action": "\#(action)"}}"#)
            #expect(await team.send().isNotSent)
            // These are the first attempt and three retries.
            #expect(try await apple.ledger(count: 4).count == 4)
            try await apple.control(#"{"clear": true}"#)
            #expect(await team.send() == .taken)
        }
    }

    @Test("After a GOAWAY the client awaits the pushes that Apple has begun, and opens a new connection for the next one")
    func draining() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            #expect(await team.send() == .taken)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 20, "times": 1}}"#)
            async let slow = team.send(push(1))
            _ = try await apple.ledger(count: 2)
            try await apple.control(#"{"now": "goaway"}"#)
            #expect(await team.send(push(2)) == .taken)
            let slowResult = await slow
            #expect(slowResult == .taken)
            #expect(try await apple.ledger(count: 3).map(\.connection) == [1, 1, 2])
        }
    }

    @Test("A push without an answer times out, and the connection and the other pushes continue")
    func silence() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple, timing: .patient(request: .seconds(60)))
            #expect(await team.send() == .taken)
            try await apple.control(#"{"rule": {"action": "silence", "device": "\#(push(5).deviceToken)"}}"#)
            let results = await team.send((0..<10).map { push($0) })
            #expect(results.values.filter { $0 == .taken }.count == 9)
            #expect(results[push(5).deviceToken] == .unanswered(.noAnswer))
            #expect(await team.send() == .taken)
            #expect(team.client.connectionsOpened == 1)
        }
    }

    @Test("The connection survives hundreds of unanswered streams and their late answers")
    func lateAnswers() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple, timing: .patient(request: .seconds(60)))
            #expect(await team.send() == .taken)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 66}}"#)
            #expect(await team.send(count: 300).allSatisfy(\.isUnanswered))
            try await apple.control(#"{"clear": true}"#)
            // The client sends this push after the late answers, and gets its answer after them.
            try await apple.control(#"{"rule": {"action": "answer", "delay": 0.5, "times": 1}}"#)
            #expect(await team.send() == .taken)
            #expect(team.client.connectionsOpened == 1)
        }
    }

    @Test("A push that gets no stream in time isn't sent")
    func startBy() async throws {
        try await StandIn.run(["--quiet", "--streams", "1"]) { apple in
            let team = try AppleTeam(at: apple)
            #expect(await team.send() == .taken)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 20, "times": 1}}"#)
            async let slow = team.send(push(1))
            _ = try await apple.ledger(count: 2)
            #expect(await team.send(push(2), within: .milliseconds(100)) == .notSent(.noStream))
            #expect(await slow == .taken)
            #expect(try await apple.ledger(count: 2).count == 2)
        }
    }
}

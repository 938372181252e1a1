import Foundation
import Logging
import NIOCore
import NIOPosix
import Testing
import TestSupport

@testable import Push

/// The time limits are long, except the one under test. Otherwise a busy machine would look like a silent one.
@Suite("rules 21: opening, keeping and closing a connection to Apple")
struct APNsConnectionTests {
    @Test("When a connection is cut, pushes in flight end unanswered and waiting ones use the next connection")
    func cut() async throws {
        try await StandIn.run(["--quiet", "--streams", "3"]) { apple in
            let team = try AppleTeam(at: apple)
            #expect(await team.send() == .taken)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 0.01}}"#)
            try await apple.control(#"{"rule": {"action": "cut", "times": 1}}"#)
            let results = await team.send(count: 20)
            #expect(results.contains { $0.isUnanswered })
            #expect(results.filter(\.isUnanswered).count <= 3)
            #expect(results.filter { $0 == .taken }.count >= 17)
            #expect(team.client.connectionsOpened == 2)
        }
    }

    @Test("A connection that is lost while idle is replaced by the next push")
    func idleLoss() async throws {
        try await StandIn.run { apple in
            let log = LogRecorder()
            let team = try AppleTeam(at: apple, logger: log.logger)
            #expect(await team.send() == .taken)
            try await apple.control(#"{"now": "cut"}"#)
            try await eventually("the loss is noticed") { log.texts.contains { $0.contains("ended") } }
            #expect(await team.send() == .taken)
            #expect(team.client.connectionsOpened == 2)
        }
    }

    @Test("An unanswered PING closes the connection, and an answered one keeps it")
    func ping() async throws {
        // On a busy machine a connection may end for another reason. Such an attempt proves nothing, so the test
        // repeats it.
        var outcomes = [try await pinged()]
        while outcomes.last != .expected, outcomes.count < 5 { outcomes.append(try await pinged()) }
        #expect(outcomes.last == .expected, "\(outcomes)")
    }

    /// The result of three phases: Apple answers, falls silent, and answers again.
    private struct Pinged: Equatable {
        static let expected = Pinged(opened: [1, 2], endings: ["Connection to Apple ended: no answer to a PING"])

        /// The number of connections opened before the silence, and the number after it.
        var opened: [Int] = []
        /// The reasons for which connections ended.
        var endings: [String] = []
    }

    private func pinged() async throws -> Pinged {
        try await StandIn.run { apple in
            let log = LogRecorder()
            var logger = log.logger
            logger.logLevel = .trace
            let endings = { log.texts.filter { $0.contains("ended") } }
            let team = try AppleTeam(at: apple, timing: .patient(request: .seconds(30), ping: .milliseconds(50)), logger: logger)
            #expect(await team.send() == .taken)
            // The connection is still the same after many PINGs.
            try await eventually("it has asked and been answered many times") { log.texts.filter { $0 == "PING answered" }.count > 10 }
            // If the machine stalls for this long, Apple's stand-in answers no PING either. Then the attempt doesn't
            // count.
            guard await team.send() == .taken else { return Pinged(opened: [team.client.connectionsOpened], endings: endings()) }
            let before = team.client.connectionsOpened
            apple.hold(true)
            try? await eventually("it has ended", within: 120) { !endings().isEmpty }
            let ended = endings()
            apple.hold(false)
            #expect(await team.send() == .taken)
            return Pinged(opened: [before, team.client.connectionsOpened], endings: ended)
        }
    }

    @Test("A refused connection fails the push at once, and a later push connects once something listens")
    func refused() async throws {
        let folder = URL.temporaryDirectory.appending(path: "push-stand-in-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let team = try await StandIn.run(in: folder) { apple in
            let team = try AppleTeam(at: apple)
            #expect(try await apple.terminate() == 0)
            return team
        }
        guard case .notSent(.noConnection, _) = await team.send() else { throw StandIn.Failure(output: []) }
        #expect(await team.send(count: 20).allSatisfy(\.isNotSent))
        #expect(team.client.connectionsOpened == 0)
        try await StandIn.run(["--quiet", "--port", team.port], in: folder) { _ in
            try await eventually("it is found again") { await team.send() == .taken }
            #expect(team.client.connectionsOpened == 1)
        }
    }

    @Test("A host name that doesn't resolve is looked up less and less often")
    func resting() {
        let timing = APNsTiming()
        #expect(
            [1, 2, 3, 4, 20, 1000].map(timing.rest) == [
                .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), .seconds(5), .seconds(5),
            ])
    }

    /// Shows rule 21.14.
    @Test("A server without a valid certificate for Apple's name receives no request")
    func wrongCertificate() async throws {
        try await StandIn.run { other in
            try await StandIn.run { apple in
                let team = try AppleTeam(at: apple, caFile: other.caFile)
                #expect(await team.send().isNotSent)
                #expect(try apple.ledger().isEmpty)
                let system = APNsClient(
                    url: apple.url, caFile: nil, eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: Logger(label: "test"))
                #expect(await system.send(push(), providerToken: team.token, startBy: .now + .seconds(5)).isNotSent)
            }
        }
    }

    @Test(
        "Every push reports invalid settings of the connection",
        arguments: ["http://127.0.0.1:1", "nonsense", "https://", "https://h/path"])
    func badSettings(url: String) async {
        let client = APNsClient(
            url: url, caFile: "/nowhere", eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: Logger(label: "test"))
        #expect(await client.send(push(), providerToken: "t", startBy: .now + .seconds(5)).isNotSent)
    }

    @Test("A connection whose streams are used up is replaced, and no push is lost")
    func usedUp() async throws {
        try await StandIn.run { apple in
            var timing = APNsTiming.patient()
            timing.lastStream = 99
            let team = try AppleTeam(at: apple, timing: timing)
            #expect(await team.send(count: 500).allSatisfy { $0 == .taken })
            #expect(team.client.connectionsOpened == 10)
        }
    }

    @Test("Closing waits for pushes in flight, and refuses waiting and later ones")
    func closing() async throws {
        try await StandIn.run(["--quiet", "--streams", "2"]) { apple in
            let team = try AppleTeam(at: apple)
            #expect(await team.send() == .taken)
            try await apple.control(#"{"rule": {"action": "answer", "delay": 60}}"#)
            async let results = team.send(count: 10)
            _ = try await apple.ledger(count: 3)
            await team.client.close(grace: .seconds(600))
            let ended = await results
            #expect(ended.filter { $0 == .taken }.count == 2)
            #expect(ended.filter { $0 == .notSent(.closing) }.count == 8)
            #expect(await team.send() == .notSent(.closing))
            await team.client.close(grace: .seconds(600))
        }
    }

    @Test("Closing waits no longer than the grace period")
    func grace() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            try await apple.control(#"{"rule": {"action": "silence"}}"#)
            async let result = team.send()
            _ = try await apple.ledger(count: 1)
            await team.client.close(grace: .milliseconds(100))
            #expect(await result == .unanswered(.closing))
        }
    }

    /// Shows rule 21.14.
    @Test("Two teams use two connections")
    func twoTeams() async throws {
        try await StandIn.run { apple in
            let teams = [try AppleTeam("TEAM000001", at: apple), try AppleTeam("TEAM000002", at: apple)]
            for team in teams { #expect(await team.send() == .taken) }
            #expect(Set(try await apple.ledger(count: 2).map(\.connection)).count == 2)
        }
    }
}

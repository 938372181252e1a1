import Foundation
import NIOCore
import Testing

@testable import Push

@Suite struct APNsSendingTests {
    @Test("A push arrives with all its headers and its payload, and is accepted")
    func sending() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            let request = push()
            #expect(await team.send(request) == .taken)
            let entry = try #require(try await apple.ledger(count: 1).first)
            #expect(entry.id == request.id.uuidString.lowercased())
            #expect(entry.device == request.deviceToken)
            #expect((entry.team, entry.key) == (team.id, AppleTeam.keyID))
            #expect((entry.topic, entry.pushType, entry.priority) == ("app.davenport", "alert", "10"))
            #expect((entry.expiration, entry.collapseID) == ("2000000000", "c0ffee"))
            #expect(entry.size == request.payload.count)
            #expect((entry.status, entry.open) == (200, 1))
        }
    }

    @Test("Thousands of pushes at once over one connection arrive once each")
    func many() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            #expect(await team.send(count: 1000).allSatisfy { $0 == .taken })
            let ledger = try await apple.ledger(count: 1000)
            #expect(Set(ledger.map(\.id)).count == 1000)
            #expect(ledger.count == 1000)
            #expect(Set(ledger.map(\.connection)) == [1])
            #expect(team.client.connectionsOpened == 1)
        }
    }

    @Test(
        "Apple accepts the largest payload, and refuses one byte more and none", arguments: [(4096, 200), (4097, 413), (0, 400)])
    func sizes(size: Int, status: Int) async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            let payload = String(repeating: "x", count: size)
            #expect(await team.send(push(payload: payload)).answer?.status == status)
        }
    }

    @Test("A refusal returns Apple's reason, the time since which the device is gone, and Retry-After")
    func answers() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            let (gone, busy) = (push(1), push(2))
            let rule = { (request: APNsRequest, rest: String) in
                #"{"rule": {"action": "answer", "device": "\#(request.deviceToken)", \#(rest)}}"#
            }
            try await apple.control(rule(gone, #""status": 410, "reason": "Unregistered", "timestamp": 1763700000123, "times": 1"#))
            try await apple.control(rule(busy, #""status": 429, "reason": "TooManyRequests", "retryAfter": "17", "times": 1"#))
            let ended = Date(timeIntervalSince1970: 1_763_700_000.123)
            #expect(await team.send(gone) == .answered(APNsAnswer(status: 410, reason: "Unregistered", timestamp: ended)))
            #expect(await team.send(busy) == .answered(APNsAnswer(status: 429, reason: "TooManyRequests", retryAfter: 17)))
            // Each rule applied to a single answer.
            #expect(await team.send(gone) == .taken)
            #expect(await team.send(busy) == .taken)
        }
    }

    @Test("A value that can't stand in a header isn't sent")
    func malformed() async throws {
        try await StandIn.run { apple in
            let team = try AppleTeam(at: apple)
            for request in [
                push(device: "no device"), push(device: ""), push(device: "ab/cd"), push(topic: "a\r\nb"), push(collapseID: "ä"),
            ] {
                #expect(await team.send(request).isNotSent)
            }
            #expect(await team.send(token: "a b").isNotSent)
            #expect(await team.send() == .taken)
            #expect(try await apple.ledger(count: 1).count == 1)
        }
    }
}

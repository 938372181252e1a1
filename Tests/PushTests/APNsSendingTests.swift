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

import DavenportAPI
import Foundation
import NIOCore
import TestSupport
import Testing

@testable import Push

/// Sends messages to receivers whose answers are incomplete or wrong behind the head.
@Suite("rules 25: the status of an answer to a message", .generousTimeLimit)
struct WebhookAnswerTests {
    private static let ok = "HTTP/1.1 200 OK\r\n"

    private func client(_ standIn: StandIn, _ limits: WebhookClient.Limits = .patient) throws -> WebhookClient {
        try WebhookClient(AddressGuard(allowing: ["127.0.0.0/8"].compactMap(AddressBlock.init)), caFile: standIn.caFile, limits: limits)
    }

    private func result(of client: WebhookClient, _ port: Int) async -> WebhookResult {
        let url = "https://127.0.0.1:\(port)/"
        return await client.send(WebhookRequest(tenantID: UUID(), url: url, headers: [("webhook-id", "one")], body: Array("{}".utf8)))
    }

    /// Shows rule 25.16.
    @Test("The status of the answer decides, however its body and the connection end")
    func status() async throws {
        let answers: [(text: String, ending: RawReceiver.Ending, status: Int)] = [
            ("HTTP/1.0 200 OK\r\nServer: BaseHTTP/0.6\r\n\r\n", .cut, 200),
            ("\(Self.ok)\r\n", .cut, 200),
            ("\(Self.ok)\r\n", .held, 200),
            ("\(Self.ok)Content-Length: 10\r\n\r\nab", .held, 200),
            ("\(Self.ok)Content-Length: 10\r\n\r\nab", .cut, 200),
            ("\(Self.ok)Transfer-Encoding: chunked\r\n\r\n", .chunks, 200),
            ("\(Self.ok)Transfer-Encoding: chunked\r\n\r\nThis is no chunk.\r\n", .held, 200),
            ("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\n", .cut, 202),
            ("HTTP/1.1 204 No Content\r\n\r\n", .cut, 204),
            ("HTTP/1.1 410 Gone\r\n\r\n", .cut, 410),
            ("HTTP/1.1 410 Gone\r\n\r\n", .held, 410),
            ("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 10\r\n\r\n", .cut, 503),
        ]
        try await StandIn.run { standIn in
            let client = try client(standIn)
            for answer in answers {
                try await RawReceiver.run(standIn.folder, answer.text, answer.ending) { port in
                    #expect(await result(of: client, port) == .answered(status: answer.status), "\(answer)")
                }
            }
        }
    }

    /// Shows rule 25.16.
    @Test("Without a whole head of a final response there is no answer, and the cause is the connection or the time")
    func causes() async throws {
        var hasty = WebhookClient.Limits.patient
        hasty.answering = .milliseconds(200)
        let answers: [(text: String, ending: RawReceiver.Ending, limits: WebhookClient.Limits, cause: String)] = [
            ("", .cut, .patient, "connection lost"),
            (Self.ok, .cut, .patient, "connection lost"),
            ("HTTP/1.1 102 Processing\r\n\r\n", .cut, .patient, "connection lost"),
            ("This is no response.\r\n\r\n", .held, .patient, "connection lost"),
            (Self.ok, .held, hasty, "no answer in time"),
            ("HTTP/1.1 102 Processing\r\n\r\n", .held, hasty, "no answer in time"),
        ]
        try await StandIn.run { standIn in
            for answer in answers {
                let client = try client(standIn, answer.limits)
                try await RawReceiver.run(standIn.folder, answer.text, answer.ending) { port in
                    #expect(await result(of: client, port) == .failed(answer.cause), "\(answer.text)")
                }
            }
        }
    }

    /// Shows rule 25.16.
    @Test("A status that came in time counts, even if the time is over while the body is still to come")
    func late() async throws {
        try await StandIn.run { standIn in
            try await RawReceiver.run(standIn.folder, "\(Self.ok)\r\n", .held) { port in
                var limits = WebhookClient.Limits.patient
                (limits.answering, limits.body) = (.milliseconds(250), .seconds(600))
                var found = await result(of: try client(standIn, limits), port)
                // A busy machine may need longer for the status.
                while found == .failed("no answer in time"), limits.answering < .seconds(100) {
                    limits.answering = limits.answering * 2
                    found = await result(of: try client(standIn, limits), port)
                }
                #expect(found == .answered(status: 200))
            }
        }
    }

    /// Shows rule 25.16.
    @Test("A status without the end of its body takes the message, or turns the webhook off")
    func outcomes() async throws {
        try await WebhookFixture.with { world in
            try await StandIn.run { standIn in
                let client = try client(standIn)
                let transport = WebhookTransport { await client.send($0) }
                let answers: [(text: String, state: WebhookState, error: String?)] = [
                    ("\(Self.ok)\r\n", .active, nil), ("HTTP/1.1 410 Gone\r\n\r\n", .off, "status 410"), ("", .retrying, "connection lost"),
                ]
                for (number, answer) in answers.enumerated() {
                    try await RawReceiver.run(standIn.folder, answer.text, .cut) { port in
                        let robot = try await world.robot("robot\(number)", url: "https://127.0.0.1:\(port)/")
                        try await world.announceChange(of: robot)
                        world.advance(by: 5)
                        let worker = try world.worker(transport)
                        try await worker.drain()
                        let state = try await world.state(robot)
                        #expect(state.webhookState == answer.state && state.webhookError == answer.error, "\(answer.text)")
                    }
                }
            }
        }
    }
}

extension WebhookClient.Limits {
    /// Limits for a busy machine. Only what follows the head of an answer has little time.
    fileprivate static let patient = Self(
        connecting: .seconds(600), answering: .seconds(600), body: .milliseconds(50), closing: .milliseconds(50))
}

import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Push

/// Sends pushes over HTTPS to the stand-in for Google's push service.
@Suite("rules 21: the connection to Google's push service", .generousTimeLimit)
struct AndroidServiceTests {
    private func send(_ requests: [HTTPSRequest], _ standIn: StandIn, limit: Duration = .seconds(600)) async -> [HTTPSResult] {
        let transport = HTTPSTransport.https(caFile: standIn.caFile, answerLimit: limit, connectLimit: .seconds(600))
        var results: [HTTPSResult] = []
        for request in requests { results.append(await transport.send(request, .now + .seconds(600))) }
        await transport.close(.zero)
        return results
    }

    private func push(_ standIn: StandIn, to device: String, token: String) -> HTTPSRequest {
        HTTPSRequest(
            url: standIn.browsersURL + "/v1/projects/sofa-1a2b3/messages:send", headers: [("authorization", "Bearer \(token)")],
            body: Array(#"{"message":{"token":"\#(device)","android":{"collapse_key":"key"}}}"#.utf8), readsBody: true)
    }

    /// Shows rules 21.23 and 21.25.
    @Test("The stand-in hands out an access token, takes what comes with it, and refuses as FCM does")
    func answers() async throws {
        try await StandIn.run { standIn in
            let account = try ServiceAccount(file: standIn.serviceAccount)
            let answer = try #require(await send([GoogleTokens.request(account, Date())], standIn).first)
            guard case .answered(200, _, let body) = answer else { throw StandIn.Failure(output: ["\(answer)"]) }
            let token = try #require(try JSONDecoder().decode(JSONValue.self, from: Data(body))["access_token"]?.text)
            try await standIn.control(
                #"{"rule": {"action": "answer", "service": "android", "device": "gone", "status": 404, "reason": "UNREGISTERED"}}"#)
            try await standIn.control(
                #"{"rule": {"action": "answer", "service": "android", "device": "full", "status": 429, "retryAfter": "120"}}"#)
            let results = await send(
                [
                    push(standIn, to: "here", token: token), push(standIn, to: "here", token: "other"),
                    push(standIn, to: "gone", token: token), push(standIn, to: "full", token: token),
                ], standIn)
            let answers = results.map { result in
                if case .answered(let status, _, let body) = result { FCMAnswer(status: status, body: body).reason } else { "none" }
            }
            #expect(answers == ["status 200", "UNAUTHENTICATED", "UNREGISTERED", "status 429"])
            if case .answered(_, let retryAfter, _) = results[3] { #expect(retryAfter == 120) }
            let messages = try standIn.androidMessages()
            #expect(messages.map(\.id) == ["token", "here", "here", "gone", "full"] && messages[1].topic == "key")
            try await standIn.control(#"{"clear": true, "rule": {"action": "silence"}}"#)
            #expect(await send([push(standIn, to: "here", token: token)], standIn, limit: .seconds(15)) == [.unanswered(.noAnswer)])
        }
    }

    /// Shows rule 21.25.
    @Test("A worker sends to a community's Android devices through the stand-in")
    func worker() async throws {
        try await PushFixture.with { evening in
            try await StandIn.run(["--quiet", "--any-team"]) { standIn in
                _ = try await SetPushKey(evening.server.operators, evening.masterKey)(
                    evening.server.tenant, file: standIn.serviceAccount, hosts: standIn.tokenHosts)
                try await Crowd.add(3, to: evening.server.tenant.id, at: WallClock.system.now, evening.server.database.owner)
                try await evening.change("UPDATE devices SET kind = 'fcm', topic = NULL, environment = NULL")
                let worker = try WorkerProcess(evening.server.database.workerURI, evening.masterText, standIn)
                #expect(try await worker.end() == 0)
                #expect(try standIn.androidMessages().map(\.status) == [200, 200, 200, 200])
                #expect(try await evening.count("notifications WHERE state = 'sent'") == 3)
            }
        }
    }
}

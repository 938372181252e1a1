import DavenportAPI
import DavenportClient
import Foundation
import Server
import TestSupport
import Testing

@Suite("rules 25: secrets in paths")
struct SecretPathTests {
    /// Shows rule 25.2.
    @Test("Neither the access log nor an answer contains a key's secret, right or wrong")
    func hidden() async throws {
        let lines = Lines()
        try await TestServer.with(serverOptions: .with { $0.accessLog = lines.log() }) { server in
            let ada = try await server.person("ada")
            let made = try await server.as(ada).createAccessKey(NewAccessKey(purpose: .calendar))
            let secret = String(made.url.split(separator: "/").last ?? "").replacing(".ics", with: "")
            let wrong = String(secret.dropLast(2)) + "__"
            var answers: [Answer] = [try await server.call(.get, made.url)]
            for path in ["calendar/\(wrong)", "hooks/player/\(secret)", "calendar/\(secret)/more"] {
                answers.append(try await server.call(.get, "/v1/" + path))
            }
            answers.append(try await server.call(.post, "/v1/hooks/player/\(secret)", body: Array("{".utf8)))
            try await eventually("the lines are there") { lines.all.count >= 6 }
            let text = lines.text + answers.map(\.text).joined()
            #expect(text.contains("/v1/calendar/{secret}") && !text.contains("davenport_key_"))
        }
    }
}

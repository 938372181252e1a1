import DavenportAPI
import Foundation
import Secrets
import TestSupport
import Testing
import UntrustedText

@Suite("rule 20.27: more than 30 combining marks in a row are refused before any processing")
struct CombiningMarksTests {
    private static let limit = NonStarterRun.limit
    /// Texts with marks in plain form. JSON escapes and percent-encoding can hide marks.
    private static func marks(_ count: Int) -> String { String(repeating: "\u{301}\u{323}", count: count / 2) }

    /// Shows rule 20.27.
    @Test("More than 30 marks are refused in a body, as a name or a value, plain or escaped", arguments: [true, false])
    func body(isEscaped: Bool) async throws {
        try await TestServer.with { server in
            let escaped = String(repeating: "\\u0301\\u0323", count: 16)
            let marks = isEscaped ? escaped : Self.marks(Self.limit + 2)
            for body in ["{\"a\(marks)\": 1}", "{\"email\": \"a\(marks)@example.org\"}", "{\"other\": [\"\(marks)\"]}"] {
                let answer = try await server.call(.post, "/v1/users", body: Array(body.utf8))
                let problem = try answer.json(Problem.self)
                #expect(answer.status == 400 && problem.code == .malformedRequest, "\(answer)")
                #expect(problem.detail.contains("more than 30 combining marks"), "\(problem.detail)")
            }
        }
    }

    /// Shows rule 20.27.
    @Test("More than 30 marks are refused in target and headers, and the problem says where")
    func head() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let marks = Self.marks(Self.limit + 2)
            let encoded = String(repeating: "%CC%81%cc%a3", count: 16)
            let requests = [
                ("The request's target", "GET /v1/users?username=a\(encoded) HTTP/1.1\r\nHost: sofa\r\n\r\n"),
                ("The request's target", "GET /v1/users?\(encoded)=a HTTP/1.1\r\nHost: sofa\r\n\r\n"),
                ("The request's target", "GET /v1/rooms/\(encoded) HTTP/1.1\r\nHost: sofa\r\n\r\n"),
                ("The header Host", "GET /v1/tenant HTTP/1.1\r\nHost: \(marks)\r\n\r\n"),
                ("The header Davenport-Tenant", "GET /v1/tenant HTTP/1.1\r\nHost: sofa\r\nDavenport-Tenant: a\(marks)\r\n\r\n"),
                ("The header X-Nobody", "GET /v1/tenant HTTP/1.1\r\nHost: sofa\r\nX-Nobody: a\(marks)\r\n\r\n"),
            ]
            for (part, request) in requests {
                let answer = try await RawClient.exchange(request, port: server.port)
                #expect(RawClient.statuses(answer) == [400], "\(answer)")
                #expect(answer.contains("\(part) has more than 30 combining marks in a row."), "\(answer)")
            }
        }
    }

    /// Shows rule 20.27.
    @Test("An e-mail address or password with more than 30 marks matches no account, and no hash is computed")
    func credentials() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let before = server.hasher.hashCount
            for pair in ["\(Self.marks(32))@example.org:secret", "\(ada.email):\(Self.marks(32))"] {
                let answer = try await server.call(
                    .post, "/v1/sessions", headers: ["Authorization": "Basic " + Data(pair.utf8).base64EncodedString()])
                #expect(answer.status == 401 && answer.code == .invalidCredentials)
            }
            #expect(server.hasher.hashCount == before)
        }
    }

    /// Shows rule 20.27.
    @Test("Thirty marks are accepted everywhere")
    func most() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let text = "a" + Self.marks(Self.limit)
            let room = try await server.room(ada)
            #expect(try await server.comment(ada, in: room, text).content == text.precomposedStringWithCanonicalMapping)
            let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let found = try await server.call(.get, "/v1/users?username=\(encoded)", token: ada.token)
            #expect(found.status == 200 || found.status == 422, "\(found)")
        }
    }
}

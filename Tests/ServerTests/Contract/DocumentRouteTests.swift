import DavenportAPI
import Domain
import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("rules 10 and 20: /openapi.json and /docs")
struct DocumentRouteTests {
    /// Shows rule 10.9.
    @Test("The document is served to everyone in any tenant, with an entity tag")
    func document() async throws {
        try await TestServer.with { server in
            _ = try await server.otherTenant()
            let answer = try await server.call(.get, "/openapi.json")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
            #expect(answer.headers["cache-control"] == "public, max-age=60")
            #expect(answer.text == (try OpenAPI.document(examples: try RecordedExample.all()).description) + "\n")
            let tag = try #require(answer.headers["etag"])
            let again = try await server.call(.get, "/openapi.json", headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == tag)
        }
    }

    /// Shows rule 20.13.
    @Test("The page can run only its own script and style, and loads nothing from elsewhere")
    func page() async throws {
        try await TestServer.with { server in
            let answer = try await server.call(.get, "/docs")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
            let policy = try #require(answer.headers["content-security-policy"]).components(separatedBy: "; ")
            #expect(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"))
            #expect(!policy.contains { $0.contains("unsafe") || $0.contains("*") || $0.contains("http") })
            for (tag, directive) in [("script", "script-src"), ("style", "style-src")] {
                let parts = answer.text.components(separatedBy: "<\(tag)>")
                try #require(parts.count == 2)
                let content = try #require(parts[1].components(separatedBy: "</\(tag)>").first)
                #expect(policy.contains("\(directive) '\(IntegrityHash.of(Array(content.utf8)))'"), "\(tag)")
                #expect(content.count > 1000)
            }
            #expect(!answer.text.contains("https://") && !answer.text.contains("http://"))
            #expect(!answer.text.contains("innerHTML") && !answer.text.contains(" style="))
        }
    }
}

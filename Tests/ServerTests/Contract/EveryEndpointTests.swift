import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

/// Tests properties of every endpoint in the list, including endpoints added later.
@Suite("rules 10: every endpoint")
struct EveryEndpointTests {
    @Test("Names and method–path pairs are unique, paths and parameters well-formed")
    func declarations() {
        let all = Endpoints.all
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(Set(all.map { "\($0.method.rawValue) \($0.path)" }).count == all.count)
        for endpoint in all {
            #expect(endpoint.path.hasPrefix("/v1/"))
            #expect(!endpoint.summary.isEmpty && endpoint.summary.hasSuffix("."))
            #expect(
                endpoint.pathParameters.allSatisfy {
                    $0.hasSuffix("ID") || ["apnsToken", "fcmToken", "season", "episode", "emoji", "secret", "stopCode"].contains($0)
                })
        }
    }

    @Test("Every endpoint is mounted: none answers like an unknown path")
    func mounted() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            // Without a picture, the community's is 404.
            let ada = try await server.person("ada", role: .owner)
            _ = try await server.as(ada).setTenantPicture(NewAvatar(image: Picture.png.bytes))
            for endpoint in Endpoints.all {
                let answer = try await server.call(endpoint.method, endpoint.filled())
                // A wrong key is 404, as an unknown path is. An address has no passkeys.
                let isMounted = answer.status != 404 || endpoint.takesKey || [.linkInvalid, .featureOff].contains(answer.code)
                #expect(answer.status != 405 && isMounted, "\(endpoint.name)")
            }
        }
    }

    /// Shows rule 10.4.
    @Test("Missing or invalid credentials are 401: anonymous, garbage, half a token and Basic instead of Bearer")
    func anonymous() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let ada = try await server.person("ada")
            for endpoint in Endpoints.all where endpoint.who.needsCredentials {
                for header in [nil, "Bearer", "Bearer garbage", "Bearer \(ada.token.dropLast(9))", "Basic Og==", ada.token] {
                    let headers = header.map { ["Authorization": $0] } ?? [:]
                    let answer = try await server.call(endpoint.method, endpoint.filled(), headers: headers)
                    #expect(answer.status == 401, "\(endpoint.name) with \(header ?? "nothing")")
                    #expect(answer.headers["www-authenticate"] != nil)
                }
            }
        }
    }

    /// Shows rule 10.5.
    @Test("A broken body is 400 and an invalid one a problem, never a 500")
    func brokenBodies() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let ada = try await server.person("ada", role: .owner)
            for endpoint in Endpoints.all where endpoint.method.hasBody && endpoint.body == .json {
                for body in ["{", "[1]", #"{"a":}"#] {
                    let answer = try await call(server, endpoint, ada, body: Array(body.utf8))
                    #expect(answer.status == 400, "\(endpoint.name) with \(body): \(answer)")
                    #expect(answer.code == .malformedRequest)
                }
                let wrong = try await call(server, endpoint, ada, body: Array("{}".utf8))
                #expect(wrong.status < 500, "\(endpoint.name)")
            }
        }
    }

    /// Shows rules 10.3, 10.8, 20.13 and 22.3.
    @Test("Answers have nosniff, a request id and no-store for secrets, and problems follow RFC 9457")
    func headers() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let ada = try await server.person("ada", role: .owner)
            for endpoint in Endpoints.all {
                let answer = try await call(server, endpoint, ada, body: nil)
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
                #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
                #expect(answer.headers["x-request-id"] != nil)
                if answer.status >= 400 {
                    #expect(answer.headers["content-type"] == "application/problem+json")
                    let problem = try answer.json(Problem.self)
                    #expect(problem.status == answer.status)
                    #expect(problem.type == "urn:davenport:problem:\(problem.code.rawValue)")
                }
                if answer.status == 200 { #expect(answer.headers["cache-control"] != nil, "\(endpoint.name)") }
            }
        }
    }

    private func call(_ server: TestServer, _ endpoint: any EndpointDeclaration, _ person: Person, body: [UInt8]?) async throws -> Answer {
        let headers = endpoint.who == .basic ? ["Authorization": basic(person.email, person.password)] : [:]
        // An endpoint that ends the session of the other calls gets a separate session.
        let token = endpoint.who == .basic || endpoint.name == "endCurrentSession" ? nil : person.token
        return try await server.call(endpoint.method, endpoint.filled(), token: token, body: body, headers: headers)
    }
}

extension EndpointDeclaration {
    /// Returns the path with the given ids, or with ids that no object has.
    fileprivate func filled(_ ids: [String: UUID] = [:]) -> String {
        pathParameters.reduce(path) { $0.replacing("{\($1)}", with: (ids[$1] ?? UUID()).uuidString.lowercased()) }
    }
}

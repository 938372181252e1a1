import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Programs
import Server
import TestSupport
import Testing

@Suite("rule 20.9: rate limits of requests")
struct RequestRateTests {
    /// Shows rule 20.9.
    @Test("Every endpoint that changes something counts its requests, or a list says what limits it")
    func everyEndpoint() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            let person = try await server.person("person", role: .owner, birthday: "1980-01-01")
            let key = try await server.as(person).createAccessKey(NewAccessKey(purpose: .player, account: "person"))
            var targets = AccessInputs.unknown()
            targets["playerSecret"] = String(key.url.split(separator: "/").last ?? "")
            let allowances = Areas.all.flatMap(\.allowances)
            let counted = Endpoints.all.filter { RequestRates.allowance(of: $0) != nil }
            let used = Set(counted.compactMap { RequestRates.allowance(of: $0) })
            #expect(used.isSubset(of: allowances))
            _ = try await server.operators.changeTenantLimits(server.tenant) { limits in
                for allowance in used { limits[allowance] = 1 }
            }
            for endpoint in Endpoints.all where endpoint.method != .get {
                guard let allowance = RequestRates.allowance(of: endpoint) else {
                    #expect(RequestRates.limitedOtherwise[endpoint.name]?.isEmpty == false, "\(endpoint.name) has no rate limit")
                    continue
                }
                // The rate limits of the use cases themselves have longer windows.
                server.clock.advance(by: allowance.seconds)
                let credentials: AccessWorld.Credentials =
                    endpoint.sessionEffect == .ends ? .person(person, in: server.tenant) : .token(person.token)
                let first = try await world.call(endpoint, targets, as: credentials)
                #expect(first.status != 429 && first.status < 500 || first.status == 503, "\(endpoint.name): \(first)")
                let second = try await world.call(endpoint, targets, as: credentials)
                #expect(second.code == .tooManyRequests, "\(endpoint.name): \(second)")
                #expect(second.headers["retry-after"] == String(Int(allowance.seconds)), "\(endpoint.name)")
                #expect(endpoint.problems.contains(.tooManyRequests), "\(endpoint.name)")
            }
            let names = Set(Endpoints.all.map(\.name))
            #expect(RequestRates.limitedOtherwise.keys.filter { !names.contains($0) } == [])
        }
    }

    /// Shows rules 20.9 and 24.23.
    @Test("Who came by open sign-up has a quarter of these limits for 24 hours")
    func newcomers() async throws {
        try await TestServer.with(signup: .open) { server in
            let body: Body = ["email": "n@example.org", "password": "correct horse", "username": "newcomer"]
            let token = try await server.call(.post, "/v1/users", json: body).expecting(201, SignedIn.self).token
            func mute() async throws -> Int {
                try await server.call(.put, "/v1/me/mutes", token: token, json: ["userIDs": [], "words": ["finale"]] as Body).status
            }
            for _ in 0..<30 { #expect(try await mute() == 200) }
            #expect(try await mute() == 429)
            server.clock.advance(by: 86_400)
            for _ in 0..<120 { #expect(try await mute() == 200) }
            #expect(try await mute() == 429)
        }
    }
}

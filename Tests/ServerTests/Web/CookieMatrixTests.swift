import DavenportAPI
import Domain
import TestSupport
import Testing

/// Sends a browser's cookie to every endpoint from everywhere. The list of endpoints drives it, so that it includes endpoints added later.
@Suite("rules 16: a browser's session counts on pages of its own server alone")
struct CookieMatrixTests {
    /// What a browser sends from elsewhere, an old browser, and what none sends.
    static let elsewhere: [String?] = [
        nil, "same-site", "cross-site", "none", "", "Same-Origin", "same-origin, same-origin", "same-originx",
    ]

    /// Shows rule 16.6.
    @Test("From elsewhere every endpoint answers as if there were no cookie, and nothing changes", arguments: elsewhere)
    func fromElsewhere(site: String?) async throws {
        try await TestServer.with(features: [.watch, .class, .play]) { server in
            let world = try await AccessWorld(server)
            let before = try await world.rows()
            for endpoint in Endpoints.all where endpoint.who.needsCredentials {
                for targets in [world.known, AccessInputs.unknown()] {
                    let headers = server.cookie(world.owner.token, site: site)
                    let answer = try await world.call(endpoint, targets, as: .none, headers: headers)
                    let without = try await world.call(endpoint, targets, as: .none)
                    #expect(answer.status == 401 && answer.headers["set-cookie"] == nil, "\(endpoint.name): \(answer)")
                    #expect(answer.withoutRequestID == without.withoutRequestID, "\(endpoint.name)")
                }
            }
            #expect(try await world.rows() == before)
        }
    }

    /// Shows rule 16.6.
    @Test("On a page of the server the cookie does at every endpoint what its token does")
    func sameOrigin() async throws {
        try await TestServer.with(features: [.watch, .class, .play]) { server in
            let world = try await AccessWorld(server)
            let unknown = AccessInputs.unknown()
            for endpoint in Endpoints.leastHarmfulFirst where endpoint.who.needsSession {
                var statuses: [Int] = []
                for person in [world.owner, world.friend] where !statuses.contains(where: { $0 < 300 }) {
                    statuses.append(try await world.call(endpoint, world.known, as: .browser(person, in: server.tenant)).status)
                }
                guard try endpoint.names(world.known, not: unknown) else {
                    #expect(!statuses.contains(401), "\(endpoint.name): \(statuses)")
                    continue
                }
                let isReached =
                    AccessInputs.providing.contains(endpoint.name)
                    ? statuses.contains(503) : statuses.contains { $0 < 300 || AccessInputs.isOfPicture(endpoint.name, $0) }
                #expect(isReached, "\(endpoint.name): \(statuses)")
            }
        }
    }

    /// Shows rule 16.6.
    @Test("With `Authorization` the cookie never counts, whatever the header says", arguments: elsewhere + ["same-origin"])
    func withAuthorization(site: String?) async throws {
        try await TestServer.with(features: [.watch, .class, .play]) { server in
            let world = try await AccessWorld(server)
            let before = try await world.rows()
            for endpoint in Endpoints.all where endpoint.who.needsCredentials {
                for authorization in ["Bearer davenport_nonsense", "Bearer", "Basic OjA="] {
                    var headers = server.cookie(world.owner.token, site: site)
                    headers["Authorization"] = authorization
                    let answer = try await world.call(endpoint, world.known, as: .none, headers: headers)
                    #expect(answer.status == 401 && answer.headers["set-cookie"] == nil, "\(endpoint.name): \(answer)")
                }
            }
            #expect(try await world.rows() == before)
        }
    }

    /// Shows rule 16.6.
    @Test("A bearer token counts from everywhere, whatever cookie is beside it", arguments: [nil, "cross-site", "same-origin"])
    func bearer(site: String?) async throws {
        try await TestServer.with(features: [.watch, .class, .play]) { server in
            let world = try await AccessWorld(server)
            for endpoint in Endpoints.all where endpoint.who.needsSession {
                let headers = server.cookie("davenport_nonsense", site: site)
                let answer = try await world.call(
                    endpoint, AccessInputs.unknown(), as: .person(world.owner, in: server.tenant), headers: headers)
                #expect(answer.status != 401 && answer.headers["set-cookie"] == nil, "\(endpoint.name): \(answer)")
            }
        }
    }
}

extension TestServer {
    /// Returns the headers by which a browser sends a session's cookie.
    /// - Parameter site: the value of `Sec-Fetch-Site`; nil without the header.
    func cookie(_ token: String, site: String?) -> [String: String] {
        var headers = ["Cookie": "davenport-\(port)=\(token)"]
        headers["Sec-Fetch-Site"] = site
        return headers
    }
}

import DavenportAPI
import Domain
import Foundation
import Secrets
import Server
import TestSupport
import Testing

@Suite("rules 16: a browser's session")
struct SessionCookieTests {
    private static let asked = ["Davenport-Session": "cookie", "Sec-Fetch-Site": "same-origin"]

    /// Logs a person in as a browser does.
    private func logIn(
        _ person: Person, _ server: TestServer, host: String? = nil, password: String? = nil, headers: [String: String] = asked
    ) async throws -> Answer {
        var headers = headers
        headers["Authorization"] = "Basic \(Data("\(person.email):\(password ?? person.password)".utf8).base64EncodedString())"
        headers["Host"] = host
        return try await server.call(.post, "/v1/sessions", headers: headers)
    }

    /// Returns the token in a header that sets a cookie.
    private func token(in header: String?, _ name: String) throws -> String {
        let header = try #require(header)
        try #require(header.hasPrefix(name + "=davenport_"))
        return String(header.dropFirst(name.count + 1).prefix { $0 != ";" })
    }

    /// Shows rule 16.5.
    @Test(
        "Logging in on a loopback host sets a cookie named by the port, and the answer has no token",
        arguments: [
            "127.0.0.1", "localhost", "sofa.localhost", "LOCALHOST", "[::1]",
        ])
    func loopback(host: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let answer = try await logIn(ada, server, host: "\(host):\(server.port)")
            #expect(answer.status == 201 && !answer.text.contains("davenport_"))
            #expect(try answer.json(SignedIn.self).user.id == ada.id)
            let header = answer.headers["set-cookie"]
            let token = try token(in: header, "davenport-\(server.port)")
            #expect(header == "davenport-\(server.port)=\(token); HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000")
            #expect(try await server.call(.get, "/v1/me", token: token).status == 200)
        }
    }

    /// Shows rule 16.5.
    @Test(
        "On any other host the cookie is secure and of this host alone",
        arguments: [
            "sofa.example.org", "sofa.example.org:8443", "192.0.2.7:8080", "localhost.example.org", "notlocalhost",
        ])
    func secure(host: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let header = try await logIn(ada, server, host: host).headers["set-cookie"]
            let token = try token(in: header, "__Host-davenport")
            #expect(header == "__Host-davenport=\(token); HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=31536000")
            let sent = ["Host": host, "Cookie": "__Host-davenport=\(token)", "Sec-Fetch-Site": "same-origin"]
            #expect(try await server.call(.get, "/v1/me", headers: sent).status == 200)
        }
    }

    /// Shows rule 16.5.
    @Test("Signing up sets the cookie likewise; without the header both answer the token and set none")
    func signingUp() async throws {
        try await TestServer.with { server in
            for (name, headers) in [("ada", Self.asked), ("bea", ["Sec-Fetch-Site": "same-origin"])] {
                let body: Body = [
                    "invite": .string(try await server.invite()), "email": .string("\(name)@example.org"), "username": .string(name),
                    "password": "correct horse",
                ]
                let answer = try await server.call(.post, "/v1/users", json: body, headers: headers)
                #expect(answer.status == 201)
                let isAsked = headers == Self.asked
                #expect((answer.headers["set-cookie"] != nil) == isAsked && answer.text.contains("davenport_") != isAsked)
            }
            let cat = try await server.person("cat")
            let answer = try await logIn(cat, server, headers: ["Sec-Fetch-Site": "same-origin", "Davenport-Session": "token"])
            #expect(answer.headers["set-cookie"] == nil && answer.text.contains("davenport_"))
        }
    }

    /// Shows rule 16.6.
    @Test("Asking for a cookie from elsewhere is refused before any password is checked", arguments: CookieMatrixTests.elsewhere)
    func crossOrigin(site: String?) async throws {
        try await TestServer.with(signup: .open) { server in
            let ada = try await server.person("ada")
            let (before, hashes) = (try await server.database.dump(), server.hasher.hashCount)
            var headers = ["Davenport-Session": "cookie"]
            headers["Sec-Fetch-Site"] = site
            let body: Body = ["email": "bea@example.org", "username": "bea", "password": "correct horse"]
            for answer in [
                try await logIn(ada, server, headers: headers), try await logIn(ada, server, password: "wrong", headers: headers),
                try await server.call(.post, "/v1/users", json: body, headers: headers),
            ] {
                #expect(answer.status == 403 && answer.code == .crossOrigin, "\(answer)")
                #expect(answer.headers["set-cookie"] == nil)
            }
            #expect(server.hasher.hashCount == hashes)
            #expect(try await server.database.dump() == before)
        }
    }

    /// Shows rule 16.6.
    @Test("A request that names another user than the session's acts as nobody, and the browser keeps the cookie")
    func otherUser() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let token = try token(in: try await logIn(bea, server).headers["set-cookie"], "davenport-\(server.port)")
            let change = { (expected: String) in
                try await server.call(
                    .patch, "/v1/me", json: ["givenName": "Beatrice"] as Body,
                    headers: ["Cookie": "davenport-\(server.port)=\(token)", "Sec-Fetch-Site": "same-origin", "Davenport-User": expected])
            }
            for expected in [ada.id.uuidString, "bea", "", "\(bea.id), \(bea.id)"] {
                let refused = try await change(expected)
                #expect(refused.status == 401 && refused.code == .otherUser && refused.headers["set-cookie"] == nil, "\(expected)")
            }
            #expect(try await server.call(.get, "/v1/me", token: token).json(Me.self).givenName == nil)
            for expected in [bea.id.uuidString, bea.id.uuidString.lowercased()] { #expect(try await change(expected).status == 200) }
        }
    }

    /// Shows rule 16.6.
    @Test("The cookie decides the community where a token would, and only where it counts")
    func community() async throws {
        try await TestServer.with { server in
            let attic = try await server.otherTenant()
            let ada = try await server.person("ada", in: attic)
            let own = try await server.call(.get, "/v1/tenant", headers: server.cookie(ada.token, site: "same-origin"))
            #expect(try own.expecting(200, TenantInfo.self).slug == "attic")
            for site in CookieMatrixTests.elsewhere {
                let answer = try await server.call(.get, "/v1/tenant", headers: server.cookie(ada.token, site: site))
                #expect(answer.code == .tenantRequired, "\(site ?? "-")")
            }
        }
    }

    /// Shows rule 16.6.
    @Test("The cookie is found among others, by its whole name")
    func amongOthers() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let name = "davenport-\(server.port)"
            for (cookie, status) in [
                ("theme=dark; \(name)=\(ada.token); a=b", 200), ("\(name)=\(ada.token)", 200), ("a;\(name)=\(ada.token);", 200),
                ("x\(name)=\(ada.token)", 401), ("\(name)0=\(ada.token)", 401), ("a=\(name)=\(ada.token)", 401), (name, 401),
                ("davenport-80=\(ada.token)", 401), ("__Host-davenport=\(ada.token)", 401), ("\(name)=", 401),
            ] {
                let answer = try await server.call(.get, "/v1/me", headers: ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"])
                #expect(answer.status == status, "\(cookie)")
            }
        }
    }

    /// Shows rule 16.7.
    @Test("Signing out and deleting the account make the browser forget cookie and storage, and a bearer's client nothing")
    func ends() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let expired = "davenport-\(server.port)=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0"
            let deletion: Body = ["currentPassword": .string(ada.password)]
            let calls: [(DavenportAPI.Method, String, Body?)] = [
                (.delete, "/v1/sessions/current", nil), (.post, "/v1/me/deletion", deletion),
            ]
            for (method, path, body) in calls {
                let token = try await server.logIn(ada)
                if method == .delete {
                    let bearer = try await server.call(method, path, token: try await server.logIn(ada))
                    #expect(bearer.status == 204 && bearer.headers["set-cookie"] == nil && bearer.headers["clear-site-data"] == nil)
                }
                let answer = try await server.call(method, path, json: body, headers: server.cookie(token, site: "same-origin"))
                #expect(answer.status == 204 && answer.headers["set-cookie"] == expired, "\(path): \(answer)")
                #expect(answer.headers["clear-site-data"] == "\"storage\"")
                #expect(try await !server.isSignedIn(token))
            }
        }
    }

    /// Shows rule 16.7.
    @Test("A page that keeps words of others keeps its storage, and loses the cookie all the same")
    func keepsStorage() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let asked = try server.cookie(ada.token, site: "same-origin").merging(["Davenport-Storage": "keep"]) { $1 }
            let answer = try await server.call(.delete, "/v1/sessions/current", headers: asked)
            #expect(answer.status == 204 && answer.headers["set-cookie"]?.hasSuffix("Max-Age=0") == true)
            #expect(answer.headers["clear-site-data"] == nil)
        }
    }

    /// Shows rule 16.7.
    @Test("A 401 to a cookie that counts makes the browser forget it, and any other 401 doesn't")
    func unauthorized() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            _ = try await server.call(.delete, "/v1/sessions/current", token: ada.token)
            let counting = try await server.call(.get, "/v1/me", headers: server.cookie(ada.token, site: "same-origin"))
            #expect(counting.status == 401 && counting.headers["set-cookie"]?.hasSuffix("Max-Age=0") == true)
            #expect(counting.headers["clear-site-data"] == nil && counting.headers["www-authenticate"] == "Bearer")
            for headers in [server.cookie(ada.token, site: "same-site"), ["Sec-Fetch-Site": "same-origin"]] {
                let answer = try await server.call(.get, "/v1/me", headers: headers)
                #expect(answer.status == 401 && answer.headers["set-cookie"] == nil, "\(headers)")
            }
            let refused = try await server.call(
                .get, "/v1/members", headers: server.cookie(try await server.logIn(try await server.person("bea")), site: "same-origin"))
            #expect(refused.status == 403 && refused.headers["set-cookie"] == nil)
        }
    }

    /// Shows rule 16.6.
    @Test("Of several cookies of its name the valid one counts, wherever it stands: another port of localhost can't sign anybody out")
    func several() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let ended = try await server.logIn(ada)
            _ = try await server.call(.delete, "/v1/sessions/current", token: ended)
            let name = "davenport-\(server.port)"
            for others in [["bad"], [""], [ended], ["bad", ended, "davenport_nonsense"]] {
                let orders = [others + [ada.token], [ada.token] + others]
                for cookies in orders.map({ $0.map { "\(name)=\($0)" } }) {
                    let headers = ["Cookie": cookies.joined(separator: "; "), "Sec-Fetch-Site": "same-origin"]
                    let answer = try await server.call(.get, "/v1/me", headers: headers)
                    #expect(answer.status == 200 && answer.headers["set-cookie"] == nil, "\(cookies)")
                    #expect(try await server.call(.get, "/v1/tenant", headers: headers).status == 200)
                }
            }
            // Only so many are tried, because each can cost a look into the database.
            let many = (Array(repeating: "\(name)=bad", count: 4) + ["\(name)=\(ada.token)"]).joined(separator: "; ")
            let answer = try await server.call(.get, "/v1/me", headers: ["Cookie": many, "Sec-Fetch-Site": "same-origin"])
            #expect(answer.status == 401 && answer.headers["set-cookie"]?.hasSuffix("Max-Age=0") == true)
        }
    }

    /// Shows rule 16.6.
    @Test("Elsewhere than on a loopback host only the `__Host-` cookie counts, which no page without TLS can set")
    func otherNames() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for name in [
                "davenport-443", "davenport-80", "davenport-\(server.port)", "davenport", "__Secure-davenport", "__host-davenport",
            ] {
                let foreign = ["Host": "sofa.example.org", "Cookie": "\(name)=\(ada.token)", "Sec-Fetch-Site": "same-origin"]
                #expect(try await server.call(.get, "/v1/me", headers: foreign).status == 401, "\(name)")
                let beside = foreign.merging(["Cookie": "\(name)=bad; __Host-davenport=\(ada.token)"]) { $1 }
                #expect(try await server.call(.get, "/v1/me", headers: beside).status == 200, "\(name)")
            }
        }
    }

    /// Shows rule 16.8.
    @Test("A wrong password challenges a page to Bearer, and other clients to Basic")
    func challenges() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let page = try await logIn(ada, server, password: "wrong horse")
            #expect(page.status == 401 && page.code == .invalidCredentials && page.headers["www-authenticate"] == "Bearer")
            let elsewhere = try await server.call(.post, "/v1/sessions", headers: ["Sec-Fetch-Site": "same-site"])
            #expect(elsewhere.status == 401 && elsewhere.headers["www-authenticate"] == "Bearer")
            let other = try await logIn(ada, server, password: "wrong horse", headers: [:])
            #expect(other.status == 401 && other.headers["www-authenticate"]?.hasPrefix("Basic ") == true)
        }
    }

    /// Shows rules 16.6 and 22.1.
    @Test("A page of a configured origin can't ask for a cookie or send one")
    func configuredOrigins() async throws {
        try await TestServer.with(serverOptions: .with { $0.origins = ["https://app.example.org"] }) { server in
            let ada = try await server.person("ada")
            let preflight = try await RawClient.exchange(
                "OPTIONS /v1/sessions HTTP/1.1\r\nHost: sofa\r\nOrigin: https://app.example.org\r\nAccess-Control-Request-Method: POST\r\n"
                    + "Access-Control-Request-Headers: davenport-session\r\nConnection: close\r\n\r\n", port: server.port)
            #expect(preflight.hasPrefix("HTTP/1.1 204 "))
            #expect(!preflight.lowercased().contains("davenport-session") && !preflight.lowercased().contains("allow-credentials"))
            var headers = server.cookie(ada.token, site: "cross-site")
            headers["Origin"] = "https://app.example.org"
            let answer = try await server.call(.get, "/v1/me", headers: headers)
            #expect(answer.status == 401 && answer.headers["access-control-allow-credentials"] == nil)
        }
    }
}

import DavenportAPI
import DavenportClient
import Domain
import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import Server

@Suite("rule 10.12: requests as other clients and proxies write them")
struct HeadTests {
    private static func text(_ method: String, _ target: String, _ headers: String = "Host: sofa\r\n") -> String {
        "\(method) \(target) HTTP/1.1\r\n\(headers)\r\n"
    }

    /// Shows rule 10.12.
    @Test("HEAD is answered like GET with status and headers, and without a body")
    func head() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let ada = try await server.person("ada")
            let room = try await server.room(ada)
            let paths = [
                "/health/live", "/health/ready", "/openapi.json", "/docs", "/v1/tenant", "/v1/me", "/v1/dashboard", "/v1/rooms/\(room.id)",
            ]
            for path in paths {
                let headers = "Host: sofa\r\nAuthorization: Bearer \(ada.token)\r\nX-Request-ID: same\r\nConnection: close\r\n"
                let answers = try await ["GET", "HEAD"].asyncMap { method in
                    try await RawClient.exchange(Self.text(method, path, headers), port: server.port)
                }
                let heads = answers.map {
                    $0.components(separatedBy: "\r\n\r\n")[0].split(separator: "\r\n").filter { !$0.hasPrefix("Date:") }
                }
                #expect(RawClient.statuses(answers[1]) == [200] && heads[0] == heads[1], "\(path): \(heads)")
                #expect(answers[1].hasSuffix("\r\n\r\n") && answers[0].utf8.count > answers[1].utf8.count, "\(path)")
            }
        }
    }

    /// Shows rule 10.12.
    @Test("HEAD of an unknown path is 404, of one that needs a token 401, and of one without GET 405 with Allow")
    func headRefused() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let expected = [("/nothing", 404), ("/v1/me", 401), ("/v1/invites/lookup", 405)]
            for (path, status) in expected {
                let answer = try await RawClient.exchange(Self.text("HEAD", path), isWhole: true, port: server.port)
                #expect(RawClient.statuses(answer) == [status] && answer.hasSuffix("\r\n\r\n"), "\(answer)")
            }
        }
    }

    /// Shows rule 10.12.
    @Test("HEAD of a file has its length, and sends none of it")
    func headOfFile() async throws {
        try await TestServer.with(features: [.class], limits: .patient()) { server in
            let teacher = try await server.person("teacher", role: .teacher, birthday: "1990-02-28")
            let file = NewFile(fileID: UUID(), name: "a.txt", content: ByteStream(Array("hello, file".utf8)))
            let id = try await server.as(teacher).createFile(file).value.id
            let headers = "Host: sofa\r\nAuthorization: Bearer \(teacher.token)\r\n"
            let answer = try await RawClient.exchange(Self.text("HEAD", "/v1/files/\(id)", headers), isWhole: true, port: server.port)
            #expect(
                RawClient.statuses(answer) == [200] && answer.contains("Content-Length: 11\r\n") && answer.hasSuffix("\r\n\r\n"),
                "\(answer)")
        }
    }

    /// Shows rule 10.12.
    @Test(
        "Another method on a path outside of /v1 is 405 with Allow",
        arguments: ["/health/live", "/health/ready", "/openapi.json", "/docs"])
    func otherMethod(path: String) async throws {
        try await TestServer.with { server in
            for method in [DavenportAPI.Method.post, .put, .patch, .delete] {
                let answer = try await server.call(method, path)
                #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD", "\(answer)")
            }
        }
    }

    /// Shows rule 10.12.
    @Test(
        "A request of HTTP/1.1 has exactly one Host, which names a host",
        arguments: [
            "", "Host: sofa\r\nHost: sofa\r\n", "Host: a\r\nhost: b\r\n", "Host: a b\r\n", "Host: a/b\r\n",
            "Host: http://a\r\n", "Host: ada@a\r\n", "Host: a:b\r\n", "Host: a:1:2\r\n", "Host: a:123456\r\n", "Host: a:99999\r\n",
            "Host: a:65536\r\n", "Host: [::1]:70000\r\n", "Host: a:+1\r\n", "Host: :80\r\n",
            "Host: [::1\r\n",
            "Host: [::1]x\r\n", "Host: []\r\n", "Host: [g::1]\r\n", "Host: a\\b\r\n", "Host: <a>\r\n", "Host: a?b\r\n", "Host: a#b\r\n",
            "Host: bücher.example\r\n", "Host: a\u{1}b\r\n", "Host: \"a\"\r\n", "Host: a:80 b\r\n",
        ])
    func hosts(headers: String) async throws {
        try await TestServer.with(limits: .patient()) { server in
            let answer = try await RawClient.exchange(
                Self.text("GET", "/health/live", headers + "Connection: close\r\n"), port: server.port)
            #expect(RawClient.statuses(answer) == [400] && answer.contains("Connection: close"), "\(answer)")
        }
    }

    /// Shows rule 10.12.
    @Test(
        "Every form of a host is accepted, and none at all in HTTP/1.0",
        arguments: [
            "a", "a.example.org", "A.Example.ORG", "a.example.org.", "a:8080", "a:", "a:65535", "a:0", "a:00080", "127.0.0.1:80", "[::1]",
            "[::1]:8080",
            "[::ffff:127.0.0.1]", "under_score", "a-b.c", "xn--bcher-kva.example", "a%20b", "",
        ])
    func taken(host: String) async throws {
        try await TestServer.with(limits: .patient()) { server in
            let live = try await RawClient.exchange(
                Self.text("GET", "/health/live", "Host: \(host)\r\nConnection: close\r\n"), port: server.port)
            #expect(RawClient.statuses(live) == [200], "\(live)")
            let old = try await RawClient.exchange("GET /health/live HTTP/1.0\r\n\r\n", port: server.port)
            #expect(RawClient.statuses(old) == [200])
        }
    }

    /// Shows rule 10.12.
    @Test("The host of an absolute target overrides Host, and the root's dot makes no difference")
    func absolute() async throws {
        try await TestServer.with(limits: .patient()) { server in
            for (slug, host) in [("club", "club.example.org."), ("band", "band.example.org")] {
                _ = try await server.operators.createTenant(slug: slug, name: slug, features: [], signup: .open, hosts: [host])
            }
            let requests = [
                ("club", Self.text("GET", "http://club.example.org/v1/tenant", "Host: band.example.org\r\n")),
                ("band", Self.text("GET", "HTTP://BAND.example.org:8080/v1/tenant", "Host: club.example.org\r\n")),
                ("band", "GET http://band.example.org/v1/tenant HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
                ("club", Self.text("GET", "/v1/tenant", "Host: club.example.org.\r\n")),
                ("band", Self.text("GET", "/v1/tenant", "Host: band.example.org.:80\r\n")),
            ]
            for (slug, request) in requests {
                let answer = try await RawClient.exchange(request, isWhole: true, port: server.port)
                #expect(answer.contains("\"slug\":\"\(slug)\""), "\(request)\(answer)")
            }
            for target in [
                "ftp://club.example.org/v1/tenant", "http:///v1/tenant", "http://club.example.org:99999/v1/tenant",
                "http://ada@club.example.org/v1/tenant", "http://?x",
                "/v1/tenant#x",
            ] {
                let answer = try await RawClient.exchange(Self.text("GET", target), port: server.port)
                #expect(RawClient.statuses(answer) == [400], "\(target): \(answer)")
            }
        }
    }

    /// Shows rule 10.12.
    @Test("Unreserved characters may be percent-encoded anywhere in path and query")
    func encoded() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for target in ["/v1/%64ashboard", "/%76%31/%6D%65", "/v1/r%6f%6Fms?%6Cimit=%31", "/health%2Flive", "/v1/me%2E"] {
                let answer = try await server.call(.get, target, token: ada.token)
                #expect(answer.status == (target.contains("%2F") || target.contains("%2E") ? 404 : 200), "\(target): \(answer)")
            }
            let limited = try await server.call(.get, "/v1/rooms?%6Cimit=0", token: ada.token)
            #expect(limited.faultyFields == ["limit"])
        }
    }

    /// Shows rule 10.13.
    @Test(
        "A body with a content encoding is 415, which says that none is accepted",
        arguments: ["gzip", "br", "deflate, identity", "x-gzip", "aes128gcm"])
    func contentEncoding(coding: String) async throws {
        try await TestServer.with(features: [.watch, .class]) { server in
            let teacher = try await server.person("teacher", role: .teacher, birthday: "1990-02-28")
            let requests: [(DavenportAPI.Method, String, String)] = [
                (.post, "/v1/users", "application/json"), (.put, "/v1/me/avatar", "image/png"),
                (.put, "/v1/files/\(UUID().uuidString)?name=a.txt", "text/plain"),
            ]
            for (method, path, type) in requests {
                let headers = ["Content-Encoding": coding, "Content-Type": type]
                let answer = try await server.call(method, path, token: teacher.token, body: [0x1F, 0x8B, 8, 0], headers: headers)
                #expect(answer.status == 415 && answer.code == .unsupportedEncoding, "\(answer)")
                #expect(answer.headers["accept-encoding"] == "identity")
            }
            let taken = try await server.call(
                .post, "/v1/rooms", token: teacher.token, body: Array("{}".utf8), headers: ["Content-Encoding": "Identity"])
            #expect(taken.status == 422)
        }
    }

    /// Shows rule 10.12.
    @Test(
        "A target that doesn't decode to UTF-8 is 400, in path and query",
        arguments: ["%ff", "%", "%z", "%zz", "%ed%a0%80", "%c3", "%C0%80", "a%2"])
    func notUTF8(part: String) async throws {
        try await TestServer.with(limits: .patient()) { server in
            for target in ["/v1/users?username=\(part)", "/v1/rooms/\(part)", "/v1/users?\(part)=ada"] {
                let answer = try await RawClient.exchange(Self.text("GET", target), port: server.port)
                #expect(RawClient.statuses(answer) == [400] && answer.contains("The request's target has a %"), "\(target): \(answer)")
            }
        }
    }

    /// Shows rule 10.12.
    @Test("A tenant's slug is the same in any case")
    func slugs() async throws {
        try await TestServer.with { server in
            for (slug, status) in [("sofa", 200), ("SOFA", 200), ("Sofa", 200), ("sofas", 404)] {
                let answer = try await server.call(.get, "/v1/tenant", headers: ["Davenport-Tenant": slug])
                #expect(answer.status == status, "\(slug)")
            }
        }
    }
}

import DavenportAPI
import NIOCore
import Server
import TestSupport
import Testing

@Suite("rules 20: answers that the client doesn't read")
struct EdgePipelineTests {
    private let large = "GET /openapi.json HTTP/1.1\r\nHost: sofa\r\n\r\n"

    /// Shows rule 20.15.
    @Test("All connections share the buffer of unread answers: the slowest reader is cut off, and other clients get all answers")
    func budget() async throws {
        try await TestServer.with(limits: .patient { $0.unreceivedBytes = 3 * 1024 * 1024 }) { server in
            var clients: [RawClient] = []
            for _ in 0..<20 {
                let client = try await RawClient.open(port: server.port, isReading: false)
                clients.append(client)
                try await client.send(String(repeating: large, count: 200))
            }
            try await eventually("some are cut, and others not") { clients.count { $0.isClosed } >= 10 }
            let answers = try await RawClient.exchange(String(repeating: large, count: 20), isWhole: true, port: server.port)
            #expect(RawClient.statuses(answers) == Array(repeating: 200, count: 20))
            for client in clients { await client.close() }
        }
    }

    /// Shows rule 20.15.
    @Test("A client that pipelines a hundred requests and reads gets every answer, in order")
    func inOrder() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let asked = [
                ("GET /health/live HTTP/1.1\r\nHost: sofa\r\n\r\n", 200),
                ("POST /v1/sessions HTTP/1.1\r\nHost: sofa\r\nContent-Length: 4\r\n\r\n\r\n\r\n", 401),
                ("GET /nothing HTTP/1.1\r\nHost: sofa\r\nContent-Length: 2\r\n\r\n{}", 404),
                ("POST /v1/users HTTP/1.1\r\nHost: sofa\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n", 422),
                ("HEAD /v1/me HTTP/1.1\r\nHost: sofa\r\n\r\n", 401),
            ]
            let requests = String(repeating: asked.map(\.0).joined(), count: 20)
            let expected = (0..<20).flatMap { _ in asked.map(\.1) }
            #expect(RawClient.statuses(try await RawClient.exchange(requests, isWhole: true, port: server.port)) == expected)
            try await RawClient.with(port: server.port) { client in
                // The requests may be split at any byte.
                for piece in requests.utf8.chunks(of: 7) { try await client.send(String(decoding: piece, as: UTF8.self)) }
                try await client.untilAnswered(100)
                #expect(client.statuses == expected)
            }
        }
    }

    /// Shows rule 20.15.
    @Test("A client that has closed its sending side still gets all answers, however slowly it reads")
    func wholeAnswers() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let one = try await RawClient.exchange(large, isWhole: true, port: server.port)
            try await RawClient.with(port: server.port, isReading: false) { client in
                try await client.send(String(repeating: large, count: 20))
                try await client.finish()
                try await client.sip()
                #expect(client.statuses.count == 20)
                #expect(client.received.hasSuffix(one.suffix(1000)))
            }
        }
    }

    /// Shows rules 10.6 and 20.15.
    @Test("A body in chunks of one byte arrives whole, unless there are more than a thousand")
    func oneByteChunks() async throws {
        try await TestServer.with(limits: .patient()) { server in
            let request = { (bytes: Int) in
                let body = "{" + String(repeating: " ", count: bytes - 2) + "}"
                let chunks = body.map { "1\r\n\($0)\r\n" }.joined()
                return "POST /v1/users HTTP/1.1\r\nHost: sofa\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n"
            }
            let few = try await RawClient.exchange(request(1000) + request(1000), isWhole: true, port: server.port)
            #expect(RawClient.statuses(few) == [422, 422])
            let crumbs = try await RawClient.exchange(request(50_000) + request(10), isWhole: true, port: server.port)
            #expect(RawClient.statuses(crumbs) == [400], "more than a thousand crumbs are the client's fault")
        }
    }

    @Test(
        "After a request that is the last one nothing more is read, and its answer has Connection: close",
        arguments: ["Connection: close", "Connection: TE, Close", "Connection: Upgrade\r\nUpgrade: h2c"])
    func last(field: String) async throws {
        try await TestServer.with(limits: .patient()) { server in
            let asked = "GET /health/live HTTP/1.1\r\nHost: sofa\r\n\(field)\r\n\r\n" + large
            let answer = try await RawClient.exchange(asked, port: server.port)
            #expect(RawClient.statuses(answer) == [200])
            #expect(answer.contains("Connection: close\r\n"))
        }
    }
}

extension Collection {
    fileprivate func chunks(of size: Int) -> [SubSequence] {
        var (chunks, rest) = ([SubSequence](), self[...])
        while !rest.isEmpty {
            chunks.append(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return chunks
    }
}

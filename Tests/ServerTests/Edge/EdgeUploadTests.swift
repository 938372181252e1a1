import DavenportAPI
import DavenportClient
import Domain
import Foundation
import NIOCore
import Postgres
import TestSupport
import Testing

@testable import Server

@Suite("rules 20: streamed bodies")
struct EdgeUploadTests {
    /// Returns the head of an upload with its length.
    private func head(_ person: Person, _ length: String, id: UUID = UUID()) -> String {
        """
        PUT /v1/files/\(id.uuidString.lowercased())?name=a.txt HTTP/1.1\r
        Host: sofa\r
        Authorization: Bearer \(person.token)\r
        \(length)\r
        \r\n
        """
    }

    /// Shows rules 11.61 and 20.22.
    @Test("An upload without length is 411, one that is too long is 413, and neither body is read")
    func length() async throws {
        try await TestServer.with(features: [.class]) { server in
            let ada = try await server.person("ada")
            for (length, status) in [
                ("Transfer-Encoding: chunked", 411), ("Content-Length: 20971521", 413), ("Content-Length: 99999999999999999", 413),
            ] {
                try await RawClient.with(port: server.port) { client in
                    try await client.send(head(ada, length))
                    try await client.untilAnswered()
                    #expect(client.statuses == [status], "\(length)")
                }
            }
            #expect(try await server.database.count("file_chunks") == 0)
        }
    }

    /// Shows rule 20.22.
    @Test("An admitted slow upload has as long as its length needs, and every other body keeps its fixed deadline")
    func deadline() async throws {
        #expect(EdgeLimits.extraTime(length: 20_971_520) == .seconds(419))
        #expect(EdgeLimits.extraTime(length: 49_999) == .zero)
        try await TestServer.with(features: [.class], limits: .patient { $0.bodyTimeout = .seconds(3) }) { server in
            let ada = try await server.person("ada")
            let bytes = String(repeating: "a", count: 1_000_000)
            try await RawClient.with(port: server.port) { client in
                try await client.send(head(ada, "Content-Length: 1000000") + bytes.prefix(500_000))
                // Meanwhile the deadline of another client passes, who began later.
                let other = head(ada, "Content-Length: 1000000").replacing("Bearer", with: "Nobody") + "a"
                let refused = try await RawClient.exchange(other, port: server.port)
                #expect(RawClient.statuses(refused) == [401])
                try await client.send(String(bytes.dropFirst(500_000)))
                try await client.untilAnswered()
                #expect(client.statuses == [201])
            }
            try await RawClient.with(port: server.port) { client in
                try await client.send(head(ada, "Content-Length: 40000"))
                try await client.trickle("a")
                #expect(client.statuses == [408])
            }
        }
    }

    /// Shows rule 11.69.
    @Test("An upload that ends early, or whose client disconnects, stores nothing")
    func early() async throws {
        try await TestServer.with(features: [.class]) { server in
            let ada = try await server.person("ada")
            for isWhole in [true, false] {
                try await RawClient.with(port: server.port) { client in
                    try await client.send(head(ada, "Content-Length: 300000") + String(repeating: "a", count: 299_999))
                    guard isWhole else { return }
                    try await client.finish()
                    try await client.untilClosed()
                    #expect(client.statuses == [400])
                }
            }
            #expect(try await server.database.count("file_chunks") == 0)
            #expect(try await server.database.count("files") == 0)
        }
    }

    /// Shows rule 20.22.
    @Test(
        "32 slow uploads hold no database connection and others are served; a tenant has 24 at most, and one more is 503"
    )
    func slow() async throws {
        try await TestServer.with(features: [.class], limits: .patient()) { server in
            let other = try await server.otherTenant(features: [.class])
            var people: [Person] = []
            for number in 0..<10 { people.append(try await server.person("ada\(number)", in: number < 7 ? nil : other)) }
            var clients: [RawClient] = []
            func enter(_ persons: some Sequence<Person>) async throws {
                for person in persons {
                    for _ in 0..<4 {
                        let client = try await RawClient.open(port: server.port)
                        clients.append(client)
                        // The server sends 100 once it has admitted the upload.
                        try await client.send(head(person, "Expect: 100-continue\r\nContent-Length: 4"))
                        try await client.untilAnswered()
                        try await client.send("a")
                    }
                }
            }
            func isFull(for person: Person) async throws -> Bool {
                let path = "/v1/files/\(UUID().uuidString.lowercased())?name=a.txt"
                let answer = try await server.call(.put, path, token: person.token, body: Array("a".utf8))
                if answer.status == 503 { #expect(answer.headers["retry-after"] == "5") }
                return answer.status == 503
            }
            try await enter(people[0..<6])
            #expect(try await isFull(for: people[6]), "24 of one community are in")
            #expect(try await !isFull(for: people[9]), "the other community has room")
            try await enter(people[7..<9])
            #expect(try await isFull(for: people[9]), "32 are in")
            let busy = try await server.rows(
                """
                SELECT count(*) AS count FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
                """)
            #expect(try busy[0]["count"] as Int == 0)
            // At the same time the uploading users send other requests.
            for person in people { #expect(try await server.isSignedIn(person.token)) }
            for client in clients { try await client.send("bcd") }
            for client in clients { try await client.untilAnswered(2) }
            #expect(clients.allSatisfy { $0.statuses == [100, 201] })
            for client in clients { await client.close() }
        }
    }

    /// Shows rule 20.22.
    @Test("A download that isn't read is cut off, and one that is read slowly isn't")
    func download() async throws {
        try await TestServer.with(features: [.class], limits: .patient { $0.stallTimeout = .seconds(1) }) { server in
            let ada = try await server.person("ada")
            let id = UUID()
            let content = ByteStream([UInt8](repeating: 0x61, count: 10_000_000))
            _ = try await server.as(ada).createFile(NewFile(fileID: id, name: "a.txt", content: content))
            let get = """
                GET /v1/files/\(id.uuidString.lowercased()) HTTP/1.1\r
                Host: sofa\r
                Connection: close\r
                Authorization: Bearer \(ada.token)\r
                \r\n
                """
            try await RawClient.with(port: server.port, isReading: false) { client in
                try await client.send(get)
                try await client.untilClosed()
            }
            let answer = try await RawClient.exchange(get, port: server.port)
            #expect(RawClient.statuses(answer) == [200] && answer.utf8.count > 10_000_000)
        }
    }

    /// Shows rule 20.22.
    @Test("A file replaced during its download ends there, and never continues with the new bytes")
    func replaced() async throws {
        try await TestServer.with(features: [.class], limits: .patient()) { server in
            let ada = try await server.person("ada")
            let id = UUID()
            let store = { (letter: UInt8) in
                let content = ByteStream([UInt8](repeating: letter, count: 10_000_000))
                _ = try await server.as(ada).createFile(NewFile(fileID: id, name: "a.txt", content: content))
            }
            try await store(0x61)
            let get = """
                GET /v1/files/\(id.uuidString.lowercased()) HTTP/1.1\r
                Host: sofa\r
                Authorization: Bearer \(ada.token)\r
                \r\n
                """
            try await RawClient.with(port: server.port, isReading: false) { client in
                try await client.send(get)
                try await eventually("the answer has begun") {
                    client.take()
                    return !client.received.isEmpty
                }
                _ = try await server.as(ada).deleteFile(fileID: id)
                try await store(0x62)
                try await client.sip()
                // The client may not have received any of the body yet.
                let body = try #require(client.received.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false).last)
                #expect(client.statuses.first == 200)
                #expect(body.utf8.count < 10_000_000 && body.utf8.allSatisfy { $0 == 0x61 })
            }
        }
    }

    /// Shows rule 11.72.
    @Test(
        "A user who is logged out, suspended or deleted during an upload has uploaded nothing",
        arguments: ["signed out", "suspended", "gone", "in a suspended community"])
    func signedOut(how: String) async throws {
        try await TestServer.with(features: [.class], limits: .patient()) { server in
            let ada = try await server.person("ada")
            try await RawClient.with(port: server.port) { client in
                try await client.send(head(ada, "Expect: 100-continue\r\nContent-Length: 300000"))
                try await client.untilAnswered()
                try await client.send(String(repeating: "a", count: 200_000))
                switch how {
                case "signed out": _ = try await server.as(ada).endCurrentSession()
                case "suspended": _ = try await server.operators.changeUser(server.tenant, email: ada.email, suspended: true)
                case "gone": #expect(try await server.delete(ada).status == 204)
                default: try await server.rows("UPDATE tenants SET suspended_at = now() WHERE id = \(server.tenant.id)")
                }
                try await client.send(String(repeating: "a", count: 100_000))
                try await client.untilAnswered(2)
                #expect(client.statuses == [100, 401])
            }
            #expect(try await server.database.count("files") == 0)
            #expect(try await server.database.count("file_chunks") == 0)
        }
    }

    /// Shows rule 11.66.
    @Test("A download continues only while the user is logged in and may see the file", arguments: ["signed out", "withdrawn"])
    func noLonger(what: String) async throws {
        try await TestServer.with(features: [.class], limits: .patient()) { server in
            let tina = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
            let sam = try await server.person("sam", role: .student)
            _ = try await server.as(tina).addStudent(userID: sam.id)
            let id = UUID()
            let content = ByteStream([UInt8](repeating: 0x61, count: 10_000_000))
            _ = try await server.as(tina).createFile(NewFile(fileID: id, name: "a.txt", content: content))
            let task = try await server.as(tina).createTask(NewTask(title: "x", fileIDs: [id], studentIDs: [sam.id])).value
            let get = """
                GET /v1/files/\(id.uuidString.lowercased()) HTTP/1.1\r
                Host: sofa\r
                Connection: close\r
                Authorization: Bearer \(sam.token)\r
                \r\n
                """
            try await RawClient.with(port: server.port, isReading: false) { client in
                try await client.send(get)
                try await eventually("the answer has begun") {
                    client.take()
                    return client.received.contains("\r\n\r\n")
                }
                switch what {
                case "signed out": _ = try await server.as(sam).endCurrentSession()
                default: _ = try await server.as(tina).withdrawAssignment(taskID: task.id, userID: sam.id)
                }
                try await client.sip()
                let body = client.received.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)[1]
                #expect(body.utf8.count < 10_000_000)
            }
        }
    }
}

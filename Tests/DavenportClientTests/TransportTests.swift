import AsyncHTTPClient
import DavenportAPI
import DavenportAsyncHTTPClient
import DavenportClient
import Foundation
import NIOCore
import TestSupport
import Testing

@Suite("The transports against a real server", .generousTimeLimit)
struct TransportTests {
    /// The transport under test.
    enum Carrier: CaseIterable {
        case urlSession
        case asyncHTTPClient
        case inProcess

        func transport(to server: TestServer) -> Transport {
            switch self {
            case .urlSession: .urlSession()
            case .asyncHTTPClient: .asyncHTTPClient(.patient, timeout: .minutes(10))
            case .inProcess: server.transport
            }
        }
    }

    @Test("A request that is cancelled while its answer arrives ends", arguments: Carrier.allCases)
    func cancelled(carrier: Carrier) async throws {
        try await TestServer.with { server in
            let transport = carrier.transport(to: server)
            let request = Transport.Request(method: .get, url: server.url.appending(path: "health/live"))
            _ = try await transport.send(request)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for step in 0..<250 {
                            let sending = Task { try? await transport.send(request) }
                            // An answer takes about as long as the longest of these loops.
                            for _ in 0..<step * 4 { await Task.yield() }
                            sending.cancel()
                            _ = await sending.value
                        }
                    }
                }
            }
        }
    }

    @Test("Texts, queries, pictures, tags and problems are transferred unchanged", arguments: Carrier.allCases)
    func evening(carrier: Carrier) async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let client = server.client(over: carrier.transport(to: server), token: ada.token)
            let room = try await client.createRoom(NewRoom(subject: .custom(title: "Café & Straße?"), memberIDs: [bea.id]))
            #expect(room.isNew && room.value.subject == .custom(title: "Café & Straße?"))
            let again = try await client.createRoom(
                NewRoom(id: room.value.id, subject: .custom(title: "Café & Straße?"), memberIDs: [bea.id]))
            #expect(!again.isNew && again.value == room.value)
            for index in 1...5 {
                _ = try await client.createComment(NewComment(roomID: room.value.id, content: "0:0\(index) 🛋️ \(index)"))
            }
            let query = CommentQuery(roomID: room.value.id, limit: 2)
            let contents = try await client.all(Endpoints.listComments, query).array().map(\.content)
            #expect(contents == (1...5).map { "🛋️ \($0)" })
            for _ in 0..<2 { #expect(try await client.showDashboard().sections[0].rooms[0].commentCount == 5) }
            let error = await thrown { try await client.showRoom(roomID: UUID()) } as? APIError
            #expect(error?.code == .notFound)
            #expect(try await client.endCurrentSession() == NoContent())
            #expect((await thrown { try await client.showMe() } as? APIError)?.code == .unauthenticated)
        }
    }

    @Test("Without a listener the error is that no answer came", arguments: [Transport.urlSession(), .asyncHTTPClient()])
    func nobody(transport: Transport) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:9"))
        let client = DavenportClient(baseURL: url, transport: transport, retry: .never)
        let error = await thrown { try await client.showTenant() } as? APIError
        guard case .transport = error else { throw error ?? .unwritable("nothing") }
    }

    @Test("Redirects aren't followed, because the token is for this server alone", arguments: [Transport.urlSession(), .asyncHTTPClient()])
    func redirects(transport: Transport) async throws {
        try await RawServer.with { elsewhere in
            let moved = "HTTP/1.1 302 Found\r\nLocation: \(elsewhere.url)/\r\nContent-Length: 0\r\n\r\n"
            try await RawServer.with(answer: moved) { server in
                let client = DavenportClient(baseURL: server.url, transport: transport, retry: .never) { "secret" }
                let error = await thrown { try await client.showMe() } as? APIError
                guard case .unexpectedAnswer(302, _) = error else { throw error ?? .unwritable("nothing") }
                #expect(elsewhere.count == 0)
            }
        }
    }

    @Test("A cancelled request ends soon", arguments: [Transport.urlSession(), .asyncHTTPClient()])
    func cancelled(transport: Transport) async throws {
        try await RawServer.with { deaf in
            let client = DavenportClient(baseURL: deaf.url, transport: transport)
            let call = Task { try await client.showTenant() }
            for await _ in deaf.requests { break }
            call.cancel()
            #expect(await thrown { try await call.value } is CancellationError)
        }
    }
}

import DavenportAPI
import DavenportClient
import TestSupport
import Testing

@Suite("The client and the server together")
struct EveningTests {
    @Test("First")
    func first() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let me = try await server.as(ada).showMe()
            #expect(me.id == ada.id)
        }
    }
}

import DavenportAPI
import Garden
import TestSupport
import Testing

@testable import Server

@Suite("An area added to the server")
struct AddedAreaTests {
    @Test("The area's endpoint obeys the access that it declares, and the area's problem has its own members")
    func answered() async throws {
        try await TestServer.with { server in
            try await GardenSchema.add(to: server.database)
            let ada = try await server.person("ada")
            let garden = try GardenServer(server)
            let made = try await garden.call(.post, "/v1/beds", ada, ["plants": 3]).expecting(200, Bed.self)
            #expect(made.plants == 3)
            let refused = try await garden.call(.post, "/v1/beds", ada, ["plants": 9])
            let problem = try refused.expecting(409, Problem.self)
            #expect(problem.code == .bedFull && problem.title == "The bed is full.")
            #expect(problem.members == ["free": 5])
            #expect(try await garden.call(.post, "/v1/beds", nil, ["plants": 3]).code == .unauthenticated)
            #expect(try await garden.call(.post, "/v1/beds", ada, ["plants": "many"]).faultyFields == ["plants"])
            let other = try await garden.call(.put, "/v1/beds", ada)
            #expect(other.code == .methodNotAllowed && other.headers["allow"] == "POST")
            #expect(try await garden.call(.get, "/v1/rooms", ada).status == 200, "the others are there as ever")
        }
    }

    @Test("The OpenAPI document contains the area, and its kind can be muted; without the area neither is possible")
    func gathered() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let muted: Body = ["muted": ["bed.dug"], "mutedRooms": []]
            let garden = try GardenServer(server)
            #expect(try await garden.call(.get, "/openapi.json", nil).text.contains("\"bed_full\""))
            let kept = try await garden.call(.put, "/v1/me/notifications", ada, muted).expecting(200, NotificationPreferences.self)
            #expect(kept.muted == [.bedDug])
            let product = try GardenServer(server, areas: AreaRoutes.all)
            #expect(try await !product.call(.get, "/openapi.json", nil).text.contains("\"bed_full\""))
            #expect(try await product.call(.put, "/v1/me/notifications", ada, muted).faultyFields == ["muted"])
            #expect(try await product.call(.post, "/v1/beds", ada, ["plants": 3]).code == .notFound)
        }
    }

    @Test("The server refuses to start if an endpoint has no use case, or a use case's endpoint no area")
    func mounted() async throws {
        try await TestServer.with { server in
            #expect(throws: MountError.self) { try GardenServer(server, areas: [AreaRoutes(.garden) { _ in }]) }
            let undeclared = AreaRoutes(AreaContract("garden", chapters: []), mount: AreaRoutes.garden.mount)
            #expect(throws: MountError.self) { try GardenServer(server, areas: [undeclared]) }
        }
    }
}

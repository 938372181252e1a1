import DavenportAPI
import Domain
import Foundation
import HTTPTypes
import Postgres
import Server
import TestSupport
import Testing

@Suite("rules 2: a revoked permission ends with the next request, on every server that caches it")
struct RevocationTests {
    /// Shows rule 2.10.
    @Test("A log-out, suspension, role change or suspended tenant takes effect at once, 200 times under load")
    func onAnotherServer() async throws {
        try await TestServer.with { server in
            let town = try await Town(server)
            let load = town.load()
            defer { load.cancel() }
            for round in 0..<50 {
                let person = town.people[round % town.people.count]
                #expect(try await town.loggedOut(person) == 401)
                #expect(try await town.suspended(person) == 401)
                #expect(try await town.ofAnotherRole() == 403)
                #expect(try await town.inSuspendedTenant() == 404)
            }
        }
    }

    /// Shows rule 2.10.
    @Test("Every endpoint refuses a caller who was suspended a moment ago, with any input, and nothing changes")
    func everyEndpoint() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            let person = try await server.person("person", role: .owner)
            let nonsense = AccessInputs.unknown().mapValues { _ in "nonsense" }
            let before = try await world.rows()
            for endpoint in Endpoints.all where endpoint.who.needsSession {
                for targets in [world.known, AccessInputs.unknown(), nonsense] {
                    #expect(try await server.call(.get, "/v1/me", token: person.token).status == 200)
                    try await suspend(person, true, server)
                    let answer = try await world.call(endpoint, targets, as: .token(person.token))
                    #expect(answer.status == 401, "\(endpoint.name): \(answer)")
                    try await suspend(person, false, server)
                }
            }
            #expect(try await world.rows() == before)
        }
    }

    @Test("A request whose cached caller is outdated is executed once, with its body and the current data")
    func changedMeanwhile() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada, with: [bea])
            for number in 1...5 {
                _ = try await server.call(.get, "/v1/me", token: ada.token).expecting(200, Me.self)
                let name: SQL = "UPDATE users SET given_name = \("\(number)") WHERE id = \(ada.id)"
                _ = try await server.database.owner.roundTrip { try await $0.query(name) }
                let body: Body = ["content": .string("\(number)")]
                let path = "/v1/rooms/\(room.id.uuidString.lowercased())/comments"
                let comment = try await server.call(.post, path, token: ada.token, json: body).expecting(201, Comment.self)
                #expect(comment.content == "\(number)")
                #expect(comment.number == number)
            }
        }
    }

    @Test("Endless bodies sent with an expired session block no other client", .generousTimeLimit)
    func openBodies() async throws {
        // If the test fails, the bodies are still open. Then the server's shutdown must not wait for them.
        try await TestServer.with(limits: .patient { $0.shutdownTimeout = .milliseconds(300) }) { server in
            let ada = try await server.person("ada")
            let ended = try await server.logIn(ada)
            #expect(try await server.call(.delete, "/v1/sessions/current", token: ended).status == 204)
            let head = "POST /v1/rooms HTTP/1.1\r\nHost: sofa\r\nAuthorization: Bearer \(ended)\r\nContent-Type: application/json\r\n"
            var clients: [RawClient] = []
            for _ in 0..<8 {
                let client = try await RawClient.open(port: server.port)
                clients.append(client)
                try await client.send(head + "Content-Length: 500\r\n\r\n{")
            }
            for _ in 0..<20 { #expect(try await server.call(.get, "/v1/dashboard", token: ada.token).status == 200) }
            for client in clients { await client.close() }
        }
    }

    /// Changes the suspension as another server would, without notifying this server.
    private func suspend(_ person: Person, _ suspended: Bool, _ server: TestServer) async throws {
        let change: SQL = "UPDATE users SET suspended_at = CASE WHEN \(suspended) THEN created_at END WHERE id = \(person.id)"
        _ = try await server.database.owner.roundTrip { try await $0.query(change) }
    }
}

/// Two servers on one database. A change through one server must take effect on the other with the next request.
private struct Town {
    let first: TestServer
    let second: DavenportServer
    let owner: Person
    let people: [Person]
    /// A user of another tenant, which the test suspends.
    let stranger: Person
    let attic: Tenant
    let admin: Person

    init(_ server: TestServer) async throws {
        first = server
        let useCases = UseCases(
            database: Database(pool: server.database.app, clock: server.clock.wall), passwords: server.hasher, logger: .quiet)
        second = try DavenportServer(
            host: "127.0.0.1", port: 0, useCases: useCases,
            readiness: useCases.readiness(migrations: [], isSingleRole: TestRoles.isSingle), logger: .quiet)
        owner = try await server.person("olive", role: .owner)
        admin = try await server.person("adele", role: .admin)
        var people: [Person] = []
        for number in 1...8 { people.append(try await server.person("person-\(number)")) }
        self.people = people
        attic = try await server.operators.createTenant(slug: "attic", name: "The Attic", features: [.watch], signup: .invite, hosts: [])
        stranger = try await server.person("stranger", in: attic)
    }

    /// Sends various requests to the second server, one after another.
    func load() -> Task<Void, any Error> {
        Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for person in people.prefix(3) {
                    group.addTask {
                        while !Task.isCancelled {
                            for path in ["/v1/me", "/v1/dashboard", "/v1/rooms", "/v1/members"] { _ = try await ask(path, person.token) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    func loggedOut(_ person: Person) async throws -> Int {
        let token = try await known(try await first.logIn(person))
        #expect(try await first.call(.delete, "/v1/sessions/current", token: token).status == 204)
        return try await ask("/v1/me", token)
    }

    func suspended(_ person: Person) async throws -> Int {
        let token = try await known(try await first.logIn(person))
        try await change(person, ["suspended": true])
        let status = try await ask("/v1/members", token)
        try await change(person, ["suspended": false])
        return status
    }

    func ofAnotherRole() async throws -> Int {
        #expect(try await ask("/v1/members", admin.token) == 200)
        try await change(admin, ["role": "member"])
        let status = try await ask("/v1/members", admin.token)
        try await change(admin, ["role": "admin"])
        return status
    }

    func inSuspendedTenant() async throws -> Int {
        _ = try await known(stranger.token)
        try await first.operators.suspendTenant(attic, .suspended)
        let status = try await ask("/v1/rooms?limit=many", stranger.token)
        try await first.operators.suspendTenant(attic, .open)
        return status
    }

    private func change(_ person: Person, _ body: Body) async throws {
        let path = "/v1/members/\(person.id.uuidString.lowercased())"
        _ = try await first.call(.patch, path, token: owner.token, json: body).expecting(200, User.self)
    }

    /// Returns the token, which the second server caches from now on.
    private func known(_ token: String) async throws -> String {
        #expect(try await ask("/v1/me", token) == 200)
        return token
    }

    /// Returns the second server's answer.
    private func ask(_ path: String, _ token: String) async throws -> Int {
        let head = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost", path: path, headerFields: [.authorization: "Bearer \(token)"])
        return try await second.answer(head).head.status.code
    }
}

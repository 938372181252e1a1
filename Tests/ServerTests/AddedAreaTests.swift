import DavenportAPI
import Domain
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Server

@Suite("An area that is added to the server")
struct AddedAreaTests {
    @Test("Its endpoint is answered, guarded as it declares, and its problem tells what belongs to it")
    func answered() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let garden = try Garden(server, areas: AreaRoutes.all + [.garden])
            let made = try await garden.call(.post, "/v1/beds", ada, ["plants": 3])
            #expect(made.status == 200 && made.text == #"{"plants":3}"#)
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

    @Test("It stands in the server's document, and its kind can be muted; without it neither")
    func gathered() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let muted: Body = ["muted": ["bed.dry"], "mutedRooms": []]
            let garden = try Garden(server, areas: AreaRoutes.all + [.garden])
            #expect(try await garden.call(.get, "/openapi.json", nil).text.contains("\"bed_full\""))
            let kept = try await garden.call(.put, "/v1/me/notifications", ada, muted).expecting(200, NotificationPreferences.self)
            #expect(kept.muted == [NotificationKind(rawValue: "bed.dry")])
            let product = try Garden(server, areas: AreaRoutes.all)
            #expect(try await !product.call(.get, "/openapi.json", nil).text.contains("\"bed_full\""))
            #expect(try await product.call(.put, "/v1/me/notifications", ada, muted).faultyFields == ["muted"])
            #expect(try await product.call(.post, "/v1/beds", ada, ["plants": 3]).code == .notFound)
        }
    }

    @Test("The server doesn't start where an endpoint has no use case, or a use case's endpoint no area")
    func mounted() async throws {
        try await TestServer.with { server in
            #expect(throws: MountError.self) { try Garden(server, areas: [AreaRoutes(.garden) { _ in }]) }
            let undeclared = AreaRoutes(AreaContract("garden", chapters: []), mount: AreaRoutes.garden.mount)
            #expect(throws: MountError.self) { try Garden(server, areas: [undeclared]) }
        }
    }
}

/// A server of certain areas, over the database of another. It is asked without a connection.
private struct Garden {
    let server: DavenportServer

    init(_ other: TestServer, areas: [AreaRoutes]) throws {
        server = try DavenportServer(
            host: "127.0.0.1", port: 0, dependencies: other.operators, readiness: other.operators.readiness(migrations: []), areas: areas,
            logger: .quiet)
    }

    func call(_ method: HTTPRequest.Method, _ path: String, _ person: Person?, _ body: Body? = nil) async throws -> Answer {
        var head = HTTPRequest(method: method, scheme: "http", authority: "sofa", path: path)
        head.headerFields[.authorization] = person.map { "Bearer \($0.token)" }
        let answer = try await server.answer(head, body: [UInt8](try body.map { try JSONEncoder().encode($0) } ?? Data()))
        let headers = Dictionary(answer.head.headerFields.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        return Answer(status: answer.head.status.code, headers: headers, body: answer.body)
    }
}

extension AreaContract {
    /// People who garden together.
    fileprivate static let garden = AreaContract(
        "garden", chapters: [Chapter("Beds", "Where things grow.", [Endpoints.makeBed])], codes: [.bedFull],
        kinds: [NotificationKind(rawValue: "bed.dry")])
}

extension AreaRoutes {
    fileprivate static let garden = AreaRoutes(.garden) { mount in try mount.on(Endpoints.makeBed, MakeBed.self) }
}

extension Endpoints {
    fileprivate static let makeBed = Endpoint<NewBed, Bed>("makeBed", .post, "/beds", .user, errors: [.bedFull], summary: "Dig a bed.")
}

extension Problem.Code {
    fileprivate static let bedFull = Self("bed_full", 409, "The bed is full.")
}

struct NewBed: Input {
    let plants: Int

    init(_ fields: inout Fields) {
        plants = fields.required("plants", .integer(1...99))
    }
}

struct Bed: Codable {
    let plants: Int
}

private struct MakeBed: UseCase {
    init(_ dependencies: Dependencies) {}

    func callAsFunction(_ caller: Caller, _ input: NewBed) async throws -> Bed {
        guard input.plants <= 5 else { throw Problem(.bedFull, members: ["free": 5]) }
        return Bed(plants: input.plants)
    }
}

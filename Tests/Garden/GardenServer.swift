import DavenportAPI
import Domain
import Foundation
import HTTPTypes
import Programs
import Secrets
import Server
import TestSupport

extension AreaRoutes {
    public static let garden = AreaRoutes(.garden) { mount in try mount.on(Endpoints.digBed, UseCases.digBed) }
}

/// A server with chosen areas, on the database of another server. Tests call it without a connection.
public struct GardenServer: Sendable {
    /// The use cases of operators' commands.
    public let operators: UseCases
    private let server: DavenportServer

    /// - Throws: `MountError` if endpoints, areas and use cases don't match.
    public init(_ other: TestServer, areas: [AreaRoutes] = AreaRoutes.all + [.garden]) throws {
        let (database, clock) = (other.database, other.clock.wall)
        let all = Areas.all + [.garden]
        operators = UseCases(
            database: Database(pool: database.operators, clock: clock), passwords: other.hasher, areas: all, logger: .quiet)
        let serving = UseCases(
            database: Database(pool: database.app, clock: clock), passwords: other.hasher, areas: all, logger: .quiet)
        server = try DavenportServer(
            host: "127.0.0.1", port: 0, useCases: serving, readiness: serving.readiness(migrations: []), areas: areas, logger: .quiet)
    }

    /// Sends a request as a person, or without authentication.
    public func call(_ method: DavenportAPI.Method, _ path: String, _ person: Person?, _ body: Body? = nil) async throws -> Answer {
        var head = HTTPRequest(method: method.http, scheme: "http", authority: "sofa", path: path)
        head.headerFields[.authorization] = person.map { "Bearer \($0.token)" }
        let answer = try await server.answer(head, body: [UInt8](try body.map { try JSONEncoder().encode($0) } ?? Data()))
        let headers = Dictionary(answer.head.headerFields.map { ($0.name.canonicalName, $0.value) }) { first, _ in first }
        return Answer(status: answer.head.status.code, headers: headers, body: answer.body)
    }

    /// Digs a bed for another person.
    package func dig(_ digger: Person, for neighbour: Person, plants: Int = 3) async throws -> Answer {
        try await call(.post, "/v1/beds", digger, ["plants": .integer(plants), "neighbourID": .id(neighbour.id)])
    }
}

import AsyncHTTPClient
import Catalogue
import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import Play
import Postgres
import Programs
import Schema
import Secrets
import Server
import ServiceLifecycle

/// A real server on its own port and its own database. The test sets its clock.
public struct TestServer: Sendable {
    public let port: Int
    let server: DavenportServer
    public let clock: TestClock
    public let database: TestDatabase
    /// The tenant `sofa`, with the feature `watch`.
    public let tenant: Tenant
    /// The use cases of the operators' commands.
    public let operators: UseCases
    /// Counts the password hashes.
    public let hasher: PasswordHasher
    /// The long polls that wait at the server.
    public let changeNotifier: ChangeNotifier
    /// The catalogue, nil if the server has none.
    public let catalogue: MediaCatalogue?
    /// The clients' caches, one for each person. If a test requests an answer twice, the client sends its entity tag
    /// and compares.
    let cache = AnswerCache()

    /// Runs a test with a server, and stops the server afterwards.
    /// - Parameters:
    ///   - signup: the tenant's sign-up policy.
    ///   - features: the tenant's features.
    ///   - trustedProxies: the number of proxies in front; with 1, X-Forwarded-For names the client.
    ///   - hashing: the cost of a password hash.
    ///   - limits: the deadlines and sizes of a connection.
    ///   - tmdb: the catalogue's provider, nil for no catalogue.
    ///   - deadlines: the longest waits for the provider, by default enough for a busy machine.
    ///   - subtitles: the provider of subtitles, nil for none.
    ///   - createsTenants: whether people may create tenants by the API.
    ///   - database: a database that the test has made itself.
    ///   - serverOptions: allowed origins, access log and metrics.
    ///   - logger: receives what the server logs.
    public static func with(
        signup: SignupPolicy = .invite, features: [Feature] = [.watch], trustedProxies: Int = 0, hashing: ScryptParameters = .quick,
        limits: EdgeLimits = .ofTests, tmdb: TMDBSettings? = nil, deadlines: CatalogueDeadlines = .patient,
        subtitles: OpenSubtitlesSettings? = nil, createsTenants: Bool = false, database: TestDatabase? = nil,
        serverOptions: ServerOptions = ServerOptions(),
        logger: Logger = .quiet,
        _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestDatabase.with(database) { database in
            let clock = TestClock()
            let hasher = PasswordHasher(parameters: hashing, threads: 1)
            let operators = UseCases(database: Database(pool: database.operators, clock: clock.wall), passwords: hasher, logger: .quiet)
            let tenant = try await operators.createTenant(slug: "sofa", name: "The Sofa", features: features, signup: signup, hosts: [])
            let served = Database(pool: database.app, clock: clock.wall)
            let provided = subtitles.map { SubtitleCatalogue($0, database: served, deadlines: deadlines, logger: .quiet) }
            try await withCatalogue(tmdb, served, deadlines, provided) { catalogue in
                var services = Services(catalogue, provided)
                services[WordLists.self] = Services.ofTests[WordLists.self]
                services.createsTenants = createsTenants
                services[SignedPayloads.self] = Services.ofTests[SignedPayloads.self]
                services[PushServiceHosts.self] = Services.ofTests[PushServiceHosts.self]
                services[MasterKey.self] = Services.ofTests[MasterKey.self]
                services.sendsMail = true
                let serving = UseCases(database: served, passwords: hasher, services: services, logger: logger)
                try await serve(
                    serving, trustedProxies: trustedProxies, limits: limits, serverOptions: serverOptions, logger: logger
                ) { server, port in
                    try await body(
                        TestServer(
                            port: port, server: server, clock: clock, database: database, tenant: tenant, operators: operators,
                            hasher: hasher, changeNotifier: served.changeNotifier, catalogue: catalogue))
                }
            }
        }
    }

    /// Runs `body` with a catalogue of the provider, and closes the catalogue afterwards.
    public static func withCatalogue(
        _ tmdb: TMDBSettings?, _ database: Database, _ deadlines: CatalogueDeadlines = .patient, _ subtitles: SubtitleCatalogue? = nil,
        _ body: (MediaCatalogue?) async throws -> Void
    ) async throws {
        let catalogue = tmdb.map { MediaCatalogue($0, database: database, deadlines: deadlines, logger: .quiet) }
        do { try await body(catalogue) } catch {
            await catalogue?.close()
            await subtitles?.close()
            throw error
        }
        await catalogue?.close()
        await subtitles?.close()
    }

    /// Serves the use cases that a test has made, and stops the server afterwards.
    /// - Parameter body: receives the server and its port.
    public static func serve(
        _ useCases: UseCases, trustedProxies: Int = 0, limits: EdgeLimits = .ofTests,
        serverOptions: ServerOptions = ServerOptions(), logger: Logger = .quiet,
        _ body: @escaping @Sendable (DavenportServer, Int) async throws -> Void
    ) async throws {
        let (ports, ready) = AsyncStream.makeStream(of: Int.self)
        let migrations = try Schema.migrationNames()
        let server = try DavenportServer(
            host: "127.0.0.1", port: 0, useCases: useCases,
            readiness: useCases.readiness(migrations: migrations, isSingleRole: TestRoles.isSingle),
            trustedProxies: trustedProxies, limits: limits, serverOptions: serverOptions, logger: logger, onListening: { ready.yield($0) })
        let service = ServiceGroup(configuration: .init(services: [.init(service: Running(server: server))], logger: .quiet))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await service.run()
                ready.finish()
            }
            do {
                for await port in ports {
                    try await body(server, port)
                    break
                }
            } catch {
                await service.triggerGracefulShutdown()
                // NIO treats it as a programming error if the server is cancelled while it has connections.
                try await group.waitForAll()
                throw error
            }
            await service.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    private struct Running: Service {
        let server: DavenportServer

        func run() async throws { try await server.run() }
    }

    /// Sends a request and reads the whole answer, which must be one that the endpoint declares, and repeat the request's
    /// echo.
    /// - Parameters:
    ///   - json: the body's value, which wins over `body`.
    ///   - body: the body's bytes as they are.
    ///   - port: the port of another server.
    public func call(
        _ method: DavenportAPI.Method, _ path: String, token: String? = nil, json: (any Encodable & Sendable)? = nil,
        body: [UInt8]? = nil, headers: [String: String] = [:], port: Int? = nil
    ) async throws -> Answer {
        try await Self.send(method, path, token: token, json: json, body: body, headers: headers, port: port ?? self.port)
    }

    /// Sends a request to a server that the test has started itself.
    public static func send(
        _ method: DavenportAPI.Method, _ path: String, token: String? = nil, json: (any Encodable & Sendable)? = nil,
        body: [UInt8]? = nil, headers: [String: String] = [:], port: Int
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = HTTPMethod(rawValue: method.rawValue)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        let echo = UUID().uuidString
        request.headers.add(name: "Davenport-Echo", value: echo)
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        let written = try json.map { try JSONEncoder.wire.encode(AnyEncodable($0)) }
        if let written {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: written))
        } else if let body {
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await HTTPClient.patient.execute(request, timeout: .seconds(600))
        let bytes = try await response.body.collect(upTo: 64 * 1024 * 1024)
        let answer = Answer(
            status: Int(response.status.code),
            headers: .init(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            body: [UInt8](bytes.readableBytesView))
        var faults = try Contract.faults(of: answer, to: method, path, body: written)
        // The metrics have a port of their own, whose answers are for monitoring and repeat no echo.
        let isEchoed = path != "/metrics" && headers["Davenport-Echo"] == nil
        if isEchoed, answer.headers["davenport-echo"] != echo { faults.append("the echo isn't the request's") }
        guard faults.isEmpty else { throw UnexpectedAnswer(answer: answer, expected: "what is declared: \(faults)") }
        return answer
    }
}

extension EdgeLimits {
    /// The usual limits, except that the server shuts down as soon as it can.
    public static let ofTests: EdgeLimits = {
        var limits = EdgeLimits()
        limits.lastRequestWindow = .zero
        return limits
    }()
}

extension CatalogueDeadlines {
    /// Deadlines for a busy machine, for tests of something other than the deadlines.
    public static let patient = CatalogueDeadlines(all: .seconds(600))
}

/// An answer of the server.
public struct Answer: Sendable, CustomStringConvertible {
    public let status: Int
    /// The headers by lower-case names.
    public let headers: [String: String]
    public let body: [UInt8]

    public init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public var text: String { String(decoding: body, as: UTF8.self) }
    public var description: String { "\(status) \(text)" }

    /// The body without the parts that differ between equal answers, such as request ids.
    public var withoutRequestID: String { text.replacing(headers["x-request-id"] ?? "-", with: "") }

    /// The body as a type of the API.
    public func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONDecoder.wire.decode(type, from: Data(body))
        } catch {
            throw UnexpectedAnswer(answer: self, expected: "\(type)")
        }
    }

    /// The problem's code, nil if the answer is no problem.
    public var code: Problem.Code? { try? json(Problem.self).code }

    /// The names of the invalid fields.
    public var faultyFields: [String] { ((try? json(Problem.self).errors) ?? []).map(\.field) }

    /// Returns the body as a type of the API.
    /// - Throws: `UnexpectedAnswer` if the status isn't the expected one.
    public func expecting<Value: Decodable>(_ status: Int, _ type: Value.Type = Value.self) throws -> Value {
        guard self.status == status else { throw UnexpectedAnswer(answer: self, expected: "\(status)") }
        return try json(type)
    }
}

/// The error of an answer with which a test can't continue.
public struct UnexpectedAnswer: Error, CustomStringConvertible {
    public let answer: Answer
    let expected: String

    public init(answer: Answer, expected: String) {
        self.answer = answer
        self.expected = expected
    }

    public var description: String { "expected \(expected), got \(answer)" }
}

private struct AnyEncodable: Encodable {
    let value: any Encodable

    init(_ value: any Encodable) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        try value.encode(to: encoder)
    }
}

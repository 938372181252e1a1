import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

/// Calls every endpoint as every caller without access. The tests read the list of endpoints, so that they include
/// endpoints added later.
@Suite("rules 20: every endpoint refuses callers without access")
struct AccessMatrixTests {
    /// Shows rule 20.1.
    @Test("AccessInputs has a valid input for every endpoint that needs one, and for no other")
    func inputs() throws {
        let names = Set(Endpoints.all.map(\.name))
        #expect(AccessInputs.table.keys.filter { !names.contains($0) } == [])
        for endpoint in Endpoints.all {
            #expect(try endpoint.faults(AccessInputs.unknown()) == [], "\(endpoint.name) needs another input in AccessInputs.table")
            let unknown = endpoint.pathParameters.filter { AccessInputs.unknown()[$0] == nil }
            #expect(unknown == [], "\(endpoint.name): AccessInputs and AccessWorld know nothing of that kind")
        }
    }

    /// Shows rules 12.25 and 20.1.
    @Test("The owner can reach everything that the requests name, so that the others' failures are meaningful")
    func control() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            let unknown = AccessInputs.unknown()
            for endpoint in Endpoints.leastHarmfulFirst where endpoint.who.needsSession {
                guard try endpoint.names(world.known, not: unknown) else { continue }
                var statuses: [Int] = []
                for person in [world.owner, world.friend] where !statuses.contains(where: { $0 < 300 }) {
                    statuses.append(try await world.call(endpoint, world.known, as: .person(person, in: server.tenant)).status)
                }
                let isReached =
                    AccessInputs.providing.contains(endpoint.name)
                    ? statuses.contains(503) : statuses.contains { $0 < 300 || AccessInputs.isOfPicture(endpoint.name, $0) }
                #expect(isReached, "\(endpoint.name): \(statuses)")
            }
        }
    }

    /// Shows rules 10.4 and 20.1.
    @Test("Anonymous, revoked, expired and suspended callers get the same 401, and change nothing", arguments: Outsider.allCases)
    func credentials(outsider: Outsider) async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            let credentials = try await outsider.credentials(world)
            let before = try await world.rows()
            var answers: [Problem.Code?: Set<String>] = [:]
            for endpoint in Endpoints.all where endpoint.who.needsCredentials {
                for targets in [world.known, AccessInputs.unknown()] {
                    let answer = try await world.call(endpoint, targets, as: credentials)
                    #expect(answer.status == 401, "\(endpoint.name): \(answer)")
                    #expect(answer.code == (endpoint.who == .basic ? .invalidCredentials : .unauthenticated), "\(endpoint.name)")
                    answers[answer.code, default: []].insert(answer.withoutRequestID)
                }
            }
            #expect(answers.values.allSatisfy { $0.count == 1 })
            #expect(try await world.rows() == before)
        }
    }

    /// Shows rules 1.4 and 20.1.
    @Test("To every caller a suspended tenant is the same 404 as an unknown one, and nothing changes")
    func suspendedTenant() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            try await server.operators.suspendTenant(server.tenant, .suspended)
            _ = try await server.otherTenant()
            let before = try await world.rows()
            var answers: Set<String> = []
            // A key names its tenant, and without it any answer is the same 404 (AccessKeyTests).
            for endpoint in Endpoints.all where endpoint.who != .stranger && !endpoint.takesKey {
                for tenant in ["sofa", "nowhere"] where tenant == "sofa" || endpoint.who == .anyone || endpoint.who == .basic {
                    let answer = try await world.call(endpoint, world.known, as: .excluded(world.owner), tenant: tenant)
                    #expect(answer.status == 404, "\(endpoint.name) of \(tenant): \(answer)")
                    answers.insert(answer.withoutRequestID)
                }
            }
            #expect(answers.count == 1)
            #expect(try await world.rows() == before)
        }
    }

    /// Shows rules 1.2, 11.22 and 20.1.
    @Test("To another tenant's owner existing and unknown ids look the same; the owner sees and changes nothing")
    func otherTenant() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            let attic = try await server.otherTenant(features: Feature.allCases)
            let outsider = try await server.person("outsider", role: .owner, in: attic)
            _ = try await server.person("second", role: .owner, in: attic)
            try await server.sell(in: attic)
            let before = try await world.rows()
            // The code of a mail says itself what it ends, in every tenant.
            let endpoints = Endpoints.all.filter { !$0.takesKey && $0.name != Endpoints.stopMails.name }
            let seen = try await probe(world, .person(outsider, in: attic), tenant: "attic", endpoints)
            for (endpoint, answer) in seen where !AccessInputs.everyWord.contains(endpoint.name) {
                let texts = [world.secret, world.owner.username] + world.known.filter { AccessInputs.common[$0.key] == nil }.values
                #expect(texts.allSatisfy { !answer.text.lowercased().contains($0.lowercased()) }, "\(endpoint.name): \(answer)")
            }
            #expect(try await world.rows() == before)
        }
    }

    /// Shows rules 4.5, 5.6, 11.22, 11.66, 12.25 and 20.1.
    @Test(
        "A stranger, a blocked user and a former member can't tell others' objects from unknown ones",
        arguments: Insider.allCases)
    func insiders(insider: Insider) async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            let person = try await insider.join(world)
            let before = try await world.exportedSections()
            #expect(before.contains { $0.hasPrefix("comments: ") } && before.contains { $0.hasPrefix("users: ") })
            let endpoints = Endpoints.all.filter { $0.who.needsCredentials && $0.who != .basic }
            let seen = try await probe(world, .person(person, in: server.tenant), endpoints, mayKnow: insider.mayKnow)
            for (endpoint, answer) in seen where !AccessInputs.everyWord.contains(endpoint.name) {
                #expect(!answer.text.lowercased().contains(world.secret), "\(endpoint.name): \(answer)")
            }
            #expect(try await world.exportedSections() == before)
        }
    }

    /// Shows rules 2.2, 10.4 and 20.1.
    @Test("A wrong role gets the same 403 for existing and unknown ids, and changes nothing", arguments: Role.allCases)
    func wrongRole(role: Role) async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let world = try await AccessWorld(server)
            let person = try await server.person("person", role: role, birthday: "1980-01-01")
            let before = try await world.exportedSections()
            var answers: Set<String> = []
            for endpoint in Endpoints.all {
                guard case .roles(let roles) = endpoint.who, !roles.contains(role) else { continue }
                for targets in [world.known, AccessInputs.unknown()] {
                    let answer = try await world.call(endpoint, targets, as: .person(person, in: server.tenant))
                    #expect(answer.status == 403, "\(endpoint.name): \(answer)")
                    answers.insert(answer.withoutRequestID)
                }
            }
            #expect(answers.count == (role == .owner ? 0 : 1))
            #expect(try await world.exportedSections() == before)
        }
    }

    /// Requests existing and unknown ids. Both answers must be equal, byte for byte.
    /// - Parameter mayKnow: the endpoints by which this caller may tell existing ids from unknown ones.
    /// - Returns: every answer.
    private func probe(
        _ world: AccessWorld, _ credentials: AccessWorld.Credentials, tenant: String? = nil, _ endpoints: [any EndpointDeclaration],
        mayKnow: Set<String> = []
    ) async throws -> [(any EndpointDeclaration, Answer)] {
        var seen: [(any EndpointDeclaration, Answer)] = []
        let unknown = AccessInputs.unknown()
        // These endpoints create an object with a chosen id, so they come last.
        let choosing = endpoints.filter { AccessInputs.choosing.contains($0.name) }
        for endpoint in endpoints.filter({ !AccessInputs.choosing.contains($0.name) }) + choosing {
            let answer = try await world.call(endpoint, world.known, as: credentials, tenant: tenant)
            let other = try await world.call(endpoint, unknown, as: credentials, tenant: tenant)
            if !choosing.contains(where: { $0.name == endpoint.name }) { seen += [(endpoint, answer), (endpoint, other)] }
            // Without a catalogue, the server answers 503 to look-ups.
            let isNoFault = [answer, other].allSatisfy { $0.status < 500 || $0.code == .catalogueUnavailable }
            #expect(isNoFault, "\(endpoint.name): \(answer), \(other)")
            guard try endpoint.names(world.known, not: unknown), !mayKnow.contains(endpoint.name) else { continue }
            if AccessInputs.choosing.contains(endpoint.name) {
                // The answer reveals nothing about another tenant's ids, not even that they are taken.
                #expect(answer.code == (tenant == nil ? .idTaken : nil) && other.code == nil, "\(endpoint.name): \(answer), \(other)")
                continue
            }
            #expect(answer.status == other.status, "\(endpoint.name)")
            #expect(answer.withoutRequestID == other.withoutRequestID, "\(endpoint.name)")
            // Undoing what was never done succeeds, and blocking reveals nothing. An endpoint that requires a role
            // refuses users of other roles.
            let statuses = if case .roles = endpoint.who { [403, 404] } else { [204, 404] }
            if !endpoint.pathParameters.isEmpty, !AccessInputs.bringing.contains(endpoint.name) {
                #expect(statuses.contains(answer.status), "\(endpoint.name): \(answer)")
            }
        }
        return seen
    }
}

/// Callers without a valid session.
enum Outsider: CaseIterable {
    case anonymous
    case revoked
    case expired
    case idle
    case suspended

    func credentials(_ world: AccessWorld) async throws -> AccessWorld.Credentials {
        let server = world.server
        let person = try await server.person("person", role: .owner)
        switch self {
        case .anonymous: return .none
        case .revoked: _ = try await server.call(.delete, "/v1/sessions/current", token: person.token)
        case .expired: try await update(server, "sessions SET expires_at = created_at WHERE user_id = '\(person.id)'")
        case .idle: try await update(server, "sessions SET last_used_at = created_at - interval '90 days' WHERE user_id = '\(person.id)'")
        case .suspended:
            _ = try await server.operators.changeUser(server.tenant, email: person.email, suspended: true)
            return .excluded(person)
        }
        return .token(person.token)
    }

    private func update(_ server: TestServer, _ change: String) async throws {
        try await server.rows("UPDATE \(unsafeRaw: change)")
    }
}

/// Users of the community without access to its objects.
enum Insider: CaseIterable {
    case stranger
    case blocked
    case formerMember

    /// The endpoints by which the user may learn that an object exists. Every user sees the stub of another user,
    /// unless blocked. A challenge's code gives access too, so the test uses it last.
    var mayKnow: Set<String> {
        self == .blocked ? [] : ["showUser", "showAvatar", "findUsers", "befriend", "joinChallenge"]
    }

    func join(_ world: AccessWorld) async throws -> Person {
        let server = world.server
        let person = try await server.person("person")
        switch self {
        case .stranger: break
        case .blocked:
            try await server.befriend(world.owner, person)
            try await server.block(world.owner, person)
        case .formerMember:
            try await server.befriend(world.friend, person)
            let path = "/v1/rooms/\(world.room.id)/members"
            _ = try await server.call(.put, "\(path)/\(person.id)", token: world.friend.token).expecting(200, Room.self)
            _ = try await server.call(.delete, "\(path)/me", token: person.token)
        }
        return person
    }
}

extension Endpoints {
    /// Returns all endpoints. Those that read, create and change come before those that delete, and parts before the
    /// whole.
    static var leastHarmfulFirst: [any EndpointDeclaration] {
        let order: [DavenportAPI.Method] = [.get, .post, .patch, .put, .delete]
        return order.flatMap { method in
            let some = all.filter { $0.method == method }
            return method == .delete ? some.sorted { $0.path.count > $1.path.count } : some
        }
    }
}

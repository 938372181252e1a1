import DavenportAPI
import Postgres
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("rules 20: fair use of the password hashing queue")
struct HashPlaceTests {
    /// Who has come to the passwords' hashing, and whether those who were let in may go on.
    private final class Door: Sendable {
        let state = Mutex((inside: 0, refused: 0, isOpen: false))
    }

    private let here = "203.0.113.7"
    private let elsewhere = "203.0.113.8"

    /// Shows rule 20.3.
    @Test("One address has at most four places in the hashing queue; beyond them it is refused, and other addresses still get in")
    func places() async throws {
        try await TestServer.with(trustedProxies: 1, hashing: .standard) { server in
            let ada = try await server.person("ada")
            let statuses = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<20 { group.addTask { try await server.tryLogIn("p\(index)@example.org", "x", from: here) } }
                #expect(try await server.tryLogIn(ada.email, ada.password, from: elsewhere).status == 201)
                return try await group.reduce(into: [Int: Int]()) { counts, answer in
                    counts[answer.status, default: 0] += 1
                    if answer.status == 503 { #expect(answer.headers["retry-after"] == "2") }
                }
            }
            #expect(statuses[401, default: 0] >= 4)
            #expect(statuses[503, default: 0] >= 1)
            #expect(statuses[401, default: 0] + statuses[503, default: 0] == 20, "\(statuses)")
        }
    }

    /// Shows rule 20.3.
    @Test("One tenant has at most a third of the hashing queue; beyond it its log-ins are refused, and other tenants still get in")
    func placesOfTenant() async throws {
        try await TestServer.with { server in
            _ = try await server.otherTenant()
            // Each attempt has a place, because each comes from a different address. A third of the places is four.
            let hasher = PasswordHasher(parameters: .standard, threads: 1, queueLimit: 12)
            let serving = server.serving(hasher)
            let visitor = { (slug: String, number: Int) in
                let address = try #require(ClientAddress("203.0.113.\(number)"))
                return try await serving.resolveTenant(slug: slug, host: nil, from: address)
            }
            var crowd: [Visitor] = []
            for number in 0..<8 { crowd.append(try await visitor("sofa", number)) }
            let elsewhere = try await visitor("attic", 8)
            let isTurnedAway = { @Sendable (visitor: Visitor) in
                do {
                    _ = try await serving.logIn(Applicant(visitor, email: "ada@example.org", password: "x"), NewSession())
                } catch let problem as Problem where problem.code == .unavailable {
                    return true
                } catch let problem as Problem where problem.code == .invalidCredentials {}
                return false
            }
            let turnedAway = try await withThrowingTaskGroup(of: Bool.self) { group in
                for visitor in crowd { group.addTask { try await isTurnedAway(visitor) } }
                #expect(try await !isTurnedAway(elsewhere))
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect((1...4).contains(turnedAway))
            #expect(hasher.hashCount == 9 - turnedAway)
        }
    }

    /// Shows rule 20.3.
    @Test("Four requests of one address, or a third of the queue for one tenant, are let in, and not one more", arguments: [true, false])
    func exactPlaces(ofOneAddress: Bool) async throws {
        try await TestServer.with { server in
            let passwords = Passwords(PasswordHasher(parameters: .quick, threads: 1, queueLimit: ofOneAddress ? 60 : 12))
            let door = Door()
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { door.state.withLock { $0.isOpen = true } }
                for number in 0..<6 {
                    let address = try #require(ClientAddress("203.0.113.\(ofOneAddress ? 7 : number)"))
                    group.addTask {
                        do {
                            try await passwords.admit(server.tenant, from: address) {
                                door.state.withLock { $0.inside += 1 }
                                try await eventually("the test lets it go") { door.state.withLock { $0.isOpen } }
                            }
                        } catch let problem as Problem where problem.code == .unavailable {
                            door.state.withLock { $0.refused += 1 }
                        }
                    }
                }
                try await eventually("four are let in, and two are refused") {
                    door.state.withLock { $0.inside == 4 && $0.refused == 2 }
                }
                door.state.withLock { $0.isOpen = true }
                try await group.waitForAll()
            }
        }
    }

    /// Shows rule 20.3.
    @Test("Expensive stored hashes of one tenant delay its own log-ins, and other tenants' log-ins run between them")
    func limiter() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            _ = try await server.otherTenant()
            // Four times the standard work, as in a tenant that was imported from another deployment.
            let costly = try await PasswordHasher(parameters: #require(ScryptParameters(n: 1 << 15, r: 8, p: 12)), threads: 1).hash("x")
            try await server.rows("UPDATE users SET password_hash = \(costly)")
            let hasher = PasswordHasher(parameters: .quick, threads: 1, queueLimit: 30)
            let serving = server.serving(hasher)
            let isRefused = { @Sendable (slug: String, email: String, number: Int) in
                let address = try #require(ClientAddress("203.0.113.\(number)"))
                let visitor = try await serving.resolveTenant(slug: slug, host: nil, from: address)
                do {
                    _ = try await serving.logIn(Applicant(visitor, email: email, password: "wrong"), NewSession())
                    return false
                } catch let problem as Problem where problem.code == .invalidCredentials { return true }
            }
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<5 { group.addTask { try await isRefused("sofa", ada.email, number) } }
                try await eventually("all but one wait") { hasher.load == (1, 4) }
                #expect(try await isRefused("attic", "bob@example.org", 9))
                #expect(hasher.hashCount < 6, "the other tenant's came last")
                for try await refused in group { #expect(refused) }
            }
            #expect(hasher.hashCount == 6)
        }
    }

    /// Shows rule 20.2.
    @Test("A log-in against a stored hash of more than four times the standard work fails after one standard hash")
    func beyond() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let stored: String = try await server.rows("SELECT password_hash FROM users")[0]["password_hash"]
            try await server.rows("UPDATE users SET password_hash = \(stored.replacing(/ln=.*?[$]/, with: "ln=18,r=8,p=16$"))")
            let before = server.hasher.hashCount
            #expect(try await server.tryLogIn(ada.email, ada.password).status == 401)
            #expect(server.hasher.hashCount == before + 1)
        }
    }
}

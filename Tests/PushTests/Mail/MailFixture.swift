import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Logging
import Mail
import Postgres
import Programs
import Synchronization
import TestSupport
import Testing

@testable import Push

/// A community that sends e-mails to a mail server within the test's process.
struct MailFixture: Sendable {
    let server: TestServer
    let ada: Person
    let mailServer = FakeMailServer()

    static func with(trustedProxies: Int = 0, _ body: @escaping @Sendable (MailFixture) async throws -> Void) async throws {
        try await TestServer.with(trustedProxies: trustedProxies) { server in
            try await server.rows("INSERT INTO tenant_hosts (host, tenant_id) VALUES ('sofa.example.org', \(server.tenant.id))")
            let house = MailFixture(server: server, ada: try await server.person("ada"))
            // The mail about her address was sent long ago.
            _ = try await house.drain()
            try await body(house)
        }
    }

    func ask(_ email: String, from address: String? = nil) async throws -> Answer {
        var headers: [String: String] = [:]
        headers["X-Forwarded-For"] = address
        return try await server.call(.post, "/v1/password-links", json: ["email": .string(email)] as Body, headers: headers)
    }

    func worker() -> MailWorker {
        MailWorker(
            database: Database(pool: server.database.worker, clock: server.clock.wall), transport: mailServer.transport,
            sender: Mailbox(name: "The Sofa", address: "sofa@example.org")!, areas: Areas.all,
            translations: .product, logger: Logger(label: "worker") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs a worker until no mail is due.
    /// - Returns: the mails that it sent.
    func drain() async throws -> [MailMessage] {
        try await worker().drain()
        return mailServer.takeAll()
    }

    /// Tries to create an account with an e-mail address.
    func trySignUp(_ username: String, email: String) async throws -> Answer {
        let invite = try await server.invite()
        let body: Body = [
            "invite": .string(invite), "username": .string(username), "email": .string(email), "password": "correct horse",
        ]
        return try await server.call(.post, "/v1/users", json: body)
    }

    /// Changes somebody's address.
    func change(_ person: Person, email: String) async throws -> Me {
        let body: Body = ["email": .string(email), "currentPassword": .string(person.password)]
        return try await server.call(.patch, "/v1/me", token: person.token, json: body).expecting(200, Me.self)
    }

    /// Verifies somebody's address with the link that is sent to it.
    @discardableResult
    func verify(_ person: Person) async throws -> VerifiedEmail {
        #expect(try await server.call(.post, "/v1/me/email-verification", token: person.token).status == 202)
        let body: Body = ["code": try code(try #require(try await drain().first))]
        return try await server.call(.post, "/v1/email-verifications", json: body).expecting(200, VerifiedEmail.self)
    }

    /// Sets a new password with the code of a link.
    func use(_ code: JSONValue) async throws -> Answer {
        try await server.call(.post, "/v1/password-links/use", json: ["code": code, "password": "staple battery"] as Body)
    }

    /// Returns the code in a mail's link.
    func code(_ mail: MailMessage) throws -> JSONValue {
        .string(try #require(mail.link?.fragment))
    }
}

/// Takes mails, or answers what a test says.
final class FakeMailServer: Sendable {
    private let state = Mutex<(mails: [MailMessage], answers: [MailResult])>(([], []))

    /// Lets the next attempts have these results, in this order.
    func answer(_ results: MailResult...) { state.withLock { $0.answers += results } }

    func takeAll() -> [MailMessage] {
        state.withLock { state in
            defer { state.mails = [] }
            return state.mails
        }
    }

    var transport: MailTransport {
        MailTransport { message in
            self.state.withLock { state in
                state.mails.append(message)
                return state.answers.isEmpty ? .sent(answer: "250 taken") : state.answers.removeFirst()
            }
        }
    }
}

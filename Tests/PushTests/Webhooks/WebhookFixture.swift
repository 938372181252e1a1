import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Logging
import Postgres
import Programs
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Push

/// A community with bots, and workers that send to a receiver within the test's process.
struct WebhookFixture: Sendable {
    let server: TestServer
    let owner: Person
    let receiver = FakeReceiver()
    /// The machine's clock. The rules use the server's clock.
    let realTime = TestClock(Date(timeIntervalSince1970: 1_790_000_000))

    static func with(_ body: @escaping @Sendable (WebhookFixture) async throws -> Void) async throws {
        try await TestServer.with { server in
            try await body(WebhookFixture(server: server, owner: try await server.person("ada", role: .owner)))
        }
    }

    /// A bot, as a person with the bot's token, and the secret of its webhook.
    struct Robot: Sendable {
        let person: Person
        let secret: [UInt8]
    }

    /// Creates a bot whose webhook has got its first message, which is due at once and which no receiver keeps.
    func robot(_ name: String = "robot", url: String = "https://bots.example.org/") async throws -> Robot {
        let made = try await server.as(owner).createBot(NewBot(username: name, webhookURL: url))
        try await worker(WebhookTransport { _ in .answered(status: 204) }).drain()
        let person = Person(id: made.user.id, username: name, email: "", password: "", token: try #require(made.token))
        return Robot(person: person, secret: try Self.bytes(of: try #require(made.webhookSecret)))
    }

    static func bytes(of secret: String) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count)))))
    }

    var database: Database { Database(pool: server.database.worker, clock: server.clock.wall) }
    var queue: WebhookQueue { WebhookQueue(database) }

    func worker(_ transport: WebhookTransport? = nil, limit: Int = 100) throws -> WebhookWorker {
        WebhookWorker(
            database: database, masterKey: try #require(Services.ofTests[MasterKey.self]), transport: transport ?? receiver.transport,
            realTime: realTime.wall, limit: limit, logger: Logger(label: "worker") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs a worker until it has sent all messages that are due.
    /// - Returns: the number of messages that arrived.
    @discardableResult
    func drain() async throws -> Int {
        let before = receiver.messages.count
        try await worker().drain()
        return receiver.messages.count - before
    }

    /// Moves both clocks.
    func advance(by seconds: TimeInterval) {
        server.clock.advance(by: seconds)
        realTime.advance(by: seconds)
    }

    /// Tells the workers that users' data has changed, as the servers' announcements do.
    func announceChange(of robot: Robot) async throws { try await queue.scheduleMessages(for: [robot.person.id]) }

    /// Announces a change, waits until the message is due, and sends it.
    func send(_ robot: Robot) async throws -> Int {
        try await announceChange(of: robot)
        advance(by: 5)
        return try await drain()
    }

    func state(_ robot: Robot) async throws -> Bot {
        try #require(try await server.as(owner).listBots().items.first { $0.user.id == robot.person.id })
    }
}

/// Takes messages in place of a bot's program, and answers them as the test decides.
final class FakeReceiver: Sendable {
    struct Message: Sendable {
        let request: WebhookRequest

        func header(_ name: String) -> String { request.headers.first { $0.name == name }?.value ?? "" }
        var id: String { header("webhook-id") }
        var signatures: [String] { header("webhook-signature").split(separator: " ").map(String.init) }

        /// Returns the signature that a receiver computes with a secret.
        func expected(_ secret: [UInt8]) -> String {
            let signed = Array("\(id).\(header("webhook-timestamp")).".utf8) + request.body
            return "v1," + Data(Digest.hmacSHA256(key: secret, signed)).base64EncodedString()
        }
    }

    private struct State {
        var messages: [Message] = []
        var result = WebhookResult.answered(status: 204)
    }

    private let state = Mutex(State())

    var messages: [Message] { state.withLock { $0.messages } }

    func answer(_ status: Int) { answer(.answered(status: status)) }

    func answer(_ result: WebhookResult) { state.withLock { $0.result = result } }

    var transport: WebhookTransport {
        WebhookTransport { request in
            self.state.withLock { state in
                state.messages.append(Message(request: request))
                return state.result
            }
        }
    }
}

import DavenportAPI
import Domain
import Foundation
import Logging
import Postgres
import Programs
import Secrets
import Synchronization
import TestSupport

@testable import Push

/// Users with devices on a server, and workers that push to a stand-in for Apple within the test's process.
struct PushFixture: Sendable {
    static let topic = "org.example.sofa"

    let server: TestServer
    let apple = FakeApple()
    let google = FakeGoogle()
    let browsers = FakeBrowsers()
    /// Whether the workers send to Android.
    var isNotifyingAndroid = true
    /// Whether the workers send to browsers.
    var isNotifyingBrowsers = true
    let masterKey: MasterKey
    /// The master key in base64.
    let masterText = MasterKey.generate()
    /// The clock of the APNs clients. The rules use the server's clock.
    let realTime = TestClock(Date(timeIntervalSince1970: 1_790_000_000))

    /// Runs a test with a key for the app in the tenant `sofa`.
    static func with(features: [Feature] = [.watch], _ body: @escaping @Sendable (PushFixture) async throws -> Void) async throws {
        try await TestServer.with(features: features) { server in
            let evening = try PushFixture(server)
            try await evening.setKey()
            try await body(evening)
        }
    }

    private init(_ server: TestServer) throws {
        self.server = server
        guard let masterKey = MasterKey(base64: masterText) else { throw KeyError.unreadablePublicKey }
        self.masterKey = masterKey
    }

    func setKey(_ pem: String = SigningKey.generate().pem, team: String = "TEAM123456", in tenant: Tenant? = nil) async throws {
        try await SetPushKey(server.operators, masterKey)(
            tenant ?? server.tenant,
            NewPushKey(teamID: team, keyID: "KEY1234567", topic: Self.topic, environment: .sandbox, p8: pem))
    }

    var database: Database { Database(pool: server.database.worker, clock: server.clock.wall) }

    /// Returns a worker that shares nothing with other workers, as if in another process.
    func worker(
        masterKey: MasterKey? = nil, apple: APNsTransport? = nil,
        logger: Logger = Logger(label: "worker") { _ in SwiftLogNoOpLogHandler() }
    ) -> PushWorker {
        PushWorker(
            database: database, masterKey: masterKey ?? self.masterKey, areas: Areas.all, apple: apple ?? self.apple.transport,
            android: isNotifyingAndroid ? google.service : nil, browsers: isNotifyingBrowsers ? browsers.service : nil,
            translations: .product, realTime: realTime.wall, logger: logger)
    }

    /// Runs a worker that sends what is due and ends.
    @discardableResult
    func drain() async throws -> RunReport.Counts {
        let worker = worker()
        try await worker.drain()
        return await worker.report.counts
    }

    /// Pushes everything that is due, and forgets the pushes so far.
    func settle() async throws {
        try await drain()
        apple.forget()
    }

    /// Registers a device.
    /// - Parameter token: the token of the device's session; by default the person's own.
    @discardableResult
    func device(_ person: Person, _ name: String? = nil, session token: String? = nil) async throws -> String {
        let device = Self.device(name ?? person.username)
        let body: Body = ["environment": "sandbox", "topic": .string(Self.topic)]
        _ = try await server.call(.put, "/v1/devices/\(device)", token: token ?? person.token, json: body).expecting(200, Device.self)
        return device
    }

    /// Returns a device token, the same for the same name.
    static func device(_ name: String) -> String { Digest.sha256(name.utf8).hexadecimal }

    /// Creates two friends with devices and a room. All notifications so far are sent.
    func room() async throws -> (ada: Person, bea: Person, room: Room) {
        let (ada, bea) = try await server.friends("ada", "bea")
        for person in [ada, bea] { try await device(person) }
        let room = try await server.room(ada, with: [bea], episode: 3)
        try await settle()
        return (ada, bea, room)
    }

    /// Returns every notification as `kind actor>recipient state`, by time.
    func states() async throws -> [String] {
        let rows = try await server.rows(
            """
            SELECT concat_ws(' ', n.kind, coalesce(a.username, '') || '>' || r.username, n.state, n.reason) AS text
            FROM notifications AS n JOIN users AS r ON r.id = n.recipient_id LEFT JOIN users AS a ON a.id = n.actor_id
            ORDER BY n.created_at, text
            """)
        return try rows.map { try $0["text"] }
    }

    /// Changes rows directly in the database.
    func change(_ statement: SQL) async throws {
        try await server.rows(statement)
    }

    func count(_ query: SQL) async throws -> Int {
        try await server.rows("SELECT count(*) AS count FROM \(fragment: query)")[0]["count"]
    }
}

extension MasterKey {
    static func random() throws -> MasterKey {
        guard let key = MasterKey(base64: generate()) else { throw KeyError.unreadablePublicKey }
        return key
    }
}

/// Accepts pushes in place of Apple, and answers them as the test decides.
final class FakeApple: Sendable {
    /// A push as it arrived.
    struct Push: Sendable {
        let request: APNsRequest
        let key: ProviderKey
        let providerToken: String
        let payload: Payload

        var text: String { "\(payload.aps.alert.title): \(payload.aps.alert.body)" }
    }

    struct Payload: Decodable, Sendable {
        struct Alert: Decodable, Sendable {
            let title: String
            let body: String
            let locKey: String
            let locArgs: [String]

            enum CodingKeys: String, CodingKey {
                case title, body
                case locKey = "loc-key"
                case locArgs = "loc-args"
            }
        }
        struct APS: Decodable, Sendable {
            let alert: Alert
            let badge: Int
            let sound: String
            let threadID: String

            enum CodingKeys: String, CodingKey {
                case alert, badge, sound
                case threadID = "thread-id"
            }
        }
        struct Reference: Decodable, Sendable {
            let kind: NotificationKind
            let roomID: UUID?
            let userID: UUID?
        }

        let aps: APS
        let davenport: Reference
    }

    private struct State {
        var pushes: [Push] = []
        var answer: @Sendable (APNsRequest, String) async -> APNsResult = { _, _ in .answered(APNsAnswer(status: 200)) }
    }

    private let state = Mutex(State())

    /// The pushes so far.
    var pushes: [Push] { state.withLock { $0.pushes } }
    var texts: [String] { pushes.map(\.text) }

    func forget() { state.withLock { $0.pushes = [] } }

    /// Sets the answer to future requests.
    /// - Parameter answer: returns the answer to a request and its provider token.
    func answer(_ answer: @escaping @Sendable (APNsRequest, String) async -> APNsResult) { state.withLock { $0.answer = answer } }

    /// Sets one answer to all future requests.
    func answer(_ status: Int, _ reason: String? = nil, timestamp: Date? = nil, retryAfter: TimeInterval? = nil) {
        answer { _, _ in .answered(APNsAnswer(status: status, reason: reason, timestamp: timestamp, retryAfter: retryAfter)) }
    }

    var transport: APNsTransport {
        APNsTransport(send: { request, key, token, _ in
            guard let payload = try? JSONDecoder().decode(Payload.self, from: Data(request.payload)) else {
                return .answered(APNsAnswer(status: 400, reason: "the payload is not the promised one"))
            }
            let answer = self.state.withLock { state in
                state.pushes.append(Push(request: request, key: key, providerToken: token, payload: payload))
                return state.answer
            }
            return await answer(request, token)
        })
    }
}

import DavenportAPI
import DavenportClient
import Dispatch
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: refused transactions")
struct EntitlementRefusalTests {
    private let store = TestStore.trusted

    /// Returns the fault and the signed transaction of each case.
    private func wrong() throws -> [(String, String)] {
        let (day, year): (TimeInterval, TimeInterval) = (86_400, 365 * 86_400)
        let usual = TestStore.transaction()
        func by(_ intermediate: TestCertificate? = nil, _ leaf: TestCertificate? = nil) -> TestStore {
            TestStore(root: store.root, intermediate: intermediate ?? store.intermediate, leaf: leaf)
        }
        let span = ago(10 * day)...ago(day)
        let expired = by(nil, TestStore.leaf(by: store.intermediate, valid: span))
        let parts = try store.sign(usual).split(separator: ".").map(String.init)
        let other = try store.sign(TestStore.transaction(product: "other")).split(separator: ".").map(String.init)
        let raw = try #require(Base64.url.decode(parts[2].utf8))
        // R and S in DER, each at most 33 bytes long.
        let numbers = [raw.prefix(32), raw.suffix(32)].map { half -> [UInt8] in
            let digits = Array(half.drop { $0 == 0 })
            let number = (digits.first ?? 0) > 0x7F ? [0] + digits : digits
            return [2, UInt8(number.count)] + number
        }.flatMap { $0 }
        let der = [0x30, UInt8(numbers.count)] + numbers
        return [
            ("alg none", try store.sign(usual, algorithm: "none")), ("alg HS256", try store.sign(usual, algorithm: "HS256")),
            ("another root of the same name", try TestStore().sign(usual)),
            ("an unmarked leaf", try by(nil, TestStore.leaf(by: store.intermediate, marks: [])).sign(usual)),
            ("an unmarked intermediate", try by(TestStore.intermediate(by: store.root, marks: [])).sign(usual)),
            ("2 certificates", try store.sign(usual, chain: [store.leaf, store.root])),
            ("4 certificates", try store.sign(usual, chain: store.chain + [store.root])),
            ("another payload", [parts[0], other[1], parts[2]].joined(separator: ".")),
            ("a signature in DER", [parts[0], parts[1], Base64.url.encode(der)].joined(separator: ".")),
            ("another app", try store.sign(TestStore.transaction(bundle: "org.example.other"))),
            ("another store", try store.sign(TestStore.transaction(environment: "Sandbox"))),
            ("the store in another case", try store.sign(TestStore.transaction(environment: "production"))),
            ("for another account", try store.sign(TestStore.transaction(account: UUID().uuidString))),
            ("for no account", try store.sign(TestStore.transaction(account: "ada"))),
            ("a consumable", try store.sign(TestStore.transaction(type: "Consumable"))),
            ("before the leaf was valid", try expired.sign(TestStore.transaction(signed: ago(11 * day)))),
            ("after the leaf was valid", try expired.sign(TestStore.transaction(signed: ago(day / 2)))),
            ("6 minutes ahead", try store.sign(TestStore.transaction(signed: ago(-360)))),
            ("an id that the database doesn't take", try store.sign(TestStore.transaction("1\u{0}2"))),
            ("a date that isn't one", try store.sign(TestStore.transaction(expires: ago(-9000 * year)))),
            ("longer than 16 KiB", try store.sign(TestStore.transaction(bundle: String(repeating: "x", count: 12_000)))),
            ("nothing", ""), ("a word", "canary"),
        ]
    }

    /// Shows rule 12.50.
    @Test("Every invalid transaction gets the same answer, and nothing is stored")
    func refused() async throws {
        try await selling("ada") { server, people in
            var answers: Set<String> = []
            for (what, text) in try wrong() {
                let answer = try await server.call(
                    .post, "/v1/entitlements", token: people[0].token, json: ["signedTransaction": .string(text)] as Body)
                #expect(answer.status == 422 && answer.code == .transactionInvalid, "\(what): \(answer)")
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1, "\(answers)")
            #expect(try await server.rows("SELECT FROM entitlements").isEmpty)
            let nothing = try await server.call(.post, "/v1/entitlements", token: people[0].token, json: [:] as Body)
            #expect(nothing.code == .invalid && nothing.faultyFields == ["signedTransaction"])
        }
    }

    /// Shows rule 12.49.
    @Test("A leaf certificate that has expired since the signing is accepted")
    func expiredLeaf() async throws {
        try await selling("ada") { server, people in
            let leaf = TestStore.leaf(by: store.intermediate, valid: ago(10 * 86_400)...ago(3600))
            let expired = TestStore(root: store.root, intermediate: store.intermediate, leaf: leaf)
            let text = try expired.sign(TestStore.transaction(signed: ago(7200)))
            #expect(try await server.as(people[0]).presentTransaction(signedTransaction: text).isNew)
        }
    }

    /// Shows rule 12.50.
    @Test("The log has the reason of each refusal, and no part of the transaction")
    func log() async throws {
        let log = LogRecorder()
        try await selling("ada", logger: log) { server, people in
            for (what, text) in try wrong() {
                let before = log.texts.count
                _ = try await refusal { try await server.as(people[0]).presentTransaction(signedTransaction: text) }
                #expect(log.texts.count == before + 1, "\(what)")
            }
            let reasons = SignedPayloadFault.allCases.map(\.rawValue) + TransactionFault.allCases.map(\.rawValue)
            let lines = log.texts.filter { $0.contains("is refused") }
            #expect(lines.allSatisfy { line in reasons.contains { line.hasSuffix(" is refused: \($0).") } }, "\(lines)")
            #expect(Set(lines).count > 12, "\(lines)")
            for secret in ["canary", "eyJ", "2000000123456789", "org.example"] { #expect(!log.text.contains(secret), "\(secret)") }
        }
    }

    /// Shows rule 12.50.
    @Test("A date of signing is at most 5 minutes ahead of the clock", arguments: [(300.0, true), (300.0005, false)])
    func lead(seconds: TimeInterval, isTaken: Bool) throws {
        let signed = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
        let text = try store.sign(TestStore.transaction(signed: signed))
        let intake = StoreIntake(
            payloads: try SignedPayloads(roots: store.root.pem), apps: [PlayApp(bundle: TestStore.bundle, environment: .production)],
            clock: TestClock(signed - seconds).wall)
        let purchase = try? intake.purchase(shown: text, by: UUID())
        #expect((purchase != nil) == isTaken)
    }

    /// Shows rule 12.50.
    @Test("A signing time in the future is judged by real time, whatever the rules' clock says")
    func ahead() async throws {
        try await selling("ada") { server, people in
            for days in [0.0, -3000, 6000] {
                server.clock.advance(by: days * 86_400)
                // The session expires while the clock moves, so the user logs in again.
                let again = try await server.tryLogIn(people[0]).expecting(201, SignedIn.self).token
                for (lead, isTaken) in [(240.0, true), (360, false)] {
                    let text = try store.sign(TestStore.transaction("\(days) \(lead)".replacing(" ", with: "-"), signed: ago(-lead)))
                    let answer = try await server.call(
                        .post, "/v1/entitlements", token: again, json: ["signedTransaction": .string(text)] as Body)
                    #expect(answer.status == (isTaken ? 201 : 422), "\(days) \(lead): \(answer)")
                }
            }
        }
    }

    /// Shows rule 12.50.
    @Test("Without an app in the tenant, or without root certificates, the answer is 503 and nothing is stored")
    func unavailable() async throws {
        try await TestServer.with(features: [.play]) { server in
            let ada = try await server.person("ada")
            let shown: Body = ["signedTransaction": .string(try store.sign(TestStore.transaction()))]
            let payload: Body = ["signedPayload": .string(try store.notification(TestStore.transaction()))]
            @Sendable func statuses(_ port: Int? = nil) async throws -> [Int] {
                let post = try await server.call(.post, "/v1/entitlements", token: ada.token, json: shown, port: port)
                let host = ["Davenport-Tenant": "sofa"]
                let notification = try await server.call(.post, "/v1/entitlements/notifications", json: payload, headers: host, port: port)
                return [post.status, notification.status]
            }
            #expect(try await statuses() == [503, 503])
            try await server.setPlay(.init(addedApp: PlayApp(bundle: TestStore.bundle, environment: .production)))
            #expect(try await statuses() == [201, 204])
            let rootless = UseCases(
                database: Database(pool: server.database.app, clock: server.clock.wall), passwords: server.hasher, services: Services(),
                logger: .quiet)
            try await TestServer.serve(rootless) { _, port in
                #expect(try await statuses(port) == [503, 503])
                let list = try await server.call(.get, "/v1/entitlements", token: ada.token, port: port)
                #expect(try list.expecting(200, Items<Entitlement>.self).items.count == 1)
            }
        }
    }

    /// Shows rule 12.54.
    @Test("Verification has its own threads; when too many transactions wait, the answer is 503, and other requests go on")
    func busy() async throws {
        try await selling("ada") { server, people in
            let threads = BoundedThreads(label: "store", threads: 1, queueLimit: 0)
            var services = Services.ofTests
            services[SignedPayloads.self] = try SignedPayloads(roots: TestStore.trusted.root.pem, on: threads)
            let serving = UseCases(
                database: Database(pool: server.database.app, clock: server.clock.wall), passwords: server.hasher, services: services,
                logger: .quiet)
            try await TestServer.serve(serving) { _, port in
                let shown: Body = ["signedTransaction": .string(try store.sign(TestStore.transaction()))]
                let status = { @Sendable in
                    try await server.call(.post, "/v1/entitlements", token: people[0].token, json: shown, port: port).status
                }
                let (gate, (begun, begin)) = (DispatchSemaphore(value: 0), AsyncStream.makeStream(of: Void.self))
                let holder = Task {
                    try await threads.run {
                        begin.yield()
                        gate.wait()
                    }
                }
                for await _ in begun { break }
                #expect(try await status() == 503)
                #expect(try await server.call(.get, "/v1/entitlements", token: people[0].token, port: port).status == 200)
                gate.signal()
                try await holder.value
                try await eventually("the thread is free") { try await status() == 201 }
            }
        }
    }

    /// Shows rule 12.54.
    @Test("25 invalid transactions block a user for 5 minutes, 250 an address that sends notifications; valid ones don't count")
    func throttled() async throws {
        try await selling("ada", "bea") { server, people in
            let good = try store.sign(TestStore.transaction())
            let (client, other) = (server.as(people[0]), server.as(people[1]))
            for _ in 0..<30 { _ = try await client.presentTransaction(signedTransaction: good) }
            for _ in 0..<25 {
                #expect(try await refusal { try await client.presentTransaction(signedTransaction: "x") } == .transactionInvalid)
            }
            for text in [good, "x"] {
                #expect(try await refusal { try await client.presentTransaction(signedTransaction: text) } == .tooManyRequests)
            }
            #expect(try await refusal { try await other.presentTransaction(signedTransaction: good) } == .entitlementTaken)
            let payload = try store.notification(TestStore.transaction())
            for _ in 0..<30 { #expect(try await notify(server, payload).status == 204) }
            for _ in 0..<250 { #expect(try await notify(server, "x").status == 422) }
            let answer = try await notify(server, payload)
            #expect(answer.status == 429 && answer.headers["retry-after"] == "300")
            #expect(try await server.tryLogIn(people[0]).status == 201)
            server.clock.advance(by: 300)
            #expect(try await notify(server, payload).status == 204)
            _ = try await client.presentTransaction(signedTransaction: good)
        }
    }
}

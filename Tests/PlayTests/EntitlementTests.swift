import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Play

@Suite("rules.md 12: entitlements")
struct EntitlementTests {
    private let store = TestStore.trusted

    /// A community whose app is sold, with friends of these names.
    private func selling(
        _ names: String..., logger: LogRecorder = LogRecorder(), _ body: @escaping @Sendable (TestServer, [Person]) async throws -> Void
    ) async throws {
        try await TestServer.with(features: [.play], logger: logger.logger) { server in
            try await server.setPlay(.init(addedApp: PlayApp(bundle: TestStore.bundle, environment: .production)))
            var people: [Person] = []
            for name in names { people.append(try await server.person(name)) }
            try await body(server, people)
        }
    }

    /// A moment some seconds ago, by the real clock.
    private func ago(_ seconds: TimeInterval) -> Date { Date(timeIntervalSinceNow: -seconds) }

    @Test("What is shown is stored once: 201, then 200 with the same")
    func shown() async throws {
        try await selling("ada") { server, people in
            let ada = people[0]
            let purchased = Date(timeIntervalSince1970: 1_700_000_000.125)
            let text = try store.sign(TestStore.transaction(purchased: purchased, account: ada.id.uuidString))
            let first = try await server.as(ada).presentTransaction(signedTransaction: text)
            let expected = Entitlement(
                productID: "org.example.sofa.archive", type: .nonConsumable, environment: .production, purchasedAt: purchased,
                expiresAt: nil, revokedAt: nil, active: true)
            #expect(first.isNew && first.value == expected)
            let again = try await server.as(ada).presentTransaction(signedTransaction: text)
            #expect(!again.isNew && again.value == expected)
            #expect(try await server.rows("SELECT FROM entitlements").count == 1)
            #expect(try await server.as(ada).listEntitlements().items == [expected])
            let answer = try await server.call(.get, "/v1/entitlements", token: ada.token)
            #expect(answer.text.contains(#""type":"Non-Consumable""#) && answer.text.contains(#""environment":"production""#))
        }
    }

    @Test("People see what they bought, latest first, and nothing of anybody else's")
    func list() async throws {
        try await selling("ada", "bea") { server, people in
            for (id, days) in [("1", 3.0), ("2", 1), ("3", 2)] {
                let text = try store.sign(TestStore.transaction(id, product: "p\(id)", purchased: ago(days * 86_400)))
                _ = try await server.as(people[0]).presentTransaction(signedTransaction: text)
            }
            #expect(try await server.as(people[0]).listEntitlements().items.map(\.productID) == ["p2", "p3", "p1"])
            #expect(try await server.as(people[1]).listEntitlements().items == [])
        }
    }

    /// What is wrong each time, and what is shown.
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
        // R and S as DER has them: each of at most 33 bytes.
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

    @Test("Whatever is wrong with it, the answer is the same, and nothing is kept")
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

    @Test("A leaf that has expired since is no hindrance")
    func expiredLeaf() async throws {
        try await selling("ada") { server, people in
            let leaf = TestStore.leaf(by: store.intermediate, valid: ago(10 * 86_400)...ago(3600))
            let expired = TestStore(root: store.root, intermediate: store.intermediate, leaf: leaf)
            let text = try expired.sign(TestStore.transaction(signed: ago(7200)))
            #expect(try await server.as(people[0]).presentTransaction(signedTransaction: text).isNew)
        }
    }

    @Test("The log has the reason of each, and no word of what was shown")
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

    @Test("Ahead is ahead of real time, wherever the rules' clock stands")
    func ahead() async throws {
        try await selling("ada") { server, people in
            for days in [0.0, -3000, 6000] {
                server.clock.advance(by: days * 86_400)
                // Whoever is logged in stays so only for a while.
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

    @Test("Without an app of the tenant's, or without roots, nothing is taken: 503, to be tried again")
    func unavailable() async throws {
        try await TestServer.with(features: [.play]) { server in
            let ada = try await server.person("ada")
            let shown: Body = ["signedTransaction": .string(try store.sign(TestStore.transaction()))]
            let told: Body = ["signedPayload": .string(try store.notification(TestStore.transaction()))]
            func statuses(_ port: Int? = nil) async throws -> [Int] {
                let post = try await server.call(.post, "/v1/entitlements", token: ada.token, json: shown, port: port)
                let host = ["Davenport-Tenant": "sofa"]
                let notification = try await server.call(.post, "/v1/entitlements/notifications", json: told, headers: host, port: port)
                return [post.status, notification.status]
            }
            #expect(try await statuses() == [503, 503])
            try await server.setPlay(.init(addedApp: PlayApp(bundle: TestStore.bundle, environment: .production)))
            #expect(try await statuses() == [201, 204])
            let rootless = Dependencies(
                database: Database(pool: server.database.app, clock: server.clock.wall), passwords: server.hasher, services: Services(),
                logger: .quiet)
            try await TestServer.serve(rootless) { _, port in
                #expect(try await statuses(port) == [503, 503])
                let list = try await server.call(.get, "/v1/entitlements", token: ada.token, port: port)
                #expect(try list.expecting(200, Items<Entitlement>.self).items.count == 1)
            }
        }
    }

    @Test("It is whose who shows it first, and stays theirs")
    func taken() async throws {
        try await selling("ada", "bea") { server, people in
            let text = try store.sign(TestStore.transaction(signed: ago(60)))
            _ = try await server.as(people[0]).presentTransaction(signedTransaction: text)
            let later = try store.sign(TestStore.transaction(product: "later"))
            for text in [text, later] {
                #expect(try await refusal { try await server.as(people[1]).presentTransaction(signedTransaction: text) } == .entitlementTaken)
            }
            #expect(try await server.as(people[0]).listEntitlements().items.map(\.productID) == ["org.example.sofa.archive"])
            #expect(try await server.as(people[1]).listEntitlements().items == [])
        }
    }

    @Test("What was signed last counts, in whatever order it comes; the same moment changes nothing")
    func newest() async throws {
        try await selling("ada") { server, people in
            let client = server.as(people[0])
            let moments = [ago(300), ago(200), ago(100)]
            for (product, signed) in [("b", 1), ("a", 0), ("same", 1), ("c", 2), ("b", 1)] {
                let text = try store.sign(TestStore.transaction(product: product, signed: moments[signed], purchased: moments[signed]))
                let answer = try await client.presentTransaction(signedTransaction: text)
                let expected = ["b": "b", "a": "b", "same": "b", "c": "c"][product] ?? ""
                let isAfter = answer.value.productID == "c" && product == "b"
                #expect(answer.value.productID == expected || isAfter, "\(product): \(answer.value.productID)")
            }
            let items = try await client.listEntitlements().items
            #expect(items.map(\.productID) == ["c"] && items.map(\.purchasedAt) == [moments[2]].map(milliseconds))
        }
    }

    /// A moment as the wire has it.
    private func milliseconds(_ date: Date) -> Date { Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000) }

    @Test("20 accounts show one at once: it is one's, and 19 are told that it is taken")
    func atOnce() async throws {
        try await selling { server, _ in
            var people: [Person] = []
            for number in 0..<20 { people.append(try await server.person("p\(number)")) }
            let text = try store.sign(TestStore.transaction())
            let codes = try await withThrowingTaskGroup(of: Problem.Code?.self) { group in
                for person in people {
                    group.addTask { try await refusal { try await server.as(person).presentTransaction(signedTransaction: text) } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .entitlementTaken } == 19, "\(codes)")
            #expect(try await server.rows("SELECT FROM entitlements").count == 1)
        }
    }

    @Test("A subscription is active until it expires, by the rules' clock")
    func expiry() async throws {
        try await selling("ada") { server, people in
            let client = server.as(people[0])
            let expires = server.clock.now.addingTimeInterval(600)
            let body = TestStore.transaction(type: "Auto-Renewable Subscription", expires: expires)
            let entitlement = try await client.presentTransaction(signedTransaction: store.sign(body)).value
            #expect(entitlement.active && entitlement.expiresAt == expires && entitlement.type == .autoRenewable)
            server.clock.advance(by: 599.999)
            #expect(try await client.listEntitlements().items.map(\.active) == [true])
            server.clock.advance(by: 0.001)
            #expect(try await client.listEntitlements().items.map(\.active) == [false])
        }
    }

    private func notify(_ server: TestServer, _ payload: String) async throws -> Answer {
        let body: Body = ["signedPayload": .string(payload)]
        return try await server.call(.post, "/v1/entitlements/notifications", json: body, headers: ["Davenport-Tenant": "sofa"])
    }

    @Test("A refund that Apple tells makes it inactive, also after the older transaction is shown again")
    func refund() async throws {
        try await selling("ada", "bea") { server, people in
            let client = server.as(people[0])
            let (signed, revoked) = (ago(200), ago(100))
            let text = try store.sign(TestStore.transaction(signed: signed))
            #expect(try await client.presentTransaction(signedTransaction: text).value.active)
            let refunded = TestStore.transaction(signed: ago(90), purchased: signed, revoked: revoked)
            for _ in 0..<2 {
                let answer = try await notify(server, try store.notification(refunded))
                #expect(answer.status == 204 && answer.body.isEmpty, "\(answer)")
            }
            let entitlement = try await client.presentTransaction(signedTransaction: text)
            #expect(!entitlement.isNew && !entitlement.value.active && entitlement.value.revokedAt == milliseconds(revoked))
            #expect(try await client.listEntitlements().items == [entitlement.value])
            // Bought anew, as when Apple has taken the refund back.
            let renewed = TestStore.transaction(signed: ago(50), purchased: signed)
            #expect(try await notify(server, try store.notification(renewed)).status == 204)
            #expect(try await client.listEntitlements().items.map(\.active) == [true])
        }
    }

    @Test("What Apple tells first is kept for a member whom it was bought for; nobody is told whether it was anybody's")
    func notified() async throws {
        try await selling("ada", "bea") { server, people in
            let (ada, bea) = (people[0], people[1])
            let told = [
                TestStore.transaction("1", account: ada.id.uuidString), TestStore.transaction("2", account: UUID().uuidString),
                TestStore.transaction("3"), TestStore.transaction("4", account: "ada"), TestStore.transaction("5", type: "Consumable"), nil,
            ]
            for transaction in told {
                let answer = try await notify(server, try store.notification(transaction))
                #expect(answer.status == 204 && answer.body.isEmpty, "\(answer)")
            }
            let summary: Body = ["signedDate": .integer(Int(Date().timeIntervalSince1970 * 1000)), "notificationType": "X"]
            #expect(try await notify(server, try store.sign(summary)).status == 204)
            #expect(try await server.rows("SELECT FROM entitlements").count == 1)
            #expect(try await server.as(ada).listEntitlements().items.count == 1)
            #expect(try await server.as(bea).listEntitlements().items == [])
            // It is hers: nobody else can show it, whatever a later one says.
            let later = TestStore.transaction("1", product: "later", signed: ago(-60), account: bea.id.uuidString)
            #expect(try await notify(server, try store.notification(later)).status == 204)
            #expect(try await server.as(ada).listEntitlements().items.map(\.productID) == ["later"])
            let shown = try store.sign(later)
            #expect(try await refusal { try await server.as(bea).presentTransaction(signedTransaction: shown) } == .entitlementTaken)
        }
    }

    @Test("A notification that can't be verified is refused, without and within, and changes nothing")
    func notificationsRefused() async throws {
        try await selling("ada") { server, people in
            let usual = TestStore.transaction(account: people[0].id.uuidString)
            let other = TestStore()
            let payloads = [
                try other.notification(usual), try store.notification(usual, by: other), try other.notification(usual, by: store),
                try store.notification(usual, bundle: "org.example.other"), try store.notification(usual, environment: "Sandbox"),
                try store.notification(usual, signed: ago(-360)),
                try store.notification(TestStore.transaction(bundle: "org.example.other", account: people[0].id.uuidString)),
                try store.notification(TestStore.transaction(environment: "Sandbox", account: people[0].id.uuidString)),
                try store.notification(TestStore.transaction(signed: ago(-360), account: people[0].id.uuidString)), "", "a.b.c",
            ]
            var answers: Set<String> = []
            for payload in payloads {
                let answer = try await notify(server, payload)
                #expect(answer.status == 422 && answer.code == .transactionInvalid, "\(answer)")
                answers.insert(answer.withoutRequestID)
            }
            #expect(answers.count == 1)
            #expect(try await server.rows("SELECT FROM entitlements").isEmpty)
        }
    }

    @Test("After 25 that are none a person, and an address that notifies, wait for 5 minutes; what is right counts for nothing")
    func throttled() async throws {
        try await selling("ada", "bea") { server, people in
            let good = try store.sign(TestStore.transaction())
            let (client, other) = (server.as(people[0]), server.as(people[1]))
            for _ in 0..<30 { _ = try await client.presentTransaction(signedTransaction: good) }
            for _ in 0..<25 { #expect(try await refusal { try await client.presentTransaction(signedTransaction: "x") } == .transactionInvalid) }
            for text in [good, "x"] {
                #expect(try await refusal { try await client.presentTransaction(signedTransaction: text) } == .tooManyRequests)
            }
            #expect(try await refusal { try await other.presentTransaction(signedTransaction: good) } == .entitlementTaken)
            let told = try store.notification(TestStore.transaction())
            for _ in 0..<30 { #expect(try await notify(server, told).status == 204) }
            for _ in 0..<25 { #expect(try await notify(server, "x").status == 422) }
            let answer = try await notify(server, told)
            #expect(answer.status == 429 && answer.headers["retry-after"] == "300")
            #expect(try await server.tryLogIn(people[0]).status == 201)
            server.clock.advance(by: 300)
            #expect(try await notify(server, told).status == 204)
            _ = try await client.presentTransaction(signedTransaction: good)
        }
    }

    @Test("Whoever deletes their account leaves nothing of what they bought, and somebody else may show it")
    func deletedAccount() async throws {
        try await selling("ada", "bea") { server, people in
            let text = try store.sign(TestStore.transaction())
            _ = try await server.as(people[0]).presentTransaction(signedTransaction: text)
            #expect(try await server.delete(people[0]).status == 204)
            #expect(try await server.rows("SELECT FROM entitlements").isEmpty)
            #expect(try await server.as(people[1]).presentTransaction(signedTransaction: text).isNew)
            try await DeleteTenant(server.operators)(server.tenant)
            for table in ["entitlements", "play_apps"] {
                #expect(try await server.rows("SELECT FROM \(unsafeRaw: table)").isEmpty, "\(table)")
            }
        }
    }

    @Test("An operator names the apps, of either store, and takes them away; wrong ones are refused; it is in the audit")
    func operators() async throws {
        try await TestServer.with(features: [.play]) { server in
            let (one, two) = (PlayApp(bundle: "org.example.a", environment: .sandbox), PlayApp(bundle: "org.example.b", environment: .sandbox))
            let paid = PlayApp(bundle: "org.example.a", environment: .production)
            #expect(try await server.setPlay(.init()).apps == [])
            for app in [two, one, paid, one] { try await server.setPlay(.init(addedApp: app)) }
            #expect(try await server.setPlay(.init(dayZone: "Europe/Berlin")).apps == [paid, one, two])
            let problem = await #expect(throws: Problem.self) {
                try await server.setPlay(.init(addedApp: PlayApp(bundle: "a b", environment: .sandbox), removedApp: "org.example.c"))
            }
            #expect(problem?.errors?.map(\.field) == ["app", "removeApp"])
            let settings = try await server.setPlay(.init(removedApp: "org.example.a"))
            #expect(settings.apps == [two] && settings.dayZone == "Europe/Berlin")
            #expect(try await server.rows("SELECT FROM audit_entries WHERE event = 'tenant.play_changed'").count == 6)
            let ada = try await server.person("ada")
            let text = try store.sign(TestStore.transaction(bundle: "org.example.b", environment: "Sandbox"))
            #expect(try await server.as(ada).presentTransaction(signedTransaction: text).value.environment == .sandbox)
            let other = try store.sign(TestStore.transaction("7", bundle: "org.example.b"))
            #expect(try await refusal { try await server.as(ada).presentTransaction(signedTransaction: other) } == .transactionInvalid)
        }
    }
}

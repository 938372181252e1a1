import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: entitlements")
struct EntitlementTests {
    private let store = TestStore.trusted

    /// Shows rules 12.48 and 12.51.
    @Test("A transaction is stored once: 201, then 200 with the same body")
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

    /// Shows rule 12.48.
    @Test("Users see their own purchases alone, latest first")
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

    /// Shows rule 12.51.
    @Test("A purchase belongs to the first user who submits it, for good")
    func taken() async throws {
        try await selling("ada", "bea") { server, people in
            let text = try store.sign(TestStore.transaction(signed: ago(60)))
            _ = try await server.as(people[0]).presentTransaction(signedTransaction: text)
            let later = try store.sign(TestStore.transaction(product: "later"))
            for text in [text, later] {
                #expect(
                    try await refusal { try await server.as(people[1]).presentTransaction(signedTransaction: text) } == .entitlementTaken)
            }
            #expect(try await server.as(people[0]).listEntitlements().items.map(\.productID) == ["org.example.sofa.archive"])
            #expect(try await server.as(people[1]).listEntitlements().items == [])
        }
    }

    /// Shows rule 12.51.
    @Test("The latest signature counts, in any order of arrival; an equally late one changes nothing")
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

    /// Shows rule 12.51.
    @Test("When 20 users submit one purchase at once, one gets it and 19 learn that it is taken")
    func atOnce() async throws {
        try await selling { server, _ in
            var people: [Person] = []
            for number in 0..<20 { people.append(try await server.person("p\(number)")) }
            let text = try store.sign(TestStore.transaction())
            let codes = try await concurrently(people) { person in
                try await refusal { try await server.as(person).presentTransaction(signedTransaction: text) }
            }
            #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .entitlementTaken } == 19, "\(codes)")
            #expect(try await server.rows("SELECT FROM entitlements").count == 1)
        }
    }

    /// Shows rule 12.52.
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

    /// Shows rule 12.48.
    @Test("Deleting an account deletes its purchases, which another user can then submit")
    func deletedAccount() async throws {
        try await selling("ada", "bea") { server, people in
            let text = try store.sign(TestStore.transaction())
            _ = try await server.as(people[0]).presentTransaction(signedTransaction: text)
            #expect(try await server.delete(people[0]).status == 204)
            #expect(try await server.rows("SELECT FROM entitlements").isEmpty)
            #expect(try await server.as(people[1]).presentTransaction(signedTransaction: text).isNew)
            try await server.operators.deleteTenant(server.tenant)
            for table in ["entitlements", "play_apps"] {
                #expect(try await server.rows("SELECT FROM \(unsafeRaw: table)").isEmpty, "\(table)")
            }
        }
    }

    /// Shows rule 12.22.
    @Test("An operator sets and removes the apps of either store; invalid ones are refused, and changes are audited")
    func operators() async throws {
        try await TestServer.with(features: [.play]) { server in
            let (one, two) = (
                PlayApp(bundle: "org.example.a", environment: .sandbox), PlayApp(bundle: "org.example.b", environment: .sandbox)
            )
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

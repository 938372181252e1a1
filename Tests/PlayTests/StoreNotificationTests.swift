import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: notifications from Apple's server")
struct StoreNotificationTests {
    private let store = TestStore.trusted

    /// Shows rules 12.52 and 12.53.
    @Test("A refund by notification makes a purchase inactive, even if its older transaction is submitted again")
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
            // A purchase signed later, as after Apple has reversed a refund.
            let renewed = TestStore.transaction(signed: ago(50), purchased: signed)
            #expect(try await notify(server, try store.notification(renewed)).status == 204)
            #expect(try await client.listEntitlements().items.map(\.active) == [true])
        }
    }

    /// Shows rule 12.51.
    @Test(
        "A revoked purchase stays revoked for later users, after its account is deleted and if nobody had submitted it",
        arguments: [true, false])
    func remembered(wasShown: Bool) async throws {
        try await selling("ada", "bea") { server, people in
            let (signed, revoked) = (ago(200), ago(100))
            let text = try store.sign(TestStore.transaction(signed: signed))
            if wasShown { _ = try await server.as(people[0]).presentTransaction(signedTransaction: text) }
            let refunded = TestStore.transaction(signed: ago(90), purchased: signed, revoked: revoked)
            #expect(try await notify(server, try store.notification(refunded)).status == 204)
            if wasShown { #expect(try await server.delete(people[0]).status == 204) }
            let client = server.as(people[1])
            let shown = try await client.presentTransaction(signedTransaction: text)
            #expect(shown.isNew && !shown.value.active && shown.value.revokedAt == milliseconds(revoked))
            let renewed = TestStore.transaction(signed: ago(50), purchased: signed)
            #expect(try await notify(server, try store.notification(renewed)).status == 204)
            #expect(try await client.listEntitlements().items.map(\.active) == [true])
            #expect(try await server.rows("SELECT FROM revoked_transactions").isEmpty)
        }
    }

    /// Shows rule 12.52.
    @Test("A subscription that was upgraded is over, whatever its expiry; the new one's own transaction makes it active")
    func upgraded() async throws {
        try await selling("ada") { server, people in
            let client = server.as(people[0])
            func body(_ product: String, from purchased: Date, signed: Date) -> Body {
                TestStore.transaction(
                    product: product, type: "Auto-Renewable Subscription", signed: signed, purchased: purchased,
                    expires: Date(timeIntervalSinceNow: 9000))
            }
            let (first, revoked) = (ago(600), ago(90))
            var basic = body("basic", from: first, signed: revoked)
            basic["isUpgraded"] = true
            let shown = try await client.presentTransaction(signedTransaction: store.sign(basic)).value
            #expect(shown.productID == "basic" && !shown.active && shown.revokedAt == milliseconds(revoked))
            let before = try store.sign(body("basic", from: first, signed: ago(500)))
            #expect(try await !client.presentTransaction(signedTransaction: before).value.active)
            var full = body("full", from: ago(300), signed: ago(290))
            full["isUpgraded"] = false
            #expect(try await client.presentTransaction(signedTransaction: store.sign(full)).value.active)
            let list = try await client.presentTransaction(signedTransaction: store.sign(basic)).value
            #expect(list.productID == "full" && list.active)
        }
    }

    /// Shows rule 12.51.
    @Test("A notification about an earlier purchase of a subscription, however late, doesn't affect a later one")
    func periods() async throws {
        try await selling("ada") { server, people in
            let client = server.as(people[0])
            func body(from purchased: Date, signed: Date, revoked: Date? = nil) throws -> String {
                try store.sign(
                    TestStore.transaction(
                        type: "Auto-Renewable Subscription", signed: signed, purchased: purchased,
                        expires: purchased.addingTimeInterval(500),
                        revoked: revoked))
            }
            let (first, second) = (ago(600), ago(300))
            #expect(try await client.presentTransaction(signedTransaction: body(from: second, signed: ago(290))).value.active)
            let late = try await client.presentTransaction(signedTransaction: body(from: first, signed: ago(100), revoked: ago(110)))
            #expect(late.value.active && late.value.purchasedAt == milliseconds(second))
            let refunded = try await client.presentTransaction(signedTransaction: body(from: second, signed: ago(80), revoked: ago(90)))
            #expect(!refunded.value.active)
            #expect(try await !client.presentTransaction(signedTransaction: body(from: first, signed: ago(50))).value.active)
        }
    }

    /// Shows rule 12.53.
    @Test("A notification before the purchase is kept for its buyer; the answer doesn't reveal whether there is one")
    func notified() async throws {
        try await selling("ada", "bea") { server, people in
            let (ada, bea) = (people[0], people[1])
            let notified = [
                TestStore.transaction("1", account: ada.id.uuidString), TestStore.transaction("2", account: UUID().uuidString),
                TestStore.transaction("3"), TestStore.transaction("4", account: "ada"), TestStore.transaction("5", type: "Consumable"), nil,
            ]
            for transaction in notified {
                let answer = try await notify(server, try store.notification(transaction))
                #expect(answer.status == 204 && answer.body.isEmpty, "\(answer)")
            }
            let summary: Body = ["signedDate": .integer(Int(Date().timeIntervalSince1970 * 1000)), "notificationType": "X"]
            #expect(try await notify(server, try store.sign(summary)).status == 204)
            #expect(try await server.rows("SELECT FROM entitlements").count == 1)
            #expect(try await server.as(ada).listEntitlements().items.count == 1)
            #expect(try await server.as(bea).listEntitlements().items == [])
            // The purchase belongs to its buyer. Nobody else can submit it, whatever account a later transaction names.
            let later = TestStore.transaction("1", product: "later", signed: ago(-60), account: bea.id.uuidString)
            #expect(try await notify(server, try store.notification(later)).status == 204)
            #expect(try await server.as(ada).listEntitlements().items.map(\.productID) == ["later"])
            let shown = try store.sign(later)
            #expect(try await refusal { try await server.as(bea).presentTransaction(signedTransaction: shown) } == .entitlementTaken)
        }
    }

    /// Shows rule 12.53.
    @Test("A notification with an invalid signature, outer or inner, is refused and changes nothing")
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
}

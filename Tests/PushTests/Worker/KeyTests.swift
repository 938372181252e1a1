import DavenportAPI
import Domain
import Foundation
import Postgres
import Programs
import Secrets
import Synchronization
import TestSupport
import Testing

@testable import Push

@Suite("rules 21: keys and provider tokens")
struct KeyTests {
    /// Shows rule 21.13.
    @Test("Workers that start every minute for two hours make at most two tokens an hour")
    func cron() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(240)
            try await evening.change(
                "UPDATE notifications SET due_at = \(evening.server.clock.now)::timestamptz + floor(random() * 120) * interval '1 minute'")
            var tokens: [String: Date] = [:]
            for _ in 0..<120 {
                async let one = evening.drain()
                async let other = evening.drain()
                _ = try await (one, other)
                for push in evening.apple.pushes where tokens[push.providerToken] == nil {
                    tokens[push.providerToken] = evening.realTime.now
                }
                evening.realTime.advance(by: 60)
                evening.server.clock.advance(by: 60)
            }
            // On a busy machine a lease may end before its push is recorded, and another worker sends it again.
            #expect(evening.apple.pushes.count >= 240)
            let minutes = tokens.values.map { $0.timeIntervalSince1970 / 60 }.sorted()
            #expect((2...3).contains(minutes.count))
            #expect(zip(minutes, minutes.dropFirst()).allSatisfy { $1 - $0 >= 45 && $1 - $0 < 60 }, "\(minutes)")
        }
    }

    /// Shows rule 21.13.
    @Test("A token is renewed after 45 minutes")
    func renewal() async throws {
        try await PushFixture.with { evening in
            for (index, (seconds, tokens)) in [(0.0, 1), (45 * 60 - 1, 1), (1, 2)].enumerated() {
                evening.realTime.advance(by: seconds)
                try await evening.crowd(1, from: index)
                try await evening.drain()
                #expect(Set(evening.apple.pushes.map(\.providerToken)).count == tokens)
            }
        }
    }

    /// Shows rule 21.13.
    @Test("A token that Apple calls expired is renewed once, if it is older than 20 minutes")
    func expired() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(1)
            try await evening.drain()
            let first = try #require(evening.apple.pushes.last?.providerToken)
            evening.apple.answer { _, token in
                .answered(token == first ? APNsAnswer(status: 403, reason: "ExpiredProviderToken") : APNsAnswer(status: 200))
            }
            evening.realTime.advance(by: 19 * 60)
            try await evening.crowd(1, from: 1)
            #expect(try await evening.drain().retried == 1)
            evening.realTime.advance(by: 60)
            evening.server.clock.advance(by: 66)
            try await evening.crowd(50, from: 2)
            #expect(try await evening.drain().sent == 51)
            #expect(Set(evening.apple.pushes.map(\.providerToken)).count == 2)
        }
    }

    /// Shows rule 21.13.
    @Test("Tenants with the same key share its token; a tenant that only claims the same ids doesn't")
    func sharing() async throws {
        try await PushFixture.with { evening in
            let (attic, cellar) = (try await evening.server.otherTenant(), try await evening.server.otherTenant("cellar"))
            let pem = SigningKey.generate().pem
            try await evening.setKey(pem)
            try await evening.setKey(pem, in: attic)
            try await evening.setKey(in: cellar)
            for tenant in [evening.server.tenant, attic, cellar] { try await evening.crowd(3, in: tenant) }
            #expect(try await evening.drain().sent == 9)
            #expect(Set(evening.apple.pushes.map(\.providerToken)).count == 2)
        }
    }

    /// Shows rules 20.10 and 21.11.
    @Test("Secrets are sealed: neither the key nor a token is in the database in plain form")
    func sealed() async throws {
        try await PushFixture.with { evening in
            let pem = SigningKey.generate().pem
            try await evening.setKey(pem)
            try await evening.crowd(1)
            try await evening.drain()
            let token = try #require(evening.apple.pushes.first?.providerToken)
            let dump = try await evening.server.database.dump().joined(separator: "\n")
            let body = pem.split(separator: "\n").dropFirst().dropLast().joined()
            for secret in [pem, body, String(body.prefix(40)), token, String(token.suffix(40))] {
                #expect(!dump.contains(secret) && !dump.contains(Array(secret.utf8).hexadecimal))
            }
            #expect(try await evening.server.operators.listPushKeys(evening.server.tenant).map(\.topic) == [PushFixture.topic])
        }
    }

    /// Shows rule 21.12.
    @Test("Under another master key nothing is sent and the worker logs it; after the rotation everything is sent")
    func rotation() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(1)
            try await evening.drain()
            let new = try MasterKey.random()
            try await evening.crowd(1, from: 1)
            let logs = LogRecorder()
            try await evening.worker(masterKey: new, logger: logs.logger).drain()
            #expect(logs.text.contains("sealed under another master key"))
            #expect(try await evening.server.operators.rotateMasterKey(from: evening.masterKey, to: new) == 1)
            evening.server.clock.advance(by: 66)
            try await evening.worker(masterKey: new).drain()
            #expect(evening.apple.pushes.count == 2)
            #expect(Set(evening.apple.pushes.map(\.providerToken)).count == 1, "the token goes on too")
            await #expect(throws: Envelope.Failure.self) {
                try await evening.server.operators.rotateMasterKey(from: evening.masterKey, to: .random())
            }
        }
    }

    /// Shows rule 21.12.
    @Test("After a rotation a token under the old master key is logged, and replaced as soon as Apple accepts a new one")
    func outdatedWorker() async throws {
        try await PushFixture.with { evening in
            let new = try MasterKey.random()
            let outdated = evening.worker()
            try await evening.crowd(1)
            try await outdated.drain()
            // The running worker holds the key in memory, and renews the token after the rotation.
            #expect(try await evening.server.operators.rotateMasterKey(from: evening.masterKey, to: new) == 1)
            try await evening.change("DELETE FROM push_provider_tokens")
            let old = ShareProviderToken(evening.database, evening.masterKey, realTime: evening.realTime.wall)
            let key = try #require(evening.apple.pushes.first?.key)
            _ = try await old(for: key) { _ in "old" }
            let logs = LogRecorder()
            let current = evening.worker(masterKey: new, logger: logs.logger)
            evening.apple.forget()
            try await evening.crowd(1, from: 1)
            evening.realTime.advance(by: 20 * 60 - 1)
            try await current.drain()
            #expect(evening.apple.pushes.isEmpty, "a token this young is not renewed")
            #expect(logs.warnings.filter { $0.contains("sealed under another master key") }.count == 1)
            evening.realTime.advance(by: 1)
            evening.server.clock.advance(by: 66)
            try await current.drain()
            #expect(evening.apple.pushes.map { $0.providerToken == "old" } == [false])
            // The outdated worker can't undo the rotation, because its master key no longer decrypts the push key.
            try await evening.crowd(1, from: 2)
            evening.realTime.advance(by: 30 * 60)
            #expect(try await evening.drain().sent == 0)
            evening.server.clock.advance(by: 66)
            try await current.drain()
            #expect(Set(evening.apple.pushes.map(\.providerToken)).count == 1)
        }
    }

    /// Shows rule 21.11.
    @Test("A sealed key can't be moved to another tenant")
    func moved() async throws {
        try await PushFixture.with { evening in
            let attic = try await evening.server.otherTenant()
            try await evening.setKey(in: attic)
            try await evening.crowd(1, in: attic)
            try await evening.change(
                """
                UPDATE push_credentials AS c SET kek_id = o.kek_id, wrapped_key = o.wrapped_key, sealed = o.sealed
                FROM push_credentials AS o WHERE c.tenant_id = \(attic.id) AND o.tenant_id = \(evening.server.tenant.id)
                """)
            #expect(try await evening.drain().retried == 1)
            #expect(evening.apple.pushes.isEmpty)
        }
    }

    /// Shows rule 21.11.
    @Test("An invalid key, team and topic are all reported at once")
    func invalid() async throws {
        try await PushFixture.with { evening in
            let key = NewPushKey(teamID: "team", keyID: "k", topic: "a b", environment: .sandbox, p8: "nothing")
            await #expect {
                try await SetPushKey(evening.server.operators, evening.masterKey)(evening.server.tenant, key)
            } throws: { error in
                (error as? Problem)?.errors?.map(\.field) == ["team", "keyId", "topic", "p8"]
            }
        }
    }

    /// Shows rule 20.11.
    @Test("Setting, removing and rotating keys is audited")
    func audited() async throws {
        try await PushFixture.with { evening in
            _ = try await evening.server.operators.rotateMasterKey(from: evening.masterKey, to: .random())
            try await evening.server.operators.removePushKey(evening.server.tenant, topic: PushFixture.topic, environment: .sandbox)
            let rows = try await evening.server.database.owner.roundTrip {
                try await $0.query("SELECT event FROM audit_entries WHERE event LIKE 'key.%' AND actor = 'operator' ORDER BY at, event")
            }
            let events: [String] = try rows.map { try $0["event"] }
            #expect(Set(events) == ["key.set", "key.master_rotated", "key.removed"])
        }
    }
}

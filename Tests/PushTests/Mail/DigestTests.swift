import DavenportAPI
import Domain
import Foundation
import Mail
import Postgres
import Programs
import TestSupport
import Testing

@testable import Push

@Suite("rules 26: digests")
struct DigestTests {
    /// Shows rule 26.13.
    @Test("At 18:00 where the reader is, a digest says what waits for them; with nothing new no mail comes")
    func evening() async throws {
        try await DigestFixture.with { house in
            let room = try await house.room(with: house.ada)
            try await house.server.watched(house.bea, room)
            // 18:00 in Berlin is 17:00 by UTC.
            try await house.advance(to: "2026-03-02T16:59:59Z")
            #expect(try await house.drain().isEmpty)
            try await house.advance(to: "2026-03-02T17:00:00Z")
            let mail = try #require(try await house.drain().first)
            #expect(mail.to == Mailbox(name: "ada", address: house.ada.email))
            #expect(mail.subject == "2 things wait for you in \(house.server.tenant.name)")
            #expect(mail.paragraphs[1] == "bea opened Severance S01E05 with you.\nbea finished Severance S01E05. Your turn?")
            #expect(mail.paragraphs.joined(separator: " ").split(whereSeparator: \.isWhitespace).count <= 60)
            #expect(mail.link?.absoluteString == "https://sofa.example.org/")
            try await house.advance(by: 24 * 3600)
            #expect(try await house.drain().isEmpty, "Ada knows that already")
        }
    }

    /// Shows rule 26.13.
    @Test("A digest leaves out what its reader has seen or muted, and isn't sent for that alone")
    func unseen() async throws {
        try await DigestFixture.with { house in
            let (seen, muted) = (try await house.room(with: house.ada), try await house.room(with: house.ada, episode: 6))
            for room in [seen, muted] { try await house.server.watched(house.bea, room) }
            try await house.server.watched(house.ada, seen)
            try await house.mute(muted, as: house.ada)
            try await house.advance(by: 24 * 3600)
            #expect(try await house.drain().isEmpty)
        }
    }

    /// Shows rule 26.13.
    @Test("Who has a device gets digests only if they ask for them, and `null` is the usual again")
    func chosen() async throws {
        try await DigestFixture.with { house in
            try await house.registerDevice(house.ada)
            let choices: [(String?, Int)] = [("daily", 1), (nil, 0), ("off", 0), ("weekly", 1), ("weekly", 0)]
            for (index, (digest, count)) in choices.enumerated() {
                #expect(try await house.choose(digest, as: house.ada).digest?.rawValue == digest)
                try await house.server.watched(house.bea, try await house.room(with: house.ada, episode: 10 + index))
                try await house.advance(by: 24 * 3600)
                #expect(try await house.drain().count == count, "\(digest ?? "the usual")")
            }
            let refused = try await house.server.call(
                .patch, "/v1/me", token: house.ada.token, json: ["digest": "hourly"] as Body)
            #expect(refused.status == 422 && refused.text.contains("\"digest\""))
        }
    }

    /// Shows rule 26.13.
    @Test("Only a verified address gets digests, and the answer to verifying it says so")
    func verified() async throws {
        try await DigestFixture.with { house in
            let cem = try await house.server.person("cem")
            try await house.server.befriend(cem, house.bea)
            _ = try await house.drain()
            try await house.server.watched(house.bea, try await house.room(with: cem))
            try await house.advance(by: 24 * 3600)
            #expect(try await house.drain().isEmpty)
            #expect(try await house.mails.verify(cem).digest == .daily)
            try await house.server.watched(house.bea, try await house.room(with: cem, episode: 6))
            try await house.advance(by: 24 * 3600)
            #expect(try await house.drain().map(\.to.address) == [cem.email])
            _ = try await house.choose("off", as: house.bea)
            #expect(try await house.mails.verify(house.bea).digest == .off)
            for (name, isAlive) in [("dora", true), ("eva", false)] {
                let person = try await house.server.person(name)
                try await house.registerDevice(person)
                let elsewhere = Person(
                    id: person.id, username: name, email: person.email, password: person.password,
                    token: try await house.server.logIn(person))
                _ = try await house.drain()
                let idle = house.server.clock.now - 90 * 86_400
                if !isAlive {
                    try await house.server.rows("UPDATE sessions SET last_used_at = \(idle) WHERE id IN (SELECT session_id FROM devices)")
                }
                #expect(try await house.mails.verify(elsewhere).digest == (isAlive ? nil : .daily), "a device that gets notifications")
            }
        }
    }

    /// Shows rule 26.14.
    @Test("A digest is ended with one request, and a code that is changed ends nothing")
    func stops() async throws {
        try await DigestFixture.with { house in
            try await house.server.watched(house.bea, try await house.room(with: house.ada))
            try await house.advance(by: 24 * 3600)
            let mail = try #require(try await house.drain().first)
            let path = try #require(mail.unsubscribe).path
            #expect(mail.footer?.link.absoluteString.hasPrefix("https://sofa.example.org/no-mails#digests.") == true)
            let body = Array("List-Unsubscribe=One-Click".utf8)
            let headers = ["Content-Type": "application/x-www-form-urlencoded"]
            let changed = path.replacing(house.ada.id.uuidString.lowercased(), with: house.bea.id.uuidString.lowercased())
            #expect(try await house.server.call(.post, changed, body: body, headers: headers).code == .linkInvalid)
            for _ in 0..<2 { #expect(try await house.server.call(.post, path, body: body, headers: headers).status == 204) }
            try await house.server.watched(house.bea, try await house.room(with: house.ada, episode: 6))
            try await house.advance(by: 24 * 3600)
            #expect(try await house.drain().isEmpty)
        }
    }

    /// Shows rule 26.14.
    @Test("A digest that waits for its mail server says what is true when it is sent, under the same Message-ID")
    func later() async throws {
        try await DigestFixture.with { house in
            let room = try await house.room(with: house.ada)
            try await house.server.watched(house.bea, room)
            try await house.server.watched(house.bea, try await house.room(with: house.ada, episode: 6))
            house.mails.mailServer.answer(.retry(reason: "450 later"))
            try await house.advance(by: 24 * 3600)
            let first = try #require(try await house.drain().first)
            #expect(first.subject.hasPrefix("4 things wait"))
            try await house.server.watched(house.ada, room)
            try await house.advance(by: 70)
            let second = try #require(try await house.drain().first)
            #expect(second.messageID == first.messageID)
            #expect(second.paragraphs[1] == "bea opened Severance S01E06 with you.\nbea finished Severance S01E06. Your turn?")
            #expect(try await house.server.database.count("mails") == 0)
        }
    }

    /// Shows rule 26.13.
    @Test("Another time zone moves the next digest, and a weekly one stays in its week")
    func moves() async throws {
        try await DigestFixture.with { house in
            try await house.server.watched(house.bea, try await house.room(with: house.ada))
            try await house.setZone("America/New_York", of: house.ada)
            try await house.advance(to: "2026-03-02T22:59:59Z")
            #expect(try await house.drain().isEmpty)
            try await house.advance(to: "2026-03-02T23:00:00Z")
            #expect(try await house.drain().count == 1)
            _ = try await house.choose("weekly", as: house.ada)
            try await house.advance(by: 24 * 3600)
            _ = try await house.drain()
            try await house.setZone("Asia/Tokyo", of: house.ada)
            let due = try await house.server.rows("SELECT digest_due_at FROM email_states WHERE user_id = \(house.ada.id)")
            // It was due on the evening of 10 March in New York, which is the morning of the 11th in Tokyo.
            #expect(try due.first?["digest_due_at"] == Date("2026-03-11T09:00:00Z", strategy: .iso8601))
        }
    }

    /// Shows rule 26.13.
    @Test("A digest of many things has at most 60 words, and says how many more there are")
    func length() async throws {
        try await DigestFixture.with { house in
            for episode in 1...12 { try await house.server.watched(house.bea, try await house.room(with: house.ada, episode: episode)) }
            try await house.advance(by: 24 * 3600)
            let mail = try #require(try await house.drain().first)
            let words = mail.paragraphs.joined(separator: " ").split(whereSeparator: \.isWhitespace)
            #expect(words.count <= 60)
            #expect(mail.subject.hasPrefix("24 things wait for you"))
            #expect(mail.paragraphs[1].split(separator: "\n").last?.hasSuffix("more things wait for you.") == true)
        }
    }
}

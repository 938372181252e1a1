import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 12: pushes about own challenges")
struct OwnChallengePushTests {
    /// Runs a test with the friends `ada` and `bea`, who have names and devices. Bea has joined a challenge of Ada's.
    private static func with(_ body: @escaping @Sendable (PushFixture, Person, Person, Challenge) async throws -> Void) async throws {
        try await PushFixture.with(features: [.play]) { evening in
            let (ada, bea) = try await evening.server.friends("ada", "bea")
            for person in [ada, bea] {
                _ = try await evening.server.as(person).changeMe(AccountChange(givenName: .set(person.username.capitalized)))
                try await evening.device(person)
            }
            try await evening.server.emptyOutbox()
            let challenge = try await evening.server.as(ada).createChallenge(NewChallenge(mode: .timed, friendIDs: [bea.id])).value
            try await body(evening, ada, bea, challenge)
        }
    }

    /// Shows rule 12.28.
    @Test("Each push names the actor and the challenge to open but no letters, and keeps the badge")
    func kinds() async throws {
        try await Self.with { evening, ada, bea, challenge in
            try await evening.drain()
            #expect(evening.apple.texts == ["Challenges: Ada invited you to a challenge"])
            let play = try await evening.finish(bea, challenge)
            try await evening.drain()
            #expect(evening.apple.texts.last == "Challenges: Bea finished your challenge")
            for (push, person) in zip(evening.apple.pushes, [bea, ada]) {
                let payload = String(decoding: push.request.payload, as: UTF8.self)
                #expect(push.request.deviceToken == PushFixture.device(person.username) && push.payload.aps.badge == 0)
                #expect(payload.contains(#""challengeID":"\#(challenge.id.uuidString.lowercased())""#))
                #expect(!payload.contains(play.letters) && !payload.contains(challenge.code ?? ""))
                #expect(push.payload.davenport.userID == (person.id == ada.id ? bea.id : ada.id))
            }
            #expect(evening.apple.pushes.count == 2)
        }
    }

    /// Shows rule 12.28.
    @Test("A notification that is no longer true when it is sent is cancelled", arguments: Change.allCases)
    func rechecked(change: Change) async throws {
        try await Self.with { evening, ada, bea, challenge in
            if !change.isOfInvitation {
                try await evening.settle()
                try await evening.finish(bea, challenge)
            }
            // The change happens after the notification was written and before it is sent, when the server can't cancel
            // it.
            try await evening.change("UPDATE notifications SET state = 'sending' WHERE state = 'pending'")
            try await change.happen(evening, ada, bea, challenge)
            try await evening.change("DELETE FROM notifications WHERE state = 'pending'")
            try await evening.drain()
            #expect(evening.apple.pushes.count == (change.isStillTold ? 1 : 0), "\(change)")
            #expect(try await evening.count("notifications WHERE state IN ('pending', 'sending') OR lease_id IS NOT NULL") == 0)
        }
    }

    enum Change: CaseIterable {
        case nothing, start, end, mute, block, playOff, finished, struck, muteFinished, blockMaker

        var isOfInvitation: Bool {
            switch self {
            case .nothing, .start, .end, .mute, .block, .playOff: true
            case .finished, .struck, .muteFinished, .blockMaker: false
            }
        }

        var isStillTold: Bool { self == .nothing || self == .finished }

        func happen(_ evening: PushFixture, _ ada: Person, _ bea: Person, _ challenge: Challenge) async throws {
            let server = evening.server
            switch self {
            case .nothing, .finished: break
            case .start: _ = try await server.as(bea).startPlay(challengeID: challenge.id)
            case .end:
                // A worker may be late by a day at most. After that, notifications expire.
                try await evening.change("UPDATE challenges SET ends_at = starts_at + interval '1 second'")
                server.clock.advance(by: 1)
            case .mute:
                _ = try await server.as(bea).changeNotificationPreferences(NewNotificationPreferences(muted: [.challengeInvited]))
            case .block: try await server.block(bea, ada)
            case .playOff: try await server.operators.changeTenantFeatures(server.tenant, [.watch])
            case .struck: try await evening.change("UPDATE plays SET struck_at = started_at")
            case .muteFinished:
                _ = try await server.as(ada).changeNotificationPreferences(NewNotificationPreferences(muted: [.challengeFinished]))
            case .blockMaker: try await server.block(bea, ada)
            }
        }
    }

    /// Shows rule 12.28.
    @Test("A finisher who is named to friends alone is \"somebody\" to any other maker, and a blocked finisher causes no push")
    func nameless() async throws {
        try await Self.with { evening, ada, bea, challenge in
            let server = evening.server
            let (cem, dan) = try await server.strangers("cem", "dan")
            try await evening.settle()
            for person in [cem, dan] {
                _ = try await server.as(person).joinChallenge(code: challenge.code ?? "")
                try await evening.change(
                    "INSERT INTO play_profiles (tenant_id, user_id, named_to) VALUES (\(server.tenant.id), \(person.id), 'friends')")
                try await evening.finish(person, challenge)
            }
            try await evening.change("UPDATE notifications SET state = 'sending' WHERE state = 'pending'")
            try await server.block(ada, dan)
            try await evening.drain()
            #expect(evening.apple.texts == ["Challenges: Somebody finished your challenge"])
            #expect(evening.apple.pushes.first?.payload.davenport.userID == nil)
            evening.apple.forget()
            try await evening.change(
                "INSERT INTO play_profiles (tenant_id, user_id, named_to) VALUES (\(server.tenant.id), \(bea.id), 'friends')")
            try await evening.finish(bea, challenge)
            try await evening.drain()
            #expect(evening.apple.texts == ["Challenges: Bea finished your challenge"], "a friend")
        }
    }
}

extension PushFixture {
    /// Starts a challenge and finishes it without a move.
    @discardableResult
    fileprivate func finish(_ person: Person, _ challenge: Challenge) async throws -> Play {
        let client = server.as(person)
        let play = try await client.startPlay(challengeID: challenge.id).value
        return try await client.sendMoves(NewMoves(playID: play.id, finish: true))
    }
}

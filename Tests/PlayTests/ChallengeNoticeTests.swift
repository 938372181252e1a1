import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 12: notifications about own challenges")
struct ChallengeNoticeTests {
    /// Shows rule 12.28.
    @Test("An invited friend is notified once, and nobody who joins by code")
    func invited() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, dan, id) = (evening.server, try await evening.server.person("dan"), UUID())
            let request = NewChallenge(id: id, mode: .timed, friendIDs: [evening.ada.id, evening.bea.id])
            for _ in 0..<3 { _ = try await server.as(evening.ada).createChallenge(request) }
            #expect(try await server.notifications(of: id) == ["challenge.invited ada>bea pending"])
            let challenge = try await server.as(evening.ada).showChallenge(challengeID: id)
            try await evening.join(dan, challenge.code)
            for guest in [evening.bea, evening.ada, evening.people[2], evening.people[2]] {
                try await evening.invite(guest, by: evening.ada, to: challenge)
            }
            #expect(try await server.notifications(of: id) == ["challenge.invited ada>bea pending", "challenge.invited ada>cem pending"])
            try await server.block(evening.bea, evening.ada)
            #expect(try await server.notifications(of: id) == ["challenge.invited ada>bea cancelled", "challenge.invited ada>cem pending"])
        }
    }

    /// Shows rule 12.28.
    @Test("The maker is notified once of each other player who finishes, but not of their own plays, expired ones or daily challenges")
    func finished() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, cem) = (evening.server, evening.people[2])
            let challenge = try await evening.own(evening.ada)
            for person in [evening.bea, cem] { try await evening.join(person, challenge.code) }
            let slow = try await server.as(cem).startPlay(challengeID: challenge.id).value
            try await evening.finish(evening.ada, challenge)
            let play = try await server.as(evening.bea).startPlay(challengeID: challenge.id).value
            try await evening.send(evening.bea, play, [Move(at: 0, cubelet: Cubelet.all[26])])
            #expect(try await server.notifications(of: challenge.id) == [])
            for _ in 0..<3 { try await evening.send(evening.bea, play, [], finish: true) }
            let once = ["challenge.finished bea>ada pending"]
            #expect(try await server.notifications(of: challenge.id) == once)
            server.clock.advance(by: 3600)
            for person in evening.people { _ = try await server.as(person).showChallenge(challengeID: challenge.id) }
            #expect(try await server.as(cem).showPlay(playID: slow.id).over)
            #expect(try await evening.send(cem, slow, [], finish: true).over)
            #expect(try await server.notifications(of: challenge.id) == once)
            let daily = try await evening.play(evening.bea, 1)
            #expect(try await server.notifications(of: daily.challengeID).filter { $0.hasPrefix("challenge.finished") } == [])
        }
    }

    /// Shows rule 12.28.
    @Test("50 equal finishes cause one notification, and a challenge without a maker none")
    func once() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let server = evening.server
            let challenge = try await evening.own(evening.ada, with: [evening.bea, evening.people[2]])
            let play = try await server.as(evening.bea).startPlay(challengeID: challenge.id).value
            try await concurrently(0..<50) { _ in try await evening.send(evening.bea, play, [], finish: true) }
            #expect(try await server.notifications(of: challenge.id).filter { $0.hasPrefix("challenge.finished") }.count == 1)
            #expect(try await server.delete(evening.ada).status == 204)
            try await evening.finish(evening.people[2], challenge)
            #expect(try await server.rows("SELECT FROM notifications WHERE about_id = \(challenge.id)").isEmpty)
        }
    }

    /// Shows rule 12.28.
    @Test("A refused finish causes no notification: the finish and its notification are stored together or not at all")
    func neither() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let challenge = try await evening.own(evening.ada)
            try await evening.join(evening.bea, challenge.code)
            let play = try await evening.server.as(evening.bea).startPlay(challengeID: challenge.id).value
            let bad = Move(at: 0, cubelet: Cubelet.all[0])
            #expect(try await refusalProblem { try await evening.send(evening.bea, play, [bad], finish: true) }?.code == .moveRefused)
            #expect(try await evening.server.notifications(of: challenge.id) == [])
            #expect(try await !evening.server.as(evening.bea).showPlay(playID: play.id).over)
        }
    }

    /// Shows rule 12.28.
    @Test("A user can mute either kind, and deleting a challenge deletes its notifications")
    func mutedAndGone() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let bea = evening.server.as(evening.bea)
            let kinds: [NotificationKind] = [.challengeInvited, .challengeFinished]
            #expect(try await bea.changeNotificationPreferences(NewNotificationPreferences(muted: kinds)).muted == kinds)
            let challenge = try await evening.own(evening.ada, with: [evening.bea])
            #expect(try await evening.server.notifications(of: challenge.id).count == 1)
            try await evening.server.rows("DELETE FROM challenges WHERE id = \(challenge.id)")
            #expect(try await evening.server.notifications(of: challenge.id) == [])
        }
    }
}

extension TestServer {
    /// Returns the notifications about a challenge in order: kind, actor, recipient and state.
    fileprivate func notifications(of id: UUID) async throws -> [String] {
        let rows = try await rows(
            """
            SELECT concat_ws(' ', n.kind, coalesce(a.username, '') || '>' || r.username, n.state) AS text
            FROM notifications AS n JOIN users AS r ON r.id = n.recipient_id LEFT JOIN users AS a ON a.id = n.actor_id
            WHERE n.about_id = \(id) ORDER BY text
            """)
        return try rows.map { try $0["text"] }
    }
}

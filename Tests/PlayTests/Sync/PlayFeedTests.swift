import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 13: challenges and plays in the sync feed")
struct PlayFeedTests {
    /// Shows rule 13.14.
    @Test("With every page limit the feed returns the challenges of one's history and one's own plays, as single requests do")
    func limits() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let server = evening.server
            for day in 1...4 {
                evening.at("2026-03-0\(day)T12:00:00Z")
                if day == 1 { try await evening.play(evening.ada, 5) } else { _ = try await evening.today(evening.ada) }
                if day != 3 { _ = try await evening.start(evening.ada, .untimed) }
                _ = try await evening.start(evening.bea, .untimed)
                _ = try await evening.own(evening.ada, with: day == 2 ? [evening.bea] : [])
            }
            for person in evening.people {
                let listed = try await server.as(person).listChallenges(ChallengeQuery(limit: 100)).items
                #expect(listed.count == (person.id == evening.ada.id ? 12 : 9))
                let challenges = Dictionary(uniqueKeysWithValues: listed.map { ($0.id, ChallengeOutline($0)) })
                var plays: [UUID: PlayOutline] = [:]
                for id in listed.compactMap(\.mine?.playID) {
                    let play = try await server.as(person).showPlay(playID: id)
                    plays[id] = PlayOutline(play)
                }
                for limit in [1, 7, 500] {
                    var follower = Follower(server.as(person))
                    let synced = try await follower.follow(limit: limit)
                    #expect(synced.challenges.count == challenges.count && follower.challenges == challenges, "limit \(limit)")
                    #expect(synced.plays.count == plays.count && follower.plays == plays, "limit \(limit)")
                    #expect(try await follower.follow(limit: limit).isEmpty)
                }
            }
        }
    }

    /// Shows rule 13.14.
    @Test("A play syncs to its player alone, with its letters, when it is started, saved, finished or struck")
    func plays() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let server = evening.server
            let today = try await evening.today(evening.ada)
            var (ada, bea) = (try await evening.started(evening.ada), try await evening.started(evening.bea))
            #expect(Set(ada.challenges.keys) == [today.timed.id, today.untimed.id] && ada.plays.isEmpty)
            let play = try await evening.start(evening.ada)
            #expect(try await ada.follow().plays == [play.id])
            #expect(ada.plays[play.id]?.letters == play.letters && ada.plays[play.id]?.over == false)
            #expect(ada.plays[play.id]?.closesAt == play.endsAt.addingTimeInterval(15))
            try await evening.send(evening.ada, play, Array(evening.game.prefix(1)))
            #expect(try await ada.follow().plays == [play.id])
            #expect(ada.plays[play.id]?.moves.count == 1)
            try await evening.send(evening.ada, play, Array(evening.game.prefix(1)))
            #expect(try await ada.follow().isEmpty, "what is sent again changes nothing")
            try await evening.send(evening.ada, play, from: 1, [], finish: true)
            #expect(try await ada.follow().plays == [play.id])
            #expect(ada.plays[play.id]?.over == true)
            #expect(try await bea.follow().isEmpty)
            try await server.rows("UPDATE users SET role = 'owner' WHERE id = \(evening.bea.id)")
            try await evening.play(evening.bea, 1)
            _ = try await server.as(evening.bea).strikePlay(playID: play.id)
            #expect(try await ada.follow().plays == [play.id])
            #expect(ada.plays[play.id]?.struck == true)
            let untimed = try await evening.start(evening.ada, .untimed)
            #expect(try await ada.follow().plays == [untimed.id])
            evening.at("2026-03-02T12:00:00Z")
            #expect(try await ada.follow().isEmpty, "its end was synced before")
        }
    }

    /// Shows rule 13.14.
    @Test("Daily challenges sync when they are created, own ones to their members, and again when their maker is deleted")
    func challenges() async throws {
        try await PlayFixture.with("ada", "bea", "cem") { evening in
            let (server, cem) = (evening.server, evening.people[2])
            var followers: [Follower] = []
            for person in evening.people { followers.append(try await evening.started(person)) }
            let today = try await evening.today(evening.bea)
            for index in followers.indices {
                let synced = try await followers[index].follow()
                #expect(Set(synced.challenges) == [today.timed.id, today.untimed.id])
            }
            let own = try await evening.own(evening.ada, with: [evening.bea])
            #expect(try await followers[0].follow().challenges == [own.id])
            #expect(try await followers[1].follow().challenges == [own.id])
            #expect(try await followers[2].follow().isEmpty)
            try await evening.join(cem, own.code)
            #expect(try await followers[2].follow().challenges == [own.id])
            try await evening.finish(cem, own)
            try await followers[2].follow()
            #expect(try await followers[1].follow().isEmpty, "who comes and plays changes nothing of it")
            #expect(try await server.delete(evening.ada).status == 204)
            for index in 1...2 {
                #expect(followers[index].challenges[own.id]?.maker?.id == evening.ada.id)
                #expect(try await followers[index].follow().challenges == [own.id])
                #expect(followers[index].challenges[own.id] != nil && followers[index].challenges[own.id]?.maker == nil)
            }
        }
    }

    /// Shows rule 13.14.
    @Test("Nobody syncs the letters of an unstarted challenge, or another user's plays of it")
    func hidden() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let own = try await evening.own(evening.ada, with: [evening.bea])
            let played = [try await evening.play(evening.ada, 3), try await evening.finish(evening.ada, own)]
            for since in ["", "&since=\(try await evening.server.as(evening.bea).listChanges(ChangesQuery(since: "now")).next)"] {
                let answer = try await evening.server.call(.get, "/v1/changes?limit=500\(since)", token: evening.bea.token)
                #expect(answer.status == 200)
                for play in played {
                    #expect(!answer.text.contains(play.letters) && !answer.text.contains(play.id.uuidString.lowercased()))
                }
            }
        }
    }
}

extension PlayFixture {
    /// Returns a client that has synced everything.
    fileprivate func started(_ person: Person) async throws -> Follower {
        var follower = Follower(server.as(person))
        try await follower.follow()
        return follower
    }
}

extension ChallengeOutline {
    fileprivate init(_ challenge: Challenge) {
        self.init(
            id: challenge.id, kind: challenge.kind, mode: challenge.mode, language: challenge.language, day: challenge.day,
            maker: challenge.maker, code: challenge.code, startsAt: challenge.startsAt, endsAt: challenge.endsAt)
    }
}

extension PlayOutline {
    fileprivate init(_ play: Play) {
        self.init(
            id: play.id, challengeID: play.challengeID, mode: play.mode, startedAt: play.startedAt, endsAt: play.endsAt,
            closesAt: play.endsAt.addingTimeInterval(15), over: play.over, overAt: play.overAt, letters: play.letters,
            language: play.language, moves: play.moves, score: play.score, struck: play.struck)
    }
}

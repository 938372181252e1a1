import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Play
import Postgres
import TestSupport
import Testing

@Suite("rules 12: streaks and profiles")
struct StreakTests {
    /// Shows rule 12.20.
    @Test("Five days in a row are a streak of five, also on the following day; then the streak is 0, and the longest stays five")
    func five() async throws {
        try await PlayFixture.with("ada") { evening in
            let profile = { try await evening.server.as(evening.ada).showPlayProfile() }
            for day in 1...7 {
                evening.at("2026-03-0\(day)T12:00:00Z")
                let today = try await evening.today(evening.ada)
                // The day counts from its first word on, in either mode.
                #expect(today.streak == (day == 7 ? 0 : min(day - 1, 5)))
                if day <= 5 {
                    let challenge = day.isMultiple(of: 2) ? today.timed : today.untimed
                    try await PastPlay(evening.ada, challenge, [("tea", 9)], at: evening.server.clock.now).write(evening.server)
                }
                let (shown, streak) = (try await profile(), day == 7 ? 0 : min(day, 5))
                #expect(shown.streak == streak && shown.longestStreak == min(day, 5) && shown.daysPlayed == min(day, 5))
                #expect(try await evening.today(evening.ada).streak == streak)
            }
        }
    }

    /// Shows rules 12.20, 12.38 and 12.42.
    @Test("At the end of each of thirty days every profile equals plain sums, and today's page has the streak")
    func counted() async throws {
        try await PlayFixture.with("ada", "bea", "cem", at: "2026-01-05T12:00:00Z") { evening in
            let past = try await PastPlays.happen(evening, days: 30, seed: 12) { past in
                let day = try #require(past.challenges.last?.day)
                for person in evening.people {
                    let shown = try await evening.server.as(person).showPlayProfile()
                    #expect(shown == past.profile(of: person, on: day), "\(person.username) on \(day)")
                    #expect(try await evening.today(person).streak == shown.streak)
                }
            }
            let streaks = evening.people.map { past.days(of: $0).longestStreak }
            #expect(streaks.allSatisfy { $0 > 2 } && past.plays.contains { $0.isStruck } && past.plays.contains { $0.words.isEmpty })
        }
    }

    /// Shows rules 12.38 and 12.39.
    @Test("A user who hasn't played has an empty profile and shows their name to everyone or to friends, which affects no other user")
    func naming() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let (ada, bea) = (evening.server.as(evening.ada), evening.server.as(evening.bea))
            let nothing = PlayProfile(
                namedTo: .everyone, streak: 0, longestStreak: 0, daysPlayed: 0, wordCount: 0, bestTimed: nil, bestUntimed: nil,
                bestWord: nil)
            #expect(try await ada.showPlayProfile() == nothing)
            for naming in [PlayNaming.friends, .friends, .everyone, .friends] {
                #expect(try await ada.changePlayProfile(PlayProfileChange(namedTo: naming)).namedTo == naming)
                #expect(try await ada.showPlayProfile().namedTo == naming)
            }
            #expect(try await bea.showPlayProfile() == nothing)
            for body: Body in [[:], ["namedTo": "nobody"], ["namedTo": 1], ["namedTo": nil]] {
                let answer = try await evening.server.call(.put, "/v1/me/play", token: evening.ada.token, json: body)
                #expect(answer.code == .invalid && answer.faultyFields == ["namedTo"], "\(answer)")
            }
            #expect(try await ada.showPlayProfile().namedTo == .friends)
            #expect(try await evening.server.rows("SELECT FROM play_profiles").count == 1)
            #expect(try await evening.server.delete(evening.ada).status == 204)
            #expect(try await evening.server.rows("SELECT FROM play_profiles").isEmpty)
        }
    }

    /// Shows rules 12.38 and 12.42.
    @Test("A finished game adds its score, word and day; when struck, it leaves no trace in profile, words, week and streak")
    func struck() async throws {
        try await PlayFixture.with("ada") { evening in
            let client = evening.server.as(evening.ada)
            let before = (try await client.showPlayProfile(), try await client.showPlayWeek(PlayWeekQuery()))
            let play = try await evening.play(evening.ada, 6)
            let profile = try await client.showPlayProfile()
            #expect(profile.bestTimed == .init(playID: play.id, score: 861) && profile.bestUntimed == nil)
            #expect(profile.bestWord == PlayedWord(word: "guinea", score: 192) && profile.wordCount == 5)
            #expect(profile.streak == 1 && profile.longestStreak == 1 && profile.daysPlayed == 1)
            try await evening.server.rows("UPDATE plays SET struck_at = \(evening.server.clock.now) WHERE id = \(play.id)")
            #expect(try await client.showPlayProfile() == before.0)
            #expect(try await client.showPlayWeek(PlayWeekQuery()) == before.1)
            #expect(try await client.listMyWords(MyWordQuery()).items.isEmpty)
            #expect(try await evening.today(evening.ada).streak == 0)
        }
    }

    /// Shows rule 12.20.
    @Test("A new day zone applies to today at once, and what was played stays on its day")
    func zone() async throws {
        try await PlayFixture.with("ada", at: "2026-03-01T12:00:00Z") { evening in
            for day in 1...3 {
                evening.at("2026-03-0\(day)T12:00:00Z")
                let today = try await evening.today(evening.ada)
                try await PastPlay(evening.ada, today.timed, [("tea", 9)], at: evening.server.clock.now).write(evening.server)
            }
            evening.at("2026-03-03T23:00:00Z")
            let streak = { try await evening.server.as(evening.ada).showPlayProfile().streak }
            for (zone, expected) in [("UTC", 3), ("Asia/Tokyo", 3), ("Pacific/Kiritimati", 3), ("America/Los_Angeles", 3)] {
                try await evening.server.setPlay(.init(dayZone: zone))
                #expect(try await streak() == expected, "\(zone)")
            }
            // In the new time zone it is still the 2nd.
            evening.at("2026-03-03T10:00:00Z")
            try await evening.server.setPlay(.init(dayZone: "Pacific/Pago_Pago"))
            #expect(try await streak() == 2)
            evening.at("2026-03-05T10:00:00Z")
            #expect(try await streak() == 3)
            try await evening.server.setPlay(.init(dayZone: "UTC"))
            #expect(try await streak() == 0)
        }
    }
}

extension PastPlays {
    /// Returns a user's expected profile on a day.
    fileprivate func profile(of person: Person, on day: CalendarDate) -> PlayProfile {
        let (plays, days) = (counting(of: person), days(of: person))
        let best = { (mode: PlayMode) in
            plays.filter { $0.challenge.mode == mode }
                .min { (-$0.score, $0.reachedAt, $0.id.lowercased) < (-$1.score, $1.reachedAt, $1.id.lowercased) }
                .map { PlayProfile.BestPlay(playID: $0.id, score: $0.score) }
        }
        let word = plays.compactMap { play in play.best.map { (play, $0) } }
            .min { (-$0.1.score, $0.1.at, $0.0.id.lowercased) < (-$1.1.score, $1.1.at, $1.0.id.lowercased) }
        return PlayProfile(
            namedTo: .everyone, streak: days.streak(upTo: day), longestStreak: days.longestStreak, daysPlayed: days.count,
            wordCount: plays.reduce(0) { $0 + $1.words.count }, bestTimed: best(.timed), bestUntimed: best(.untimed),
            bestWord: word.map { PlayedWord(word: $0.1.word, score: $0.1.score) })
    }
}

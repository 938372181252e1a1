import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 12: my week")
struct WeekTests {
    /// Shows rule 12.41.
    @Test("On each day of four weeks every user's week equals plain sums, and later any of its days returns it")
    func counted() async throws {
        try await PlayFixture.with("ada", "bea", at: "2026-01-08T12:00:00Z") { evening in
            let past = try await PastPlays.happen(evening, days: 26, seed: 5) { past in
                let today = try #require(past.challenges.last?.day)
                for person in evening.people {
                    let shown = try await evening.server.as(person).showPlayWeek(PlayWeekQuery())
                    #expect(shown == past.week(of: person, around: today, today: today), "\(person.username) on \(today)")
                }
            }
            let today = try await evening.today(evening.ada).day
            #expect(today.description == "2026-02-03")
            for person in evening.people {
                for days in -10..<40 {
                    let day = Timestamp.civil(fromDays: Timestamp.days(to: CalendarDate(year: 2026, month: 1, day: 8)) + days)
                    let shown = try await evening.server.as(person).showPlayWeek(PlayWeekQuery(of: day))
                    #expect(shown == past.week(of: person, around: day, today: today), "\(person.username) around \(day)")
                }
            }
            let weeks = [8, 15, 22, 29].compactMap {
                past.week(of: evening.ada, around: .init(year: 2026, month: 1, day: $0), today: today)
            }
            #expect(weeks.count == 4 && weeks.contains { $0.words > $0.newWords && $0.newWords > 0 } && weeks.contains { $0.streak > 0 })
        }
    }

    /// Shows rule 12.41.
    @Test("A week lasts from Monday to Sunday, across months and years; an invalid date or a week beyond the calendar is refused")
    func edges() async throws {
        try await PlayFixture.with("ada") { evening in
            let weeks = [
                ("2026-03-01", "2026-02-23", "2026-03-01"), ("2026-03-02", "2026-03-02", "2026-03-08"),
                ("2025-12-31", "2025-12-29", "2026-01-04"), ("2026-01-04", "2025-12-29", "2026-01-04"),
                ("2024-02-29", "2024-02-26", "2024-03-03"), ("0001-01-01", "0001-01-01", "0001-01-07"),
                ("1969-12-31", "1969-12-29", "1970-01-04"), ("9999-12-26", "9999-12-20", "9999-12-26"),
            ]
            let client = evening.server.as(evening.ada)
            for (day, from, to) in weeks {
                let week = try await client.showPlayWeek(PlayWeekQuery(of: CalendarDate(day)))
                #expect(week.from.description == from && week.to.description == to, "\(day): \(week)")
                #expect(week.days == 0 && week.plays == 0 && week.words == 0 && week.newWords == 0 && week.streak == 0)
                #expect(week.timed == nil && week.untimed == nil && week.bestWord == nil && week.longestWord == nil)
            }
            #expect(try await client.showPlayWeek(PlayWeekQuery()).to.description == "2026-03-01")
            for day in ["9999-12-27", "9999-12-31", "2026-02-30", "today", "0000-01-01", "2026-3-1"] {
                let answer = try await evening.server.call(.get, "/v1/me/week?of=\(day)", token: evening.ada.token)
                #expect(answer.code == .invalid && answer.faultyFields == ["of"], "\(day): \(answer)")
            }
        }
    }

    /// Shows rule 12.41.
    @Test("Today's play is in the week at once: its score, its words, all new, and the streak")
    func today() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            try await evening.play(evening.ada, 6)
            let week = try await evening.server.as(evening.ada).showPlayWeek(PlayWeekQuery())
            #expect(week.days == 1 && week.plays == 1 && week.words == 5 && week.newWords == 5 && week.streak == 1)
            #expect(week.timed == .init(score: 861, rank: nil, playCount: 1) && week.untimed == nil)
            #expect(week.bestWord == PlayedWord(word: "guinea", score: 192) && week.longestWord == PlayedWord(word: "guinea", score: 192))
            #expect(try await evening.server.as(evening.bea).showPlayWeek(PlayWeekQuery()).words == 0)
            evening.at("2026-03-02T00:00:00Z")
            let next = try await evening.server.as(evening.ada).showPlayWeek(PlayWeekQuery())
            #expect(next.from.description == "2026-03-02" && next.words == 0 && next.streak == 1 && next.timed == nil)
        }
    }
}

extension PastPlays {
    /// Returns a user's expected week around a day, as it is today.
    fileprivate func week(of person: Person, around day: CalendarDate, today: CalendarDate) -> PlayWeek? {
        let number = Timestamp.days(to: day)
        // 5 January 1970 was a Monday.
        let monday = stride(from: number, to: number - 7, by: -1).first { ($0 - 4).isMultiple(of: 7) } ?? number
        let (from, to) = (Timestamp.civil(fromDays: monday), Timestamp.civil(fromDays: monday + 6))
        let isInWeek = { (play: PastPlay) in play.day >= from && play.day <= min(to, today) }
        let plays = counting(of: person).filter(isInWeek)
        let all = words(of: person)
        let words = all.filter { isInWeek($0.play) }
        let new = all.enumerated().filter { index, one in
            isInWeek(one.play) && !all.prefix(index).contains { $0.word.word == one.word.word }
        }
        let standing = { (mode: PlayMode) -> PlayWeek.Standing? in
            let played = plays.filter { $0.challenge.mode == mode }
            let place = rank(of: person, mode) { isInWeek($0) && $0.day < today }
            return played.isEmpty ? nil : .init(score: played.reduce(0) { $0 + $1.score }, rank: place, playCount: played.count)
        }
        let best = words.reduce(words.first) { best, one in (best?.word.score ?? 0) < one.word.score ? one : best }
        let longest = words.reduce(words.first) { best, one in
            guard let best else { return one }
            return (best.word.word.count, best.word.score) < (one.word.word.count, one.word.score) ? one : best
        }
        return PlayWeek(
            from: from, to: to, days: Set(plays.map { $0.day }).count, plays: plays.count, words: words.count, newWords: new.count,
            timed: standing(.timed), untimed: standing(.untimed),
            bestWord: best.map { PlayedWord(word: $0.word.word, score: $0.word.score) },
            longestWord: longest.map { PlayedWord(word: $0.word.word, score: $0.word.score) },
            streak: from > today ? 0 : days(of: person).streak(upTo: min(to, today)))
    }

    /// Returns a user's rank by the sum of their scores in one mode, nil without a score.
    private func rank(of person: Person, _ mode: PlayMode, _ isCounted: (PastPlay) -> Bool) -> Int? {
        let sums = Dictionary(grouping: plays.filter { $0.counts && $0.challenge.mode == mode && isCounted($0) }) { $0.userID }
            .mapValues { $0.reduce(0) { $0 + $1.score } }
        return sums[person.id].map { mine in 1 + sums.values.count { $0 > mine } }
    }
}

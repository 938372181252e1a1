import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

@testable import Play

/// Days on which ten users play at random, and the boards computed in the test by plain sums.
///
/// There are few different scores and even fewer different times, so that many plays have both in common.
struct RandomSeason {
    /// A user's play, with what boards show of it. Days are counted from the Monday before the first day.
    struct Played: Sendable {
        let person: Int
        let mode: PlayMode
        let day: Int
        var score: Int
        var reachedAt: Date
        var best: PlayedWord
        var bestReachedAt: Date
    }

    /// A board entry with its user's name, if the viewer may see it.
    struct Line: Equatable {
        let rank: Int
        let name: String?
        let score: Int
        let days: Int
        let best: PlayedWord

        init(rank: Int, name: String?, score: Int, days: Int, best: PlayedWord) {
            (self.rank, self.name, self.score, self.days, self.best) = (rank, name, score, days, best)
        }

        init(_ entry: PlayBoardEntry) {
            self.init(rank: entry.rank, name: entry.user?.username, score: entry.score, days: entry.days, best: entry.bestWord)
        }
    }

    let evening: PlayFixture
    /// The users. The first ones are friends of one another, and the others are strangers to them.
    let people: [Person]
    private let friendCount: Int
    /// The last user but one shows their name only to friends. The last user blocks the first one.
    private var shy: Int { people.count - 2 }
    private var blocker: Int { people.count - 1 }
    /// The Monday before the first day.
    private let monday = "2026-03-02T00:00:00Z".date
    private var played: [Played] = []
    private(set) var random = SplitMix64(seed: 20_260_302)

    init(_ evening: PlayFixture, strangers: [String]) async throws {
        self.evening = evening
        var people = evening.people
        for name in strangers { people.append(try await evening.server.person(name)) }
        (self.people, friendCount) = (people, evening.people.count)
        try await evening.server.block(people[people.count - 1], people[0])
        try await evening.server.nameToFriends(people[people.count - 2])
    }

    /// The date of a day.
    func date(_ day: Int) -> CalendarDate {
        let text = monday.addingTimeInterval(Double(day) * 86_400).formatted(.iso8601)
        return CalendarDate(String(text.prefix(10))) ?? CalendarDate(year: 2026, month: 1, day: 1)
    }

    /// Moves the clock to this number of seconds after a day's beginning.
    func at(_ day: Int, _ seconds: TimeInterval) {
        let moment = monday.addingTimeInterval(Double(day) * 86_400 + seconds)
        evening.server.clock.advance(by: moment.timeIntervalSince(evening.server.clock.now))
    }

    /// Lets some users who haven't played a day's challenges start them and play a word or two.
    mutating func play(on day: Int, _ seconds: TimeInterval) async throws {
        at(day, seconds)
        let today = try await evening.today(people[0])
        for (mode, challenge) in [(PlayMode.timed, today.timed), (.untimed, today.untimed)] {
            for person in people.indices where chance(in: 2) == 0 && !hasPlayed(person, mode, day) {
                let start = try await evening.server.as(people[person]).startPlay(challengeID: challenge.id).value
                guard chance(in: 8) > 0 else { continue }
                let word = PlayedWord(word: "word\(chance(in: 1000))", score: 5 + 5 * chance(in: 2))
                let play = Played(
                    person: person, mode: mode, day: day, score: word.score, reachedAt: start.startedAt, best: word,
                    bestReachedAt: start.startedAt)
                try await write(play, in: challenge.id)
                played.append(play)
                if chance(in: 2) == 0 { try await add(to: played.count - 1, in: challenge.id, at: start.startedAt.addingTimeInterval(60)) }
            }
        }
    }

    /// Lets some users play another word in their plays of a day. The server refuses it where the play is over.
    mutating func playOn(_ day: Int, in today: PlayToday) async throws {
        let moment = evening.server.clock.now
        for index in played.indices where played[index].day == day && chance(in: 4) == 0 {
            try await add(to: index, in: played[index].mode == .timed ? today.timed.id : today.untimed.id, at: moment)
        }
    }

    private func hasPlayed(_ person: Int, _ mode: PlayMode, _ day: Int) -> Bool {
        played.contains { $0.person == person && $0.mode == mode && $0.day == day }
    }

    private mutating func add(to index: Int, in challengeID: UUID, at moment: Date) async throws {
        let word = PlayedWord(word: "more\(chance(in: 1000))", score: 5 + 5 * chance(in: 3))
        played[index].score += word.score
        played[index].reachedAt = moment
        if word.score > played[index].best.score { (played[index].best, played[index].bestReachedAt) = (word, moment) }
        try await write(played[index], in: challengeID)
    }

    /// Writes a play of a challenge to the database.
    private func write(_ play: Played, in challengeID: UUID) async throws {
        try await evening.server.rows(
            """
            UPDATE plays SET score = \(play.score), reached_at = \(play.reachedAt), word_count = word_count + 1,
                best_word = \(play.best.word), best_score = \(play.best.score), best_reached_at = \(play.bestReachedAt)
            WHERE challenge_id = \(challengeID) AND user_id = \(people[play.person].id)
            """)
    }

    /// Returns a random number below another.
    mutating func chance(in count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    // MARK: Plain sums

    /// Returns a whole board as a user sees it.
    func board(_ query: PlayBoardQuery, week: Int?, today: Int, seenBy viewer: Int) -> [Line] {
        let counted = played.filter { play in
            play.mode == query.mode && play.day < today && week.map { play.day / 7 == $0 } ?? true
                && (query.scope == .everyone || isClose(play.person, viewer))
        }
        let sums = Dictionary(grouping: counted, by: \.person).map { Sum(person: $0, id: people[$0].id, plays: $1, by: query.by) }
        let sorted = sums.sorted { $0.stands(before: $1) }
        return sorted.map { sum in
            Line(
                rank: 1 + sorted.count { $0.measure > sum.measure },
                name: isNamed(sum.person, for: viewer) ? people[sum.person].username : nil, score: sum.score, days: sum.days,
                best: sum.best.best)
        }
    }

    /// Returns a user's place on a board.
    func place(of person: Int, _ query: PlayBoardQuery, week: Int?, today: Int) -> Int? {
        board(query, week: week, today: today, seenBy: person).firstIndex { $0.name == people[person].username }
    }

    private func isClose(_ one: Int, _ other: Int) -> Bool { one == other || one < friendCount && other < friendCount }

    private func isNamed(_ person: Int, for viewer: Int) -> Bool {
        person == viewer || person != shy && Set([person, viewer]) != [0, blocker]
    }

    private struct Sum {
        let person: Int
        let id: UUID
        let score: Int
        let days: Int
        let best: Played
        let measure: Int
        let reachedAt: Date

        init(person: Int, id: UUID, plays: [Played], by order: ResultOrder) {
            (self.person, self.id, days) = (person, id, plays.count)
            score = plays.map(\.score).reduce(0, +)
            best = plays.dropFirst().reduce(plays[0]) { best, play in
                (play.best.score, best.bestReachedAt) > (best.best.score, play.bestReachedAt) ? play : best
            }
            measure = order == .word ? best.best.score : score
            reachedAt = order == .word ? best.bestReachedAt : plays.map(\.reachedAt).reduce(.distantPast, max)
        }

        func stands(before other: Sum) -> Bool {
            if measure != other.measure { return measure > other.measure }
            if reachedAt != other.reachedAt { return reachedAt < other.reachedAt }
            return id.uuidString < other.id.uuidString
        }
    }
}

extension TestServer {
    /// Makes a user show their name in play only to friends.
    func nameToFriends(_ person: Person) async throws {
        try await rows("INSERT INTO play_profiles (tenant_id, user_id, named_to) VALUES (\(tenant.id), \(person.id), 'friends')")
    }
}

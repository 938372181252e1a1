import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

/// A past play that a test writes to the database. Tests compare the server's sums with sums over these plays.
struct PastPlay: Sendable {
    struct Word: Sendable {
        let word: String
        let score: Int
        let at: Date
        let number: Int
    }

    let id: UUID
    let userID: UUID
    let challenge: Challenge
    let words: [Word]
    let isStruck: Bool

    var counts: Bool { !words.isEmpty && !isStruck }
    var score: Int { words.reduce(0) { $0 + $1.score } }
    var reachedAt: Date { words.last?.at ?? .distantPast }
    /// The challenge's day.
    var day: CalendarDate {
        let day: CalendarDate? = challenge.day
        return day ?? CalendarDate(year: 1, month: 1, day: 1)
    }

    /// The first of the words with the highest score.
    var best: Word? { words.reduce(nil as Word?) { best, word in (best?.score ?? 0) < word.score ? word : best } }

    init(_ person: Person, _ challenge: Challenge, _ words: [(word: String, score: Int)], at start: Date, isStruck: Bool = false) {
        (id, userID, self.challenge, self.isStruck) = (UUID(), person.id, challenge, isStruck)
        self.words = words.enumerated().map { Word(word: $1.word, score: $1.score, at: start + Double($0 / 2 * 10), number: $0) }
    }

    /// Makes a random play: none, one without a word, or one of up to five words, some played before and some at the same
    /// time.
    init?(_ person: Person, _ challenge: Challenge, at noon: Date, _ random: inout SplitMix64) {
        guard Int.random(in: 0..<5, using: &random) < 3 else { return nil }
        let words = Self.someWords.shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
        self.init(
            person, challenge, words.map { ($0, Int.random(in: 3...9, using: &random) * $0.count) },
            at: noon + Double(Int.random(in: 0...2, using: &random)) * 10, isStruck: Int.random(in: 0..<8, using: &random) == 0)
    }

    private static let someWords = [
        "tea", "ale", "cub", "ode", "cube", "word", "tile", "game", "toad", "tirade", "sadism", "guinea", "streak", "puzzle", "reading",
        "playing", "cubelet", "daylight", "midnight", "letters", "wearing", "removal", "stopwatch", "challenge", "neighbour", "dictionary",
    ]

    /// Writes the play to the database.
    func write(_ server: TestServer) async throws {
        let (tenant, start) = (server.tenant.id, words.first?.at ?? challenge.startsAt)
        let best = self.best
        try await server.rows(
            """
            INSERT INTO plays (tenant_id, id, challenge_id, user_id, started_at, ends_at, finished_at, score, reached_at, word_count,
                best_word, best_score, best_reached_at, struck_at)
            VALUES (\(tenant), \(id), \(challenge.id), \(userID), \(start), \(start + 180), \(start + 120), \(score),
                \(words.last?.at)::timestamptz, \(words.count), \(best?.word)::text, \(best?.score)::integer, \(best?.at)::timestamptz,
                CASE WHEN \(isStruck) THEN \(start + 150)::timestamptz END)
            """)
        for word in words {
            try await server.rows(
                """
                INSERT INTO played_words (tenant_id, play_id, number, word, score, played_at)
                VALUES (\(tenant), \(id), \(word.number), \(word.word), \(word.score), \(word.at))
                """)
        }
    }
}

/// The past plays of some users.
struct PastPlays: Sendable {
    /// The daily challenges, in the order of their days.
    private(set) var challenges: [Challenge] = []
    private(set) var plays: [PastPlay] = []

    /// Lets days pass. On each day all users play at random, the same in each run.
    /// - Parameter check: runs at the end of each day.
    static func happen(
        _ evening: PlayFixture, days: Int, seed: UInt64, check: (PastPlays) async throws -> Void = { _ in }
    ) async throws -> PastPlays {
        var (past, random) = (PastPlays(), SplitMix64(seed: seed))
        for _ in 0..<days {
            let today = try await evening.today(evening.ada)
            for challenge in [today.timed, today.untimed] {
                past.challenges.append(challenge)
                for person in evening.people {
                    guard let play = PastPlay(person, challenge, at: evening.server.clock.now, &random) else { continue }
                    try await play.write(evening.server)
                    past.plays.append(play)
                }
            }
            evening.server.clock.advance(by: 3600)
            try await check(past)
            evening.server.clock.advance(by: 82_800)
        }
        return past
    }

    /// Returns the user's plays that count.
    func counting(of person: Person) -> [PastPlay] { plays.filter { $0.userID == person.id && $0.counts } }

    /// Returns the user's words in plays that count, by time, then by play.
    func words(of person: Person) -> [(play: PastPlay, word: PastPlay.Word)] {
        counting(of: person).flatMap { play in play.words.map { (play, $0) } }.sorted {
            ($0.word.at, $0.play.id.lowercased, $0.word.number) < ($1.word.at, $1.play.id.lowercased, $1.word.number)
        }
    }

    /// Returns the days on which the user played, as numbers.
    func days(of person: Person) -> Set<Int> { Set(counting(of: person).map { Timestamp.days(to: $0.day) }) }
}

extension Set<Int> {
    /// Returns the length of the streak that ends on a day or the day before it.
    func streak(upTo day: CalendarDate) -> Int {
        let last = Timestamp.days(to: day)
        var count = 0
        while contains((contains(last) ? last : last - 1) - count) { count += 1 }
        return count
    }

    /// The length of the longest streak.
    var longestStreak: Int { map { day in (0...).prefix { contains(day + $0) }.count }.max() ?? 0 }
}

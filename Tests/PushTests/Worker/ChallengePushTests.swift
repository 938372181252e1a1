import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Play
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 12: play reminders, their time and text")
struct ChallengePushTests {
    /// Shows rule 12.43.
    @Test("Players are reminded of a new day at 08:00 by their own clock, after the day begins and after quiet hours")
    func ready() async throws {
        try await PuzzleDays.with("lea", "ben", "tom", "una", "qui") { days in
            for (name, zone) in [("lea", "America/Los_Angeles"), ("ben", "Europe/Berlin"), ("tom", "Asia/Tokyo")] {
                try await days.server.setTimeZone(days[name], zone)
            }
            try await days.evening.setQuietHours(days["qui"], "Europe/Berlin", "22:00", "09:30")
            for person in days.people.values { try await days.server.play(person) }
            for (moment, names) in [
                ("2026-03-01T23:59:59.999Z", []), ("2026-03-02T00:00:00Z", ["tom"]), ("2026-03-02T06:59:59.999Z", []),
                ("2026-03-02T07:00:00Z", ["ben"]), ("2026-03-02T07:59:59.999Z", []), ("2026-03-02T08:00:00Z", ["una"]),
                ("2026-03-02T08:29:59.999Z", []), ("2026-03-02T08:30:00Z", ["qui"]), ("2026-03-02T15:59:59.999Z", []),
                ("2026-03-02T16:00:00Z", ["lea"]), ("2026-03-02T23:59:59.999Z", []),
            ] as [(String, [String])] {
                #expect(try await days.notified(.challengeReady, at: moment) == names, "\(moment)")
            }
        }
    }

    /// Shows rule 12.43.
    @Test("A player who stops is reminded on the three following days, once each; a user who never placed a word gets none")
    func threeDays() async throws {
        try await PuzzleDays.with("ada", "bea") { days in
            try await days.server.play(days["ada"])
            try await days.server.play(days["ada"], .untimed, finish: true)
            try await days.server.play(days["bea"], word: false, finish: true)
            for (day, names) in [(1, []), (2, ["ada"]), (3, ["ada"]), (4, ["ada"]), (5, []), (6, [])] as [(Int, [String])] {
                #expect(try await days.notified(.challengeReady, at: "2026-03-0\(day)T23:00:00Z") == names, "on the \(day)")
            }
        }
    }

    /// Shows rules 12.43 and 12.45.
    @Test("No reminder goes to a player who has started one of the day's challenges, or whose quiet hours outlast the day")
    func readyDropped() async throws {
        try await PuzzleDays.with("ada", "bea", "cem") { days in
            try await days.evening.setQuietHours(days["cem"], "UTC", "07:00", "06:59")
            for person in days.people.values { try await days.server.play(person) }
            days.at("2026-03-02T07:30:00Z")
            try await days.server.play(days["ada"], .untimed, word: false)
            #expect(try await days.notified(.challengeReady, at: "2026-03-02T08:00:00Z") == ["bea"])
            #expect(try await days.notified(.challengeReady, at: "2026-03-03T06:59:00Z") == [], "it was yesterday's")
            let ended = { (name: String) in
                try await days.evening.states().filter { $0.hasPrefix("challenge.ready >\(name) ") && !$0.hasSuffix("pending") }
            }
            #expect(try await ended("ada") == ["challenge.ready >ada cancelled"])
            #expect(try await ended("cem") == ["challenge.ready >cem cancelled"])
        }
    }

    /// Shows rules 12.44 and 12.45.
    @Test("Three hours before a day ends, players with a running untimed play or an endangered streak of two or more are reminded")
    func ending() async throws {
        try await PuzzleDays.with("runs", "done", "one", "two", "kept", "struck", "quiet", at: "2026-02-28T12:00:00Z") { days in
            let server = days.server
            for name in ["two", "kept", "struck"] { try await server.play(days[name]) }
            days.at("2026-03-01T12:00:00Z")
            for name in ["one", "two", "kept"] { try await server.play(days[name]) }
            let struck = try await server.play(days["struck"])
            try await days.evening.change("UPDATE plays SET struck_at = started_at WHERE id = \(struck.id)")
            try await days.evening.setQuietHours(days["quiet"], "UTC", "20:00", "00:30")
            #expect(try await days.notified(.challengeEnding, at: "2026-03-02T12:00:00Z") == [])
            for name in ["runs", "quiet"] { try await server.play(days[name], .untimed, word: false) }
            try await server.play(days["done"], .untimed, finish: true)
            try await server.play(days["kept"])
            #expect(try await days.notified(.challengeEnding, at: "2026-03-02T20:59:59.999Z") == [])
            #expect(try await days.notified(.challengeEnding, at: "2026-03-02T21:00:00Z") == ["runs", "two"])
            #expect(try await days.notified(.challengeEnding, at: "2026-03-03T00:30:00Z") == [], "the day is over when quiet hours end")
            #expect(try await days.notified(.challengeEnding, at: "2026-03-03T21:00:00Z") == ["kept"], "a streak of three")
        }
    }

    /// Shows rule 12.44.
    @Test("A streak is endangered while one of the day's challenges can be played, not after both were played without a word")
    func left() async throws {
        try await PuzzleDays.with("both", "one", "none", at: "2026-02-28T12:00:00Z") { days in
            for day in ["2026-02-28", "2026-03-01"] {
                days.at("\(day)T12:00:00Z")
                for person in days.people.values { try await days.server.play(person) }
            }
            days.at("2026-03-02T12:00:00Z")
            for name in ["both", "one"] { try await days.server.play(days[name], word: false, finish: true) }
            try await days.server.play(days["both"], .untimed, word: false, finish: true)
            #expect(try await days.notified(.challengeEnding, at: "2026-03-02T21:00:00Z") == ["none", "one"])
        }
    }

    /// Shows rule 12.43.
    @Test("Where a day ends before 08:00 of its date by the player's clock, the reminder comes at 08:00 of the date before")
    func farBehind() async throws {
        try await PuzzleDays.with("ada", "bea", "cem", at: "2026-03-01T12:00:00Z") { days in
            // Days last from 10:00Z to 10:00Z, and the 2nd begins on the 1st.
            _ = try await ChangePlaySettings(days.server.operators, WordLists([try WordList.english.get()]))(
                days.server.tenant, PlaySettingsChange(dayZone: "Pacific/Kiritimati"))
            for (name, zone) in [("ada", "America/Los_Angeles"), ("bea", "Pacific/Honolulu"), ("cem", "America/Noronha")] {
                try await days.server.setTimeZone(days[name], zone)
            }
            for person in days.people.values { try await days.server.play(person) }
            // At 08:00 of the 3rd (16:00Z, 18:00Z and 10:00Z), that day is already over. 08:00 of the 2nd is within the
            // day.
            for (moment, names) in [
                ("2026-03-02T09:59:59Z", []), ("2026-03-02T10:00:00Z", ["cem"]), ("2026-03-02T15:59:59Z", []),
                ("2026-03-02T16:00:00Z", ["ada"]), ("2026-03-02T17:59:59Z", []), ("2026-03-02T18:00:00Z", ["bea"]),
            ] as [(String, [String])] {
                #expect(try await days.notified(.challengeReady, at: moment) == names, "\(moment)")
            }
            // The test also covers a changed time zone.
            try await days.server.setTimeZone(days["cem"], "America/Los_Angeles")
            #expect(try await days.notified(.challengeReady, at: "2026-03-03T15:59:59Z") == [])
            #expect(try await days.notified(.challengeReady, at: "2026-03-03T16:00:00Z") == ["ada", "cem"])
        }
    }

    /// Shows rules 9.11 and 12.47.
    @Test("A new time zone moves pending reminders; one that is late by it goes out at once, and none is repeated")
    func otherZone() async throws {
        try await PuzzleDays.with("ada", "bea") { days in
            try await days.server.setTimeZone(days["ada"], "Europe/Berlin")
            try await days.server.setTimeZone(days["bea"], "America/Los_Angeles")
            for person in days.people.values { try await days.server.play(person) }
            days.at("2026-03-02T06:59:00Z")
            try await days.server.setTimeZone(days["ada"], "America/Los_Angeles")
            #expect(try await days.notified(.challengeReady, at: "2026-03-02T15:00:00Z") == [])
            try await days.server.setTimeZone(days["bea"], "Europe/Berlin")
            #expect(try await days.notified(.challengeReady, at: "2026-03-02T15:00:00Z") == ["bea"])
            #expect(try await days.notified(.challengeReady, at: "2026-03-02T16:00:00Z") == ["ada"])
            for zone in ["Pacific/Honolulu", "Europe/Berlin", nil] { try await days.server.setTimeZone(days["ada"], zone) }
            #expect(try await days.notified(.challengeReady, at: "2026-03-02T23:00:00Z") == [])
            #expect(try await days.notified(.challengeReady, at: "2026-03-03T07:59:59Z") == ["bea"], "ada goes by the day's zone now")
        }
    }

    /// Shows rule 12.46.
    @Test("A reminder names the better of yesterday's ranks if there is one, and the challenge by id, never a letter or word")
    func words() async throws {
        try await PuzzleDays.with("ada", "bea", "cem") { days in
            let (server, games) = (days.server, try PlayVectors.read().games)
            let send = { (name: String, mode: PlayMode, count: Int) in
                let play = try await server.play(days[name], mode, word: false)
                server.clock.advance(by: 170)
                let moves = Array(games[mode == .timed ? 0 : 1].moves.prefix(count))
                return try await server.as(days[name]).sendMoves(NewMoves(playID: play.id, moves: moves, finish: true))
            }
            for (name, count) in [("ada", 6), ("bea", 3), ("cem", 1)] { _ = try await send(name, .timed, count) }
            for (name, count) in [("ada", 2), ("cem", 3)] { _ = try await send(name, .untimed, count) }
            days.at("2026-03-02T08:00:00Z")
            try await days.evening.drain()
            let today = try await server.as(days["ada"]).showToday()
            let ready = "Today's puzzles are ready"
            for (name, rank) in [("ada", 1), ("bea", 2), ("cem", 1)] {
                let push = try #require(days.evening.apple.pushes.first { $0.request.deviceToken == PushFixture.device(name) })
                #expect(push.text == "Puzzles: \(ready). Yesterday you were number \(rank)")
                #expect(push.payload.aps.alert.locArgs == [String(rank)] && push.payload.aps.badge == 0)
                let payload = try JSONSerialization.jsonObject(with: Data(push.request.payload)) as? [String: Any]
                let reference = ["kind": "challenge.ready", "challengeID": today.timed.id.uuidString.lowercased()]
                #expect(payload?["davenport"] as? [String: String] == reference)
            }
            #expect(try await days.notified(.challengeEnding, at: "2026-03-02T21:00:00Z") == [], "nobody's streak is two")
            days.at("2026-03-03T08:00:00Z")
            try await server.play(days["bea"], .untimed)
            try await days.evening.drain()
            #expect(days.evening.apple.texts == Array(repeating: "Puzzles: \(ready)", count: 2), "yesterday they have no rank")
            days.evening.apple.forget()
            days.at("2026-03-03T21:00:00Z")
            try await days.evening.drain()
            #expect(days.evening.apple.texts == ["Puzzles: Today's puzzles end soon"])
            let untimed = try await server.as(days["bea"]).showToday().untimed.id.uuidString.lowercased()
            let push = try #require(days.evening.apple.pushes.first)
            #expect(String(decoding: push.request.payload, as: UTF8.self).contains(#""challengeID":"\#(untimed)""#))
            #expect(push.payload.aps.threadID == untimed)
        }
    }

    /// Shows rule 12.12.
    @Test("No push and no log line of the worker contains a letter; the test searches for planted ones")
    func planted() async throws {
        try await PuzzleDays.with("ada", "bea", at: "2026-02-28T12:00:00Z") { days in
            let (server, ada, bea, letter) = (days.server, try days["ada"], try days["bea"], "ѣ")
            try await server.befriend(ada, bea)
            let own = try await server.as(ada).createChallenge(NewChallenge(mode: .timed, friendIDs: [bea.id])).value
            let log = LogRecorder()
            var (kinds, texts): (Set<NotificationKind>, [String]) = ([], [])
            for moment in [
                "2026-02-28T12:00:00Z", "2026-02-28T12:30:00Z", "2026-03-01T09:00:00Z", "2026-03-01T12:00:00Z", "2026-03-01T21:00:00Z",
            ] {
                days.at(moment)
                if moment.hasSuffix("T12:30:00Z") {
                    let play = try await server.as(bea).startPlay(challengeID: own.id).value
                    _ = try await server.as(bea).sendMoves(NewMoves(playID: play.id, finish: true))
                } else if moment.hasSuffix("T12:00:00Z") {
                    try await server.play(ada)
                    try await server.play(bea, .untimed)
                }
                for change: SQL in [
                    "UPDATE challenges SET letters = repeat(\(letter), 81)", "UPDATE played_words SET word = \(letter)",
                    "UPDATE plays SET best_word = \(letter), moves = jsonb_build_array(\(letter)::text) WHERE word_count > 0",
                ] { try await days.evening.change(change) }
                try await days.evening.worker(logger: log.logger).drain()
                for push in days.evening.apple.pushes {
                    kinds.insert(push.payload.davenport.kind)
                    texts.append(String(decoding: push.request.payload, as: UTF8.self))
                }
                days.evening.apple.forget()
            }
            #expect(kinds.isSuperset(of: [.challengeReady, .challengeEnding, .challengeInvited, .challengeFinished]))
            #expect(!texts.isEmpty && texts.allSatisfy { !$0.contains(letter) && !$0.lowercased().contains("\\u0463") })
            #expect(!log.text.contains(letter))
        }
    }

    /// Shows rule 12.46.
    @Test("A push doesn't contain the rank of a play that still runs after midnight")
    func beyondMidnight() async throws {
        try await PuzzleDays.with("ada", "bea") { days in
            for person in days.people.values { try await days.server.setTimeZone(person, "Asia/Tokyo") }
            days.at("2026-03-01T23:59:00Z")
            try await days.server.play(days["ada"], finish: true)
            try await days.server.play(days["bea"])
            days.at("2026-03-02T00:00:00Z")
            try await days.evening.drain()
            let ready = "Puzzles: Today's puzzles are ready"
            #expect(Set(days.evening.apple.texts) == [ready, "\(ready). Yesterday you were number 1"])
        }
    }

    /// Shows rule 9.11.
    @Test("APNs drops both reminders after their day, and one that can't be delivered by then isn't retried")
    func apple() async throws {
        try await PuzzleDays.with("ada") { days in
            try await days.server.play(days["ada"])
            try await days.server.play(days["ada"], .untimed, word: false)
            days.at("2026-03-01T21:00:00Z")
            days.evening.apple.answer(503, "Shutdown")
            try await days.evening.drain()
            let push = try #require(days.evening.apple.pushes.first)
            #expect(push.request.expiration == days.evening.realTime.now + 3 * 3600)
            days.at("2026-03-02T00:00:00Z")
            days.evening.apple.answer(200)
            days.evening.apple.forget()
            try await days.evening.drain()
            #expect(days.evening.apple.texts == [])
            #expect(try await days.evening.states().contains("challenge.ending >ada cancelled"))
        }
    }

    /// Shows rule 12.45.
    @Test("Muted, suspended and play-less recipients get no reminder")
    func unwanted() async throws {
        try await PuzzleDays.with("ada", "bea", "cem") { days in
            for person in days.people.values { try await days.server.play(person) }
            _ = try await days.server.as(days["ada"]).changeNotificationPreferences(
                NewNotificationPreferences(muted: [.challengeReady]))
            try await days.server.suspend(days["bea"].id)
            #expect(try await days.notified(.challengeReady, at: "2026-03-02T08:00:00Z") == ["cem"])
            try await days.server.operators.changeTenantFeatures(days.server.tenant, [.watch])
            #expect(try await days.notified(.challengeReady, at: "2026-03-03T08:00:00Z") == [])
            #expect(try await days.evening.count("notifications WHERE state = 'cancelled'") == 5)
        }
    }
}

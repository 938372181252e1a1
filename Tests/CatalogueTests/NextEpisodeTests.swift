import Catalogue
import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import TMDBStandIn

@Suite("rules 7 and 8: the next episode by the catalogue")
struct NextEpisodeTests {
    /// Shows rules 7.5 and 7.6.
    @Test("A season's last episode is followed by the next season's first, with title, in the dashboard and by the next-room endpoint")
    func acrossSeasons() async throws {
        try await CatalogueFixture.with { evening in
            let last = try await evening.makeRoom(CatalogueFixture.episode(1, 9)).expecting(201, Room.self)
            try await eventually("the dashboard knows") {
                try await evening.next() == NextEpisode(season: 2, episode: 1, title: "Hello, Ms. Cobel")
            }
            let next = try await evening.makeNext(after: last).expecting(201, Room.self)
            #expect(
                next.subject == .tv(showID: 95396, season: 2, episode: 1, showTitle: "Severance", episodeTitle: "Hello, Ms. Cobel"))
            #expect(try await evening.makeNext(after: last).expecting(200, Room.self).id == next.id)
            try await eventually("the dashboard goes on") { try await evening.next()?.episode == 2 }
            #expect(evening.tmdb.asked.flatMap(\.faults) == [])
        }
    }

    /// Shows rule 5.12.
    @Test("The catalogue isn't asked about a show that is known by its title; its next episode is the next number")
    func unlisted() async throws {
        try await CatalogueFixture.with { evening in
            let subject: Body = ["kind": "tv", "season": 1, "episode": 9, "showTitle": "Severance"]
            let room = try await evening.makeRoom(subject).expecting(201, Room.self)
            #expect(try await evening.next() == NextEpisode(season: 1, episode: 10, title: nil))
            let next = try await evening.makeNext(after: room).expecting(201, Room.self)
            guard case .tv(let showID, let season, let episode, "Severance", nil) = next.subject else { throw Problem(.notFound) }
            #expect(showID < 0 && season == 1 && episode == 10 && evening.asked() == 0)
        }
    }

    /// Shows rule 7.5.
    @Test("The dashboard never waits for the provider: missing data appears in a later request")
    func behind() async throws {
        try await CatalogueFixture.with(CatalogueDeadlines()) { evening in
            evening.tmdb.add(Rule(.hold))
            var subject = CatalogueFixture.episode(1, 1)
            subject["showTitle"] = "Severance"
            _ = try await evening.makeRoom(subject).expecting(201, Room.self)
            #expect(try await evening.next() == nil)
            evening.tmdb.clear()
            try await eventually("it is there") { try await evening.next() == NextEpisode(season: 1, episode: 2, title: "Half Loop") }
        }
    }

    /// Shows rule 7.5.
    @Test("An episode is next only once it has aired somewhere on Earth; a day begins at UTC+14")
    func aired() async throws {
        try await CatalogueFixture.with { evening in
            // It is 2026-03-01T20:00Z. The 2nd has begun at UTC+14, and the 3rd begins in fourteen hours.
            evening.change(season: 2, episode: 1) { $0.airDate = CalendarDate("2026-03-03") }
            evening.change(season: 2) { $0.episodes.removeAll { $0.episodeNumber > 1 } }
            let last = try await evening.makeRoom(CatalogueFixture.episode(1, 9)).expecting(201, Room.self)
            expect(try await evening.makeNext(after: last), .noNextEpisode)
            #expect(try await evening.next() == nil)
            evening.server.clock.advance(by: 14 * 3600 - 1)
            expect(try await evening.makeNext(after: last), .noNextEpisode)
            evening.server.clock.advance(by: 1)
            try await eventually("the dashboard offers it") { try await evening.next()?.season == 2 }
            _ = try await evening.makeNext(after: last).expecting(201, Room.self)
        }
    }

    /// Shows rules 7.5 and 7.6.
    @Test("A special has no next episode, nor has the last one")
    func none() async throws {
        try await CatalogueFixture.with { evening in
            let season = try #require(try await evening.get("tv/95396").expecting(200, Show.self).seasons.last)
            let last = try #require(
                try await evening.get("tv/95396/seasons/\(season.season)").expecting(200, Season.self).episodes
                    .last { $0.airDate.map { $0.description < "2026" } ?? false })
            let room = try await evening.makeRoom(CatalogueFixture.episode(last.season, last.episode)).expecting(201, Room.self)
            expect(try await evening.makeNext(after: room), .noNextEpisode)
            #expect(try await evening.next() == nil)
        }
    }

    /// Shows rules 7.5 and 7.6.
    @Test("A special has a title, no next episode and is never next, and an episode 0 causes no gap")
    func specials() async throws {
        try await CatalogueFixture.with { evening in
            evening.change(season: 1) { $0.episodes.insert(.init(id: 7_000_000, episodeNumber: 0, name: "The Pilot"), at: 0) }
            evening.change { show in
                show.seasons.removeAll { $0.seasonNumber == 0 }
                let specials = [0, 1].map { Library.Episode(id: 7_000_001 + $0, episodeNumber: $0, name: "Special \($0)") }
                show.seasons.insert(.init(id: 7_000_003, seasonNumber: 0, episodes: specials), at: 0)
            }
            for number in [0, 1] {
                let special = try await evening.makeRoom(CatalogueFixture.episode(0, number)).expecting(201, Room.self)
                #expect(
                    special.subject
                        == .tv(showID: 95396, season: 0, episode: number, showTitle: "Severance", episodeTitle: "Special \(number)"))
                expect(try await evening.makeNext(after: special), .noNextEpisode)
                #expect(try await evening.next() == nil)
                #expect(
                    try await evening.get("tv/95396/seasons/0/episodes/\(number)").expecting(200, EpisodeDetails.self).episode.episode
                        == number)
            }
            let pilot = try await evening.makeRoom(CatalogueFixture.episode(1, 0)).expecting(201, Room.self)
            #expect(pilot.subject.title == "The Pilot")
            try await eventually("the dashboard goes on after it") { try await evening.next()?.title == "Good News About Hell" }
            #expect(try await evening.makeNext(after: pilot).expecting(201, Room.self).subject.title == "Good News About Hell")
        }
    }

    /// Shows rule 8.10.
    @Test("A server's cached episode order ends when any server gets a different answer")
    func remembered() async throws {
        try await CatalogueFixture.with { evening in
            try await evening.withSecondServer { second, _ in
                let next = { (port: Int?) in
                    try await evening.server.call(.get, "/v1/dashboard", token: evening.ada.token, port: port)
                        .expecting(200, Dashboard.self).sections.first?.nextEpisode?.title
                }
                _ = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
                for port in [nil, second] { try await eventually("it knows") { try await next(port) == "Half Loop" } }
                // All cached data is fresh, so only the change can cause a new request.
                for (title, asking) in [("Half a Loop", nil), ("Two Loops", second)] as [(String, Int?)] {
                    evening.change(season: 1, episode: 2) { $0.name = title }
                    #expect(try await evening.server.operators.refreshCatalogue("tv/95396") > 0)
                    try await eventually("one server was notified") {
                        try await evening.get("tv/95396/seasons/1", at: asking).text.contains(title)
                    }
                    for port in [nil, second] { try await eventually("it knows that") { try await next(port) == title } }
                }
            }
        }
    }

    /// Shows rule 7.5.
    @Test("The next episode skips a gap in the numbers and a removed episode")
    func gaps() async throws {
        try await CatalogueFixture.with { evening in
            evening.change(season: 1) { $0.episodes.removeAll { $0.episodeNumber == 2 } }
            let room = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            let next = try await evening.makeNext(after: room).expecting(201, Room.self)
            #expect(next.subject == .tv(showID: 95396, season: 1, episode: 3, showTitle: "Severance", episodeTitle: "In Perpetuity"))
            evening.change(season: 1) { $0.episodes.removeAll { $0.episodeNumber == 3 } }
            evening.server.clock.advance(by: 86_401)
            let after = try await evening.makeNext(after: next).expecting(201, Room.self)
            #expect(after.subject.title == "The You You Are")
        }
    }

    /// Shows rule 7.8.
    @Test("When a season is renumbered, no episode repeats and none is skipped")
    func renumbered() async throws {
        try await CatalogueFixture.with { evening in
            let seen = try await evening.makeRoom(CatalogueFixture.episode(2, 2)).expecting(201, Room.self)
            #expect(try await evening.makeNext(after: seen).expecting(201, Room.self).subject.title == "Who Is Alive?")
            evening.change(season: 2) { $0.seasonNumber = 5 }
            evening.server.clock.advance(by: 86_401)
            let third = try #require(try await evening.server.dashboard(of: evening.ada).sections.first?.rooms.first)
            #expect(third.subject.title == "Who Is Alive?")
            let fourth = try await evening.makeNext(after: third).expecting(201, Room.self)
            #expect(fourth.subject == .tv(showID: 95396, season: 5, episode: 4, showTitle: "Severance", episodeTitle: "Woe's Hollow"))
            #expect(try await evening.server.as(evening.ada).showRoom(roomID: third.id).subject == third.subject)
            try await eventually("the dashboard goes on after it") {
                try await evening.next() == NextEpisode(season: 5, episode: 5, title: "Trojan's Horse")
            }
        }
    }

    /// Shows rule 7.8.
    @Test("When an episode is removed and the later ones move up, the one with its number is next")
    func movedUp() async throws {
        try await CatalogueFixture.with { evening in
            let first = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            let second = try await evening.makeNext(after: first).expecting(201, Room.self)
            #expect(second.subject.title == "Half Loop")
            evening.change(season: 1) { season in
                season.episodes.removeAll { $0.episodeNumber == 2 }
                for index in season.episodes.indices where season.episodes[index].episodeNumber > 2 {
                    season.episodes[index].episodeNumber -= 1
                }
            }
            evening.server.clock.advance(by: 86_401)
            let third = try await evening.makeNext(after: second).expecting(201, Room.self)
            #expect(third.subject == .tv(showID: 95396, season: 1, episode: 2, showTitle: "Severance", episodeTitle: "In Perpetuity"))
            try await eventually("the dashboard goes on after it") { try await evening.next()?.title == "The You You Are" }
            #expect(try await evening.makeNext(after: third).expecting(201, Room.self).subject.title == "The You You Are")
        }
    }

    /// Shows rule 7.8.
    @Test("An episode moved after the next one doesn't come again")
    func movedBehind() async throws {
        try await CatalogueFixture.with { evening in
            let first = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            let second = try await evening.makeNext(after: first).expecting(201, Room.self)
            evening.change(season: 1, episode: 1) { $0.episodeNumber = 10 }
            evening.server.clock.advance(by: 86_401)
            var room = second
            for title in ["In Perpetuity", "The You You Are"] {
                room = try await evening.makeNext(after: room).expecting(201, Room.self)
                #expect(room.subject.title == title)
            }
            let ninth = try await evening.makeRoom(CatalogueFixture.episode(1, 9)).expecting(201, Room.self)
            let next = try await evening.makeNext(after: ninth).expecting(201, Room.self)
            #expect(next.subject.title == "Hello, Ms. Cobel")
        }
    }

    /// Shows rules 7.5 and 7.6.
    @Test("While the provider is down the cache gives the next episode; without an entry the next room is 503")
    func dead() async throws {
        try await CatalogueFixture.with { evening in
            let room = try await evening.makeRoom(CatalogueFixture.episode(1, 1)).expecting(201, Room.self)
            var unknown: Body = ["kind": "tv", "showID": 7, "season": 1, "episode": 1]
            unknown["showTitle"] = "Elsewhere"
            await evening.tmdb.stop()
            evening.server.clock.advance(by: 86_401)
            _ = try await evening.makeNext(after: room).expecting(201, Room.self)
            let other = try await evening.makeRoom(unknown).expecting(201, Room.self)
            expect(try await evening.makeNext(after: other), .catalogueUnavailable)
            #expect(try await evening.server.dashboard(of: evening.ada).sections.count == 2)
        }
    }
}

extension Subject {
    /// The title of the next episode or movie.
    fileprivate var title: String? {
        switch self {
        case .tv(_, _, _, _, let title): title
        case .movie(_, let title), .custom(let title): title
        }
    }
}

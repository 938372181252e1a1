import Catalogue
import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TMDBStandIn
import TestSupport
import Testing

@Suite("rules 17.24 to 17.27: shares of the quota of fetched subtitles")
struct SubtitleShareTests {
    /// Shows rule 17.24.
    @Test("Only languages that the provider has are asked for, and languages of two countries that it doesn't tell apart are fetched once")
    func languages() async throws {
        try await SubtitleFixture.with { fixture in
            for made in ["aa", "qz", "xx", "tlh", "zzz-ZZ", "mul", "und", "qaa-QM"] {
                let answer1 = try await fixture.fetch(made).status
                #expect(answer1 == 404, "\(made)")
            }
            #expect(fixture.asked() == 0)
            for language in ["en", "en-US", "en-GB", "en-Latn-AU"] {
                let track = try await fixture.fetch(language).expecting(200, SubtitleTrack.self)
                #expect(track.language == language)
            }
            let answer2 = try await fixture.fetch("pt-BR").status
            #expect(answer2 == 200)
            #expect(fixture.asked("/download") == 2)
            let answer3 = try await fixture.server.as(fixture.ada).showRoom(roomID: fixture.room.id).subtitles.count
            #expect(answer3 == 5)
            for (tag, code) in [
                ("pt", "pt-pt"), ("zh-Hans", "zh-cn"), ("zh-TW", "zh-tw"), ("nb", "no"), ("mni", "ma"), ("ast", "at"), ("fil", "tl"),
                ("es-MX", "ea"), ("az", "az-az"), ("yue", "zh-ca"), ("iw", "he"),
            ] {
                fixture.provider.forget()
                let answer4 = try await fixture.fetch(tag).status
                #expect(answer4 == 404)
                let asked = fixture.provider.asked.filter { $0.path.hasPrefix("/api/v1/subtitles") }
                #expect(asked.count == 1 && asked[0].parameter("languages") == code, "\(tag): \(asked)")
            }
        }
    }

    /// Shows rule 17.26.
    @Test("A person's share of a day and a community's end with 429; what is stored, or what the provider lacks, costs nothing")
    func shares() async throws {
        try await SubtitleFixture.with { fixture in
            let server = fixture.server
            #expect(Allowance.fetchedSubtitles.usual == 10 && Allowance.fetchedSubtitlesOfCommunity.usual == 50)
            try await server.limit("fetchedSubtitles", 2)
            try await server.limit("fetchedSubtitlesOfCommunity", 3)
            for language in ["en", "fr", "de", "fr", "en"] { _ = try await fixture.fetch(language) }
            let refused = try await fixture.fetch("pt-BR")
            #expect(refused.code == .tooManyRequests && refused.headers["retry-after"] == "86400", "\(refused)")
            let bea = try await server.person("bea")
            let movie = try await server.room(bea, subject: .movie(movieID: 603, title: "x"))
            let answer5 = try await fixture.fetch(in: movie, as: bea).status
            #expect(answer5 == 200)
            let asked = fixture.asked("/download")
            try await fixture.withSecondServer { port in
                let answer6 = try await fixture.fetch("de", in: movie, as: bea, at: port).code
                #expect(answer6 == .tooManyRequests)
            }
            let answer7 = try await fixture.fetch("de").status
            #expect(answer7 == 200)
            #expect(fixture.asked("/download") == asked && asked == 3)
            let attic = try await server.otherTenant()
            let eve = try await server.person("eve", in: attic)
            let theirs = try await server.room(eve, subject: .movie(movieID: 603, title: "x"))
            let answer8 = try await fixture.fetch("de", in: theirs, as: eve).status
            #expect(answer8 == 200)
            server.clock.advance(by: 86_400)
            let answer9 = try await fixture.fetch("pt-BR").status
            #expect(answer9 == 200)
        }
    }

    /// Shows rule 17.26.
    @Test("A fetch whose search or log-in fails costs nothing of the share; one whose file fails does, because the provider counted it")
    func failures() async throws {
        try await SubtitleFixture.with { fixture in
            try await fixture.server.limit("fetchedSubtitles", 1)
            for path in ["/api/v1/subtitles", "/api/v1/login"] {
                fixture.provider.add(Rule(.answer, path: path, status: 503))
                let answer10 = try await fixture.fetch().status
                #expect(answer10 == 503)
                fixture.provider.clear()
                try await fixture.server.rows("UPDATE catalogue_entries SET rest_until = NULL")
            }
            fixture.provider.add(Rule(.answer, path: "/api/v1/files", status: 503))
            let answer11 = try await fixture.fetch().status
            #expect(answer11 == 503)
            fixture.provider.clear()
            try await fixture.server.rows("UPDATE catalogue_entries SET rest_until = NULL")
            let answer12 = try await fixture.fetch("de").code
            #expect(answer12 == .tooManyRequests)
        }
    }

    /// Shows rule 17.27.
    @Test("The last quarter of a quota is for people who have fetched nothing, of communities that have had no quarter of it")
    func reserve() async throws {
        try await SubtitleFixture.with { fixture in
            let server = fixture.server
            fixture.provider.change { ($0.subtitles.allowed, $0.subtitles.remaining, $0.subtitles.renewedIn) = (8, 3, 7200) }
            let people = try await server.people("bea", "cem")
            let answer13 = try await fixture.fetch("en").status
            #expect(answer13 == 200)
            let asked = fixture.asked()
            let again = try await fixture.fetch("de")
            #expect(again.code == .tooManyRequests)
            #expect((7000...7200).contains(again.headers["retry-after"].flatMap { Int($0) } ?? 0), "\(again.headers)")
            #expect(fixture.asked() == asked)
            for (person, status) in zip(people, [200, 429]) {
                let room = try await server.room(person, subject: .movie(movieID: 603, title: "x"))
                let language = person.username == "bea" ? "en" : "de"
                let answer14 = try await fixture.fetch(language, in: room, as: person).status
                #expect(answer14 == status)
            }
            let eve = try await server.person("eve", in: try await server.otherTenant())
            let theirs = try await server.room(eve, subject: .movie(movieID: 603, title: "x"))
            let answer15 = try await fixture.fetch("de", in: theirs, as: eve).status
            #expect(answer15 == 200)
            let remaining = fixture.provider.change { $0.subtitles.remaining }
            #expect(remaining == 0)
            let answer16 = try await fixture.fetch("pt-BR", in: theirs, as: eve).status
            #expect(answer16 == 503)
        }
    }

    /// Shows rule 17.24.
    @Test("A room that has subtitles in 20 languages fetches no others, and the provider isn't asked")
    func fullRoom() async throws {
        try await SubtitleFixture.with { fixture in
            let file = Array("1\n00:00:01,000 --> 00:00:02,000\nHello.\n".utf8)
            for number in 0..<20 {
                let language = "x\(Character(Unicode.Scalar(UInt8(97 + number))))"
                let set = NewSubtitles(roomID: fixture.room.id, language: language, content: file)
                _ = try await fixture.server.as(fixture.ada).setSubtitles(set)
            }
            let refused = try await fixture.fetch()
            #expect(refused.code == .limitReached && fixture.asked() == 0, "\(refused)")
        }
    }

    /// Shows rule 8.7.
    @Test("A community's look-ups of a day at TMDB have a limit, too, whoever looks up")
    func lookUps() async throws {
        try await CatalogueFixture.with { evening in
            try await evening.server.limit("lookUpsOfCommunity", 2)
            let bea = try await evening.server.person("bea")
            let answer17 = try await evening.get("movies/603").status
            #expect(answer17 == 200)
            let answer18 = try await evening.get("movies/13", as: bea).status
            #expect(answer18 == 200)
            let refused = try await evening.get("movies/80", as: bea)
            #expect(refused.code == .tooManyRequests && refused.headers["retry-after"] == "86400", "\(refused)")
            let answer19 = try await evening.get("movies/603", as: bea).status
            #expect(answer19 == 200)
            let eve = try await evening.server.person("eve", in: try await evening.server.otherTenant())
            let answer20 = try await evening.get("movies/80", as: eve).status
            #expect(answer20 == 200)
        }
    }
}

extension TestServer {
    /// Sets a limit of the tenant by its stored name.
    fileprivate func limit(_ name: String, _ value: Int) async throws {
        try await rows("INSERT INTO tenant_limits (tenant_id, name, value) VALUES (\(tenant.id), \(name), \(value))")
    }

    fileprivate func people(_ names: String...) async throws -> [Person] {
        var people: [Person] = []
        for name in names { people.append(try await person(name)) }
        return people
    }
}

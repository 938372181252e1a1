import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@testable import TMDBStandIn

@Suite("rules 25: the calendar")
struct CalendarTests {
    private func calendar(_ server: TestServer, _ person: Person) async throws -> String {
        try await server.as(person).createAccessKey(NewAccessKey(purpose: .calendar)).url
    }

    /// Shows rule 25.4.
    @Test("The next episodes of an active group are all-day events with stable ids, and the ETag stays while they do")
    func episodes() async throws {
        try await CatalogueFixture.with { evening in
            let server = evening.server
            evening.change(season: 2, episode: 9) { $0.airDate = CalendarDate("2026-03-06") }
            evening.change(season: 2, episode: 10) { $0.airDate = CalendarDate("2026-03-13") }
            _ = try await evening.makeRoom(CatalogueFixture.episode(2, 8)).expecting(201, Room.self)
            let url = try await calendar(server, evening.ada)
            try await eventually("the catalogue knows") { try await server.call(.get, url).text.contains("BEGIN:VEVENT") }
            let answer = try await server.call(.get, url)
            #expect(answer.headers["content-type"] == "text/calendar; charset=utf-8")
            let lines = answer.text.split(separator: "\r\n").map(String.init)
            #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
            #expect(lines.filter { $0.hasPrefix("DTSTART") } == ["DTSTART;VALUE=DATE:20260306", "DTSTART;VALUE=DATE:20260313"])
            let tenant = server.tenant.id.uuidString.lowercased()
            #expect(answer.text.replacing("\r\n ", with: "").contains("UID:episode-95396-2-9@\(tenant).davenport\r\n"))
            #expect(lines.contains { $0.hasPrefix("SUMMARY:Severance S2E10") })
            let tag = try #require(answer.headers["etag"])
            server.clock.advance(by: 3600)
            #expect(try await server.call(.get, url, headers: ["If-None-Match": tag]).status == 304)
            evening.change(season: 2, episode: 9) { $0.airDate = CalendarDate("2026-03-07") }
            server.clock.advance(by: 2 * 86_400)
            try await eventually("it has moved") {
                let later = try await server.call(.get, url)
                return later.text.contains("VALUE=DATE:20260307") && later.headers["etag"] != tag
            }
            // It stays for 31 days.
            let last = try #require(Timestamp.parse("2026-04-07T00:00:00Z"))
            for (moment, isListed) in [(last, true), (last + 86_400, false)] {
                server.clock.advance(by: moment.timeIntervalSince(server.clock.now))
                #expect(try await server.call(.get, url).text.contains("VALUE=DATE:20260307") == isListed)
            }
        }
    }

    /// Shows rule 25.4.
    @Test("Without a catalogue the calendar is empty and valid")
    func empty() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            _ = try await server.room(ada)
            let text = try await server.call(.get, try await calendar(server, ada)).text
            #expect(!text.contains("VEVENT") && text.hasSuffix("END:VCALENDAR\r\n"))
        }
    }
}

import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rule 5.12: shows without an id of the catalogue")
struct UnlistedShowTests {
    /// Shows rule 5.12.
    @Test("Titles that differ in case, white space or composition are one show, with one negative id")
    func titles() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            func showID(_ title: String, _ episode: Int) async throws -> Int? {
                let room = try await server.room(ada, subject: .tv(season: 1, episode: episode, showTitle: title))
                guard case .tv(let showID, _, _, _, _) = room.subject else { return nil }
                return showID
            }
            // The first 31 bits of the SHA-256 of the folded title.
            let first = try await showID("Die Straße", 1)
            #expect(first == -1 - Self.straße)
            #expect(try await showID("  die STRASSE ", 2) == first)
            #expect(try await showID("Die Straße II", 3) != first)
            let (composed, decomposed) = (try await showID("Caf\u{E9}", 4), try await showID("Cafe\u{301}", 5))
            #expect(composed == decomposed)
            #expect(try await server.dashboard(of: ada).sections.count == 3)
        }
    }

    /// `printf 'die strasse' | sha256sum | head -c 8`, halved.
    private static let straße = 0x4570fa6c

    /// Shows rules 5.4, 5.12 and 7.5.
    @Test("Such a room exists once for the same people, and its next episode is the next number of the season")
    func sameShow() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada, with: [bea], subject: .tv(season: 2, episode: 9, showTitle: "Home Videos"))
            do {
                _ = try await server.room(bea, with: [ada], subject: .tv(season: 2, episode: 9, showTitle: "HOME videos"))
                Issue.record("a second room")
            } catch let error as APIError {
                #expect(error.code == .roomExists)
            }
            let section = try #require(try await server.dashboard(of: ada).sections.first)
            #expect(section.group.title == "Home Videos" && section.nextEpisode == NextEpisode(season: 2, episode: 10, title: nil))
            let next = try await server.as(bea).createNextRoom(roomID: room.id).value
            guard case .tv(let showID, 2, 10, "Home Videos", nil) = next.subject else { throw Unexpected(subject: next.subject) }
            #expect(showID < 0)
            #expect(next.group == room.group)
        }
    }

    private struct Unexpected: Error {
        let subject: Subject
    }

    /// Shows rule 5.12.
    @Test("Without an id the title is required, and no client chooses a negative id")
    func input() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for (subject, field) in [
                (#"{"kind": "tv", "season": 1, "episode": 1}"#, "subject.showTitle"),
                (#"{"kind": "tv", "showID": -7, "season": 1, "episode": 1, "showTitle": "x"}"#, "subject.showID"),
            ] {
                let body = Array(#"{"memberIDs": [], "subject": \#(subject)}"#.utf8)
                let answer = try await server.call(
                    .post, "/v1/rooms", token: ada.token, body: body, headers: ["Content-Type": "application/json"])
                #expect(answer.status == 422 && answer.faultyFields == [field])
            }
        }
    }
}

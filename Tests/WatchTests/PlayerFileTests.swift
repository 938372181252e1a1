import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@testable import Watch

@Suite("rules 25: what players send of files")
struct PlayerFileTests {
    /// Returns the report of an event.
    private static func report(_ event: JSONValue) -> PlayerReport { PlayerReport(Array(event.description.utf8)) }

    private static func plex(_ metadata: JSONValue) -> JSONValue {
        ["event": "media.scrobble", "Account": ["title": "ada"], "Metadata": metadata]
    }

    private static func jellyfin(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        var event: JSONValue = [
            "NotificationType": "PlaybackStop", "PlayedToCompletion": true, "NotificationUsername": "ada", "ItemType": "Episode",
            "SeriesName": "Severance", "SeasonNumber": 1, "EpisodeNumber": 3, "Name": "x",
        ]
        for (name, value) in members { event[name] = value }
        return event
    }

    private static func emby(_ end: JSONValue) -> JSONValue {
        [
            "Event": "item.markplayed", "User": ["Name": "ada"],
            "Item": [
                "Type": "Episode", "SeriesName": "Severance", "ParentIndexNumber": 1, "IndexNumber": 3, "IndexNumberEnd": end, "Name": "x",
            ],
        ]
    }

    /// Sends an event to a new key of Ada's, and returns the episodes of a season that it marked.
    private static func marked(_ event: [UInt8], episodes: [Int]) async throws -> [Int] {
        let found = Box<[Int]>([])
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let url = try await server.as(ada).createAccessKey(NewAccessKey(purpose: .player, account: "ada")).url
            var rooms: [(Int, Room)] = []
            for episode in episodes { rooms.append((episode, try await server.room(ada, episode: episode))) }
            #expect(try await server.call(.post, url, body: event).status == 204)
            for (episode, room) in rooms where try await server.as(ada).showRoom(roomID: room.id).members[0].watchedAt != nil {
                found.value.append(episode)
            }
        }
        return found.value
    }

    /// Shows rule 25.6.
    @Test(
        "A file with several episodes marks each of them; an end that can't be is as if it weren't there",
        arguments: [
            (jellyfin(["EpisodeNumberEnd": 4]), [3, 4]), (jellyfin(["EpisodeNumberEnd": "5"]), [3, 4, 5]),
            (jellyfin(["EpisodeNumberEnd": 52]), [3, 4, 5, 6]), (jellyfin(["EpisodeNumberEnd": 53]), [3]),
            (jellyfin(["EpisodeNumberEnd": 2]), [3]), (jellyfin(["EpisodeNumberEnd": .integer(.max)]), [3]),
            (jellyfin(["EpisodeNumberEnd": ""]), [3]), (emby(4), [3, 4]), (emby(.null), [3]), (emby(-1), [3]),
        ] as [(JSONValue, [Int])])
    func severalEpisodes(event: JSONValue, expected: [Int]) async throws {
        #expect(try await Self.marked(Array(event.description.utf8), episodes: Array(2...6)) == expected)
    }

    /// Shows rule 25.5.
    @Test("A byte order mark before an event is skipped, also in a form's part")
    func byteOrderMark() async throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let event = Array(Self.jellyfin([:]).description.utf8)
        #expect(try await Self.marked(mark + event, episodes: [3]) == [3])
        let head = Array("--b\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\n".utf8)
        #expect(try await Self.marked(head + mark + event + Array("\r\n--b--\r\n".utf8), episodes: [3]) == [3])
        #expect(try await Self.marked(mark + head + event + Array("\r\n--b--\r\n".utf8), episodes: [3]) == [3])
    }

    /// Shows rule 25.6.
    @Test("The id that Plex's old agents have of a film or of a show at TMDB finds the room, whatever its title")
    func oldAgents() async throws {
        let show = Self.plex([
            "type": "episode", "grandparentTitle": "Abtrennung", "parentIndex": 1, "index": 3,
            "guid": "com.plexapp.agents.themoviedb://95396/1/3?lang=de",
        ])
        #expect(try await Self.marked(Array(show.description.utf8), episodes: [2, 3]) == [3])
        let film = Self.plex(["type": "movie", "title": "Matrix", "guid": "com.plexapp.agents.themoviedb://603?lang=de"])
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let url = try await server.as(ada).createAccessKey(NewAccessKey(purpose: .player, account: "ada")).url
            let room = try await server.room(ada, subject: .movie(movieID: 603, title: "The Matrix"))
            #expect(try await server.call(.post, url, body: Array(film.description.utf8)).status == 204)
            #expect(try await server.as(ada).showRoom(roomID: room.id).members[0].watchedAt != nil)
        }
    }
}

/// A value that a closure may change while nothing else runs.
private final class Box<Value: Sendable>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}

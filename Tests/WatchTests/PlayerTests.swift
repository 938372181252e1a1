import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 25: players of videos")
struct PlayerTests {
    /// An evening with a key of Ada's, whose player calls her `Ada's TV`.
    private struct Evening: Sendable {
        let server: TestServer
        let ada, bea: Person
        let url: String

        static func with(_ body: @escaping @Sendable (Evening) async throws -> Void) async throws {
            try await TestServer.with { server in
                let (ada, bea) = try await server.friends("ada", "bea")
                let key = NewAccessKey(purpose: .player, account: "Ada's TV")
                let url = try await server.as(ada).createAccessKey(key).url
                try await body(Evening(server: server, ada: ada, bea: bea, url: url))
            }
        }

        func send(_ event: JSONValue) async throws { try await send(Array(event.description.utf8)) }

        func send(_ bytes: [UInt8], type: String = "application/json") async throws {
            let answer = try await server.call(.post, url, body: bytes, headers: ["Content-Type": type])
            #expect(answer.status == 204, "\(answer)")
        }

        /// Returns what the last event did.
        func result() async throws -> AccessKeyResult? { try await server.as(ada).listAccessKeys().items[0].lastResult }

        /// Returns when a person has watched a room.
        func watched(_ room: Room, by person: Person) async throws -> Date? {
            try await server.as(person).showRoom(roomID: room.id).members.first { $0.user.id == person.id }?.watchedAt
        }
    }

    private static func plex(_ event: String = "media.scrobble", account: String = "ada's tv", episode: Int = 3) -> JSONValue {
        [
            "event": .string(event), "Account": ["id": 1, "title": .string(account)],
            "Metadata": [
                "type": "episode", "grandparentTitle": "severance", "parentIndex": 1, "index": .integer(episode), "title": "In Perpetuity",
                "Guid": [["id": "imdb://tt1"], ["id": "tmdb://9"]],
            ],
        ]
    }

    private static func jellyfin(completed: JSONValue = true, account: String = "Ada's TV") -> JSONValue {
        [
            "NotificationType": "PlaybackStop", "PlayedToCompletion": completed, "NotificationUsername": .string(account),
            "ItemType": "Episode", "SeriesName": "SEVERANCE", "SeasonNumber": "1", "EpisodeNumber": 3, "Name": "In Perpetuity",
        ]
    }

    private static func emby(_ event: String, completed: Bool = true, account: String = "Ada's TV") -> JSONValue {
        [
            "Event": .string(event), "User": ["Name": .string(account)], "PlaybackInfo": ["PlayedToCompletion": .boolean(completed)],
            "Item": [
                "Type": "Episode", "SeriesName": "Severance", "ParentIndexNumber": 1, "IndexNumber": 3, "Name": "In Perpetuity",
                "ProviderIds": ["Tmdb": "9"],
            ],
        ]
    }

    private static func form(_ event: JSONValue) -> [UInt8] {
        let boundary = "------------------------a-b"
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"thumb\"; filename=\"t.jpg\"\r\n\r\n"
        let middle = "\r\n--\(boundary)\r\nContent-Disposition: form-data; name=\"payload\"\r\nContent-Type: application/json\r\n\r\n"
        return Array(head.utf8) + [0xFF, 0xD8, 0x0D, 0x0A] + Array((middle + event.description + "\r\n--\(boundary)--\r\n").utf8)
    }

    /// Shows rule 25.5.
    @Test(
        "An event with a name that is longer than any, or with more values than a player sends, is unreadable",
        arguments: ["account", "show", "values"])
    func oversized(part: String) async throws {
        try await Evening.with { evening in
            let room = try await evening.server.room(evening.ada, with: [evening.bea], episode: 3)
            let long = String(repeating: "\u{E9}", count: 1000) + "x"
            var event = Self.plex(account: part == "account" ? long : "ada's tv")
            if part == "show" { event["Metadata"]?["grandparentTitle"] = .string(long) }
            // The event itself has 16 values, and the list is one.
            if part == "values" { event["extra"] = .list(Array(repeating: .list([]), count: 5001 - 17)) }
            try await evening.send(event)
            #expect(try await evening.result() == .unreadable)
            #expect(try await evening.watched(room, by: evening.ada) == nil)
            try await evening.send(Self.plex())
            #expect(try await evening.result() == .marked)
        }
    }

    /// Shows rules 25.5 and 25.6.
    @Test("Each player's event marks all of the owner's unwatched rooms about the episode once, and tells the others", arguments: 0..<5)
    func marks(player: Int) async throws {
        try await Evening.with { evening in
            let (server, ada, bea) = (evening.server, evening.ada, evening.bea)
            let together = try await server.room(ada, with: [bea], episode: 3)
            let alone = try await server.room(ada, episode: 3)
            let (other, hers) = (try await server.room(ada, with: [bea], episode: 4), try await server.room(bea, episode: 3))
            let events =
                [Self.plex(), Self.plex(), Self.jellyfin(completed: "True")] + ["playback.stop", "item.markplayed"].map { Self.emby($0) }
            let event = player == 0 ? Self.form(events[0]) : Array(events[player].description.utf8)
            server.clock.advance(by: 60)
            let at = server.clock.now
            try await evening.send(event, type: player == 0 ? "multipart/form-data; boundary=x" : "application/json")
            #expect(try await evening.result() == .marked)
            server.clock.advance(by: 60)
            try await evening.send(events[player])
            #expect(try await evening.result() == .noRoom)
            for room in [together, alone] { #expect(try await evening.watched(room, by: ada) == at) }
            #expect(try await evening.watched(other, by: ada) == nil)
            #expect(try await evening.watched(hers, by: bea) == nil)
            let notices = try await server.rows("SELECT FROM notifications WHERE kind = 'room.watched' AND recipient_id = \(bea.id)")
            #expect(notices.count == 1)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 25.6.
    @Test("A film is known by TMDB's id, else by its title")
    func films() async throws {
        try await Evening.with { evening in
            let (server, ada) = (evening.server, evening.ada)
            let straße = try await server.room(ada, subject: .movie(movieID: 346, title: "Die Straße"))
            let other = try await server.room(ada, subject: .movie(movieID: 347, title: "Die Straße"))
            func film(_ id: JSONValue) -> JSONValue {
                [
                    "NotificationType": "PlaybackStop", "PlayedToCompletion": true, "NotificationUsername": "Ada's TV",
                    "ItemType": "Movie", "Name": "DIE STRASSE", "Provider_tmdb": id,
                ]
            }
            try await evening.send(film("346"))
            #expect(try await evening.watched(straße, by: ada) != nil)
            #expect(try await evening.watched(other, by: ada) == nil)
            try await evening.send(film("9223372036854775807"))
            #expect(try await evening.result() == .noRoom)
            try await evening.send(film(.null))
            #expect(try await evening.result() == .marked)
            #expect(try await evening.watched(other, by: ada) != nil)
        }
    }

    /// Shows rule 25.6.
    @Test("Other accounts, unfinished and other events and unreadable bodies mark nothing, and the key says why")
    func ignored() async throws {
        try await Evening.with { evening in
            let room = try await evening.server.room(evening.ada, episode: 3)
            let events: [(JSONValue, AccessKeyResult)] = [
                (Self.plex(account: "bea"), .otherAccount), (Self.jellyfin(account: "bea"), .otherAccount),
                (Self.emby("item.markplayed", account: ""), .otherAccount), (Self.plex("media.pause"), .ignored),
                (Self.plex("media.stop"), .ignored), (Self.jellyfin(completed: false), .ignored),
                (Self.jellyfin(completed: "False"), .ignored),
                (Self.emby("playback.stop", completed: false), .ignored), (Self.emby("playback.start"), .ignored),
                (Self.plex(episode: 7), .noRoom), (Self.plex(episode: .max), .noRoom), ([:], .unreadable), (["event": "x"], .unreadable),
                (["event": "media.scrobble"], .unreadable), ([1], .unreadable), ("x", .unreadable),
            ]
            for (event, result) in events {
                try await evening.send(event)
                #expect(try await evening.result() == result, "\(event)")
            }
            for bytes in [[], Array("{".utf8), [0xFF], Array("--x\r\n".utf8), Self.form("x")] {
                try await evening.send(bytes)
                #expect(try await evening.result() == .unreadable)
            }
            #expect(try await evening.watched(room, by: evening.ada) == nil)
            let large = [UInt8](repeating: 0x20, count: PlayerEvent.size + 1)
            #expect(try await evening.server.call(.post, evening.url, body: large).status == 413)
        }
    }

    /// Shows rule 25.6.
    @Test("1,000 mutated events are answered without a fault")
    func mutated() async throws {
        try await Evening.with { evening in
            let room = try await evening.server.room(evening.ada, episode: 5)
            var random = SplitMix64(seed: 25)
            let bodies = [Self.plex(), Self.jellyfin(), Self.emby("playback.stop")].map { Array($0.description.utf8) }
            let events = [Self.form(Self.plex())] + bodies
            for number in 0..<1000 {
                // A key's events beyond 240 a minute are 429 (rule 20.9).
                if number.isMultiple(of: 200) { evening.server.clock.advance(by: 60) }
                var bytes = events[number % events.count]
                for _ in 0...Int.random(in: 0...4, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = .random(in: 0...255, using: &random)
                    case 1: bytes.insert(.random(in: 0...255, using: &random), at: place)
                    case 2: bytes.removeSubrange(place..<min(place + 9, bytes.count - 1))
                    default: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(40), at: place)
                    }
                }
                let answer = try await evening.server.call(.post, evening.url, body: bytes)
                #expect(answer.status == 204, "\(String(decoding: bytes, as: UTF8.self)): \(answer)")
            }
            #expect(try await evening.watched(room, by: evening.ada) == nil)
        }
    }
}

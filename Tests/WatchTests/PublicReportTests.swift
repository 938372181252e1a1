import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Watch

/// Inputs that users of other products reported as failing there. Each names the project and the issue or pull request; the
/// events are written anew.
@Suite("rules 25 and 9: events and repetitions that other products stumbled over")
struct PublicReportTests {
    private static func watched(_ numbers: ClosedRange<Int>, show: String = "Severance", showID: Int? = nil) -> PlayerReport {
        .watched(.episodes(.init(title: show, showID: showID), season: 1, numbers: numbers), account: "ada")
    }

    private static func plex(_ metadata: String, account: String = #"{"id": 1, "title": "ada"}"#) -> String {
        #"{"event": "media.scrobble", "user": true, "Account": \#(account), "Metadata": {\#(metadata)}}"#
    }

    private static func jellyfin(_ members: String) -> String {
        """
        {"NotificationUsername": "ada", "ItemType": "Episode", "SeriesName": "Severance", "SeasonNumber": 1, "EpisodeNumber": 3,
         "Name": "x", \(members)}
        """
    }

    private static func emby(_ item: String, _ others: String) -> String {
        #"{"User": {"Name": "ada"}, "Item": {"Type": "Episode", "SeriesName": "Severance", "Name": "x", \#(item)}, \#(others)}"#
    }

    static let episode: String = #""type": "episode", "grandparentTitle": "Severance", "parentIndex": 1, "index": 3"#

    static let urlEncoded: String = {
        let event = plex(episode).addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "payload=" + event.replacing("%20", with: "+")
    }()

    static let events: [(source: String, event: String, report: PlayerReport)] = [
        (
            "XanderStrike/goplaxt#49: guid and Guid, of different types",
            plex(episode + #", "guid": "plex://episode/5d9c", "Guid": [{"id": "imdb://tt1"}, {"id": "tvdb://308772"}]"#), watched(3...3)
        ),
        (
            "ryck/scrobblex#22: an agent that knows no ids",
            plex(episode + #", "guid": "com.plexapp.agents.none://569747/2026/41103?lang=xn""#), watched(3...3)
        ),
        (
            "jrudio/go-plex-client#2: a season and a number only in the old agent's id",
            plex(#""type": "episode", "grandparentTitle": "Severance", "guid": "com.plexapp.agents.themoviedb://95396/1/3?lang=en""#),
            watched(3...3, showID: 95396)
        ),
        (
            "ellite/scrob#69: an episode that somebody marks in Jellyfin sends no event of its own",
            jellyfin(#""NotificationType": "UserDataSaved", "SaveReason": "TogglePlayed", "Played": true"#), watched(3...3)
        ),
        (
            "arabcoders/watchstate#722: data of a user is saved while it plays",
            jellyfin(#""NotificationType": "UserDataSaved", "SaveReason": "PlaybackProgress", "Played": false"#), .other
        ),
        (
            "dannyvfilms/Floppy#1250: somebody takes the mark away in Jellyfin",
            jellyfin(#""NotificationType": "UserDataSaved", "SaveReason": "TogglePlayed", "Played": "False""#), .other
        ),
        (
            "FuzzyGrim/Yamtrack#641: a file with several episodes in Jellyfin",
            jellyfin(#""NotificationType": "PlaybackStop", "PlayedToCompletion": true, "EpisodeNumberEnd": 4"#), watched(3...4)
        ),
        (
            "trakt/Plex-Trakt-Scrobbler#148: a file with several episodes in Emby",
            emby(#""ParentIndexNumber": 1, "IndexNumber": 16, "IndexNumberEnd": 17"#, #""Event": "item.markplayed""#), watched(16...17)
        ),
        (
            "ellite/scrob#206: the next episode plays already when the end of this one is reported",
            emby(
                #""ParentIndexNumber": 1, "IndexNumber": 3"#,
                #""Event": "playback.stop", "PlaybackInfo": {"PlayedToCompletion": true}, "Session": {"PlayState": {"PositionTicks": 0}}"#),
            watched(3...3)
        ),
        (
            "arabcoders/watchstate#689: an episode without a number",
            emby(#""ParentIndexNumber": 1"#, #""Event": "item.markplayed""#), .unreadable
        ),
        (
            "jellyfin/jellyfin-plugin-webhook#293 and FuzzyGrim/Yamtrack#907: a template leaves a value empty",
            #"{"NotificationType": "PlaybackStop", "PlayedToCompletion": true, "SeasonNumber": , "EpisodeNumber": 3}"#, .unreadable
        ),
        (
            "FuzzyGrim/Yamtrack#907: a template leaves an id empty",
            """
            {"NotificationType": "PlaybackStop", "PlayedToCompletion": "True", "NotificationUsername": "ada", "ItemType": "Movie",
             "Name": "Heat", "Provider_tmdb": ""}
            """, .watched(.movie(movieID: nil, title: "Heat"), account: "ada")
        ),
        (
            "FuzzyGrim/Yamtrack#564: an account without a name",
            plex(episode, account: #"{"thumb": "https://plex.tv/users/c37/avatar"}"#), .unreadable
        ),
        ("ShokoAnime/ShokoServer#1126: a video that is no episode", plex(#""type": "clip", "title": "Opening", "index": 0"#), .other),
        (
            "FuzzyGrim/Yamtrack#728: a form in the encoding of addresses",
            urlEncoded, watched(3...3)
        ),
    ]

    /// Shows rules 25.5 and 25.6.
    @Test("An event that another product misread is read", arguments: events.indices)
    func event(index: Int) {
        let (source, event, report) = Self.events[index]
        #expect(PlayerReport(Array(event.utf8)) == report, "\(source)")
    }

    /// Shows rule 13.3.
    @Test("A comment that a client sends again after a lost answer is there once (GetStream/stream-chat-android#169, monal-im/Monal#221)")
    func repeatedComment() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let room = try await server.room(ada)
            let comment = NewComment(roomID: room.id, id: UUID(), content: "Once")
            for _ in 0..<3 { _ = try await server.as(ada).createComment(comment) }
            #expect(try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items.map(\.content) == ["Once"])
        }
    }
}

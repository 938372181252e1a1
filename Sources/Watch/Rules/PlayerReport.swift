import DavenportAPI
import Foundation
import UntrustedText

/// What an event of a player says (rules 25). The players are Plex, Jellyfin with its webhook plugin, and Emby.
package enum PlayerReport: Sendable, Equatable {
    /// An account of the player has watched something to its end.
    case watched(Thing, account: String)
    /// The event is about something else, such as a pause.
    case other
    /// The bytes are no event of a known player.
    case unreadable

    /// What was watched. Titles are as the player has them.
    package enum Thing: Sendable, Equatable {
        case episode(show: String, season: Int, episode: Int)
        /// A film. `movieID` is TMDB's id; nil if the player doesn't know it.
        case movie(movieID: Int?, title: String)
    }

    /// The names of the field of a form that has the event: Plex's, and that of Emby's older versions.
    private static let formFields: Set = ["payload", "data"]

    /// Reads an event: a JSON object, or a form with such an object in a part.
    package init(_ body: [UInt8]) {
        let bytes = Form.content(of: Self.formFields, in: body) ?? body
        guard (try? JSONSyntax.check(bytes)) != nil, let event = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)),
            case .object = event
        else {
            self = .unreadable
            return
        }
        self = Self.plex(event) ?? Self.jellyfin(event) ?? Self.emby(event) ?? .unreadable
    }

    private static func plex(_ event: JSONValue) -> Self? {
        guard let kind = event["event"]?.text, kind.hasPrefix("media.") else { return nil }
        guard kind == "media.scrobble" else { return .other }
        let item = event["Metadata"]
        let ids = (item?["Guid"]?.elements ?? []).compactMap { $0["id"]?.text }
        let movieID = ids.first { $0.hasPrefix("tmdb://") }.flatMap { Int($0.dropFirst("tmdb://".count)) }
        return watched(
            item?["type"], show: item?["grandparentTitle"], season: item?["parentIndex"], episode: item?["index"], title: item?["title"],
            movieID: movieID, account: event["Account"]?["title"])
    }

    private static func jellyfin(_ event: JSONValue) -> Self? {
        guard let kind = event["NotificationType"]?.text else { return nil }
        guard kind == "PlaybackStop", event["PlayedToCompletion"]?.isTrue == true else { return .other }
        return watched(
            event["ItemType"], show: event["SeriesName"], season: event["SeasonNumber"], episode: event["EpisodeNumber"],
            title: event["Name"], movieID: event["Provider_tmdb"]?.number, account: event["NotificationUsername"])
    }

    private static func emby(_ event: JSONValue) -> Self? {
        guard let kind = event["Event"]?.text else { return nil }
        let isWatched =
            kind == "item.markplayed" || kind == "playback.stop" && event["PlaybackInfo"]?["PlayedToCompletion"]?.isTrue == true
        guard isWatched else { return .other }
        let item = event["Item"]
        return watched(
            item?["Type"], show: item?["SeriesName"], season: item?["ParentIndexNumber"], episode: item?["IndexNumber"],
            title: item?["Name"], movieID: item?["ProviderIds"]?["Tmdb"]?.number, account: event["User"]?["Name"])
    }

    /// Returns the report of an episode or a film that was watched; `other` for a piece of music, a trailer and the like.
    private static func watched(
        _ type: JSONValue?, show: JSONValue?, season: JSONValue?, episode: JSONValue?, title: JSONValue?, movieID: Int?,
        account: JSONValue?
    ) -> Self {
        guard let account = account?.text else { return .unreadable }
        switch type?.text?.folded {
        case "episode":
            guard let show = show?.text, let season = season?.number, let episode = episode?.number else { return .unreadable }
            return .watched(.episode(show: show, season: season, episode: episode), account: account)
        case "movie":
            guard let title = title?.text else { return .unreadable }
            return .watched(.movie(movieID: movieID, title: title), account: account)
        default: return .other
        }
    }
}

extension JSONValue {
    /// The whole number, also if it is written as a text, as templates do; nil for anything else.
    fileprivate var number: Int? {
        switch self {
        case .integer(let number): number
        case .string(let text): Int(text)
        default: nil
        }
    }

    /// Whether the value is true, also if it is written as a text, as templates do.
    fileprivate var isTrue: Bool {
        switch self {
        case .boolean(let flag): flag
        case .string(let text): text.folded == "true"
        default: false
        }
    }
}

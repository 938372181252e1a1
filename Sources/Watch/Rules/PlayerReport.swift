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
        /// The episodes of a file, which are usually one.
        case episodes(Show, season: Int, numbers: ClosedRange<Int>)
        /// A film. `movieID` is TMDB's id; nil if the player doesn't know it.
        case movie(movieID: Int?, title: String)
    }

    /// A show as the player knows it.
    package struct Show: Sendable, Equatable {
        package let title: String
        /// TMDB's id; nil if the player doesn't send it.
        package var showID: Int?
        /// TheTVDB's id; nil if the player doesn't send it.
        package var tvdbID: Int?
    }

    /// The names of the field of a form that has the event: Plex's, and that of Emby's older versions.
    private static let formFields: Set = ["payload", "data"]
    /// The most episodes that a file may have (rule 25.6). If a player names more, it counts as if it named only the first.
    private static let longestFile = 50
    /// The most JSON values that an event may have (rule 25.5). Plex sends some hundred.
    private static let values = 5000
    /// The most bytes of a name or title of an event (rule 25.5). Comparing names takes time that grows faster than their length.
    fileprivate static let longestName = 2000

    /// Reads an event: a JSON object, or a form with such an object in a part.
    package init(_ body: [UInt8]) {
        let body = body.withoutByteOrderMark
        let bytes = Form.content(of: Self.formFields, in: body) ?? URLEncodedForm.json(in: body) ?? body
        guard let event = try? JSONValue(untrustedJSON: bytes, values: Self.values), case .object = event else {
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
        let agent = item?["guid"]?.text.flatMap(PlexAgentID.init)
        let movieID = ids.first { $0.hasPrefix("tmdb://") }.flatMap { Int($0.dropFirst("tmdb://".count)) } ?? agent?.tmdbID
        let played = Played(
            type: item?["type"], show: item?["grandparentTitle"], season: item?["parentIndex"]?.number ?? agent?.season,
            episode: item?["index"]?.number ?? agent?.episode, title: item?["title"], movieID: movieID, showID: agent?.tmdbID,
            tvdbID: agent?.tvdbID)
        return played.report(of: event["Account"]?["title"])
    }

    private static func jellyfin(_ event: JSONValue) -> Self? {
        guard let kind = event["NotificationType"]?.text else { return nil }
        let isWatched =
            switch kind {
            case "PlaybackStop": event["PlayedToCompletion"]?.isTrue == true
            // Somebody has marked it in Jellyfin itself.
            case "UserDataSaved": event["SaveReason"]?.text == "TogglePlayed" && event["Played"]?.isTrue == true
            default: false
            }
        guard isWatched else { return .other }
        let played = Played(
            type: event["ItemType"], show: event["SeriesName"], season: event["SeasonNumber"]?.number,
            episode: event["EpisodeNumber"]?.number, lastEpisode: event["EpisodeNumberEnd"]?.number, title: event["Name"],
            movieID: event["Provider_tmdb"]?.number)
        return played.report(of: event["NotificationUsername"])
    }

    private static func emby(_ event: JSONValue) -> Self? {
        guard let kind = event["Event"]?.text else { return nil }
        let isWatched =
            kind == "item.markplayed" || kind == "playback.stop" && event["PlaybackInfo"]?["PlayedToCompletion"]?.isTrue == true
        guard isWatched else { return .other }
        let item = event["Item"]
        let played = Played(
            type: item?["Type"], show: item?["SeriesName"], season: item?["ParentIndexNumber"]?.number,
            episode: item?["IndexNumber"]?.number, lastEpisode: item?["IndexNumberEnd"]?.number, title: item?["Name"],
            movieID: item?["ProviderIds"]?["Tmdb"]?.number)
        return played.report(of: event["User"]?["Name"])
    }

    /// What an event says of an episode or a film that was watched.
    private struct Played {
        let type: JSONValue?
        let show: JSONValue?
        let season: Int?
        let episode: Int?
        /// The last episode of a file with several; nil for one.
        var lastEpisode: Int?
        let title: JSONValue?
        let movieID: Int?
        var showID: Int?
        var tvdbID: Int?

        /// Returns the report of an account; `other` for a piece of music, a trailer and the like.
        func report(of account: JSONValue?) -> PlayerReport {
            guard let account = account?.name else { return .unreadable }
            switch type?.name?.folded {
            case "episode":
                guard let title = show?.name, let season, let episode else { return .unreadable }
                let show = Show(title: title, showID: showID, tvdbID: tvdbID)
                return .watched(.episodes(show, season: season, numbers: numbers(from: episode)), account: account)
            case "movie":
                guard let title = title?.name else { return .unreadable }
                return .watched(.movie(movieID: movieID, title: title), account: account)
            default: return .other
            }
        }

        private func numbers(from first: Int) -> ClosedRange<Int> {
            guard let last = lastEpisode, last > first else { return first...first }
            let (count, isOverflow) = last.subtractingReportingOverflow(first)
            return isOverflow || count >= longestFile ? first...first : first...last
        }
    }
}

/// The id that Plex's old agents give a film or an episode, such as `com.plexapp.agents.thetvdb://371980/1/3?lang=en`: the
/// film's or the show's id elsewhere, and an episode's season and number.
private struct PlexAgentID {
    let tmdbID: Int?
    let tvdbID: Int?
    let season: Int?
    let episode: Int?

    init?(_ guid: String) {
        guard let scheme = guid.firstRange(of: "://") else { return nil }
        let parts = guid[scheme.upperBound...].prefix { $0 != "?" }.split(separator: "/").map { Int($0) }
        guard let id = parts.first ?? nil, (1...2_147_483_647).contains(id) else { return nil }
        switch guid[..<scheme.lowerBound] {
        case "com.plexapp.agents.themoviedb": (tmdbID, tvdbID) = (id, nil)
        case "com.plexapp.agents.thetvdb": (tmdbID, tvdbID) = (nil, id)
        default: return nil
        }
        (season, episode) = parts.count == 3 ? (parts[1], parts[2]) : (nil, nil)
    }
}

extension JSONValue {
    /// The text of a name or title; nil for anything else, and for a text that is longer than any of them.
    fileprivate var name: String? { text.flatMap { $0.utf8.count <= PlayerReport.longestName ? $0 : nil } }

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

/// Finds the field with the event in a form in the encoding of addresses (`application/x-www-form-urlencoded`), which
/// programs between the player and the server send.
private enum URLEncodedForm {
    private static let beginnings = ["payload=", "data="].map { Array($0.utf8) }

    /// Returns the content of the form's first field; nil if the bytes aren't such a form.
    static func json(in body: [UInt8]) -> [UInt8]? {
        guard let beginning = beginnings.first(where: { body.starts(with: $0) }) else { return nil }
        let value = body[beginning.count...].prefix { $0 != UInt8(ascii: "&") }
        let spaced = value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: spaced, as: UTF8.self).removingPercentEncoding.map { Array($0.utf8) }
    }
}

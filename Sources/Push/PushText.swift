import DavenportAPI
import Domain

/// What a notification says, in English, and how a client says it in another language.
struct PushText: Equatable {
    let title: String
    let body: String
    /// The English text with places for the arguments: a client without a translation shows it as it is.
    let localizationKey: String
    let localizationArguments: [String]

    /// - Parameter limit: how many characters, as a reader sees them, of each name and title are shown.
    init(_ notice: Notice, limit: Int = .max) {
        let name = (notice.actorName ?? "Somebody").shortened(to: limit)
        let thing = notice.subject.map { $0.name(limit) } ?? "a room"
        title = notice.subject.map { $0.title.shortened(to: limit) } ?? Self.title(of: notice.kind)
        (localizationKey, localizationArguments) =
            switch notice.kind {
            case .roomCreated: ("%1$@ opened %2$@ with you", [name, thing])
            case .roomWatched: ("%1$@ finished %2$@", [name, thing])
            case .roomReplies where notice.count == 1: ("%1$@ commented on %2$@", [name, thing])
            case .roomReplies: ("%1$@ left %2$@ comments on %3$@", [name, String(notice.count), thing])
            case .friendRequested: ("%1$@ wants to be friends", [name])
            case .friendAccepted: ("%1$@ accepted your friend request", [name])
            case .inviteAccepted: ("%1$@ accepted your invite", [name])
            case .summary where notice.count == 1: ("1 more thing happened", [])
            default: ("%1$@ more things happened", [String(notice.count)])
            }
        body = localizationKey.replacing(/%(\d)\$@/) { [localizationArguments] in Int($0.1).map { localizationArguments[$0 - 1] } ?? "" }
    }

    private static func title(of kind: NotificationKind) -> String {
        switch kind {
        case .friendRequested, .friendAccepted: "Friends"
        case .inviteAccepted: "Invites"
        default: "While you were away"
        }
    }
}

extension Subject {
    /// The show's, the movie's or one's own.
    fileprivate var title: String {
        switch self {
        case .tv(_, _, _, let showTitle, _): showTitle
        case .movie(_, let title), .custom(let title): title
        }
    }

    /// As people call it: `Severance S01E03`.
    fileprivate func name(_ limit: Int) -> String {
        guard case .tv(_, let season, let episode, _, _) = self else { return title.shortened(to: limit) }
        return "\(title.shortened(to: limit)) S\(season.twoDigits)E\(episode.twoDigits)"
    }
}

extension Int {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : String(self) }
}

extension String {
    /// So many characters at most, as a reader sees them, the last an ellipsis where some were left out.
    func shortened(to limit: Int) -> String {
        count <= limit ? self : String(prefix(max(limit - 1, 0))) + "…"
    }
}

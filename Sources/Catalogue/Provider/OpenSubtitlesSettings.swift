/// The operator's settings for OpenSubtitles.com, the provider of subtitles.
public struct OpenSubtitlesSettings: Sendable, Equatable {
    /// The base address of the REST API, without a slash at its end, such as `https://api.opensubtitles.com/api/v1`.
    public let baseURL: String
    /// The key of the operator's API consumer.
    public let key: String
    /// The account whose quota of downloads counts; nil for the quota of the key.
    public let account: Account?

    /// An account at OpenSubtitles.com.
    public struct Account: Sendable, Equatable {
        public let user: String
        public let password: String

        public init(user: String, password: String) {
            (self.user, self.password) = (user, password)
        }
    }

    public init(baseURL: String, key: String, account: Account?) {
        (self.baseURL, self.key, self.account) = (baseURL, key, account)
    }
}

extension OpenSubtitlesSettings {
    /// Returns the URL of a search for the subtitles of an episode or a movie. The API redirects unless parameters are
    /// sorted and in lower case.
    func search(_ subject: SubtitledSubject, _ language: String) -> String {
        let named: [(String, String)] =
            switch subject {
            case .episode(let show, let season, let episode):
                [("episode_number", "\(episode)"), ("parent_tmdb_id", "\(show)"), ("season_number", "\(season)")]
            case .movie(let movie): [("tmdb_id", "\(movie)")]
            }
        let others = [
            ("ai_translated", "exclude"), ("languages", language.lowercased()), ("machine_translated", "exclude"),
            ("order_by", "download_count"), ("order_direction", "desc"),
        ]
        let values = (named + others).sorted { $0.0 < $1.0 }.map { "\($0.0)=\($0.1.percentEncoded)" }
        return "\(baseURL)/subtitles?" + values.joined(separator: "&")
    }

    /// Returns whether the server may fetch a file at an address that the provider has named: over TLS from the provider's
    /// own hosts, or from where the API itself is.
    func mayFetch(_ link: String) -> Bool {
        guard !link.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "\\") }) else { return false }
        if link.hasPrefix(Self.origin(of: baseURL) + "/") { return true }
        let parts = link.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "https:", parts[1].isEmpty else { return false }
        return parts[2].wholeMatch(of: /([A-Za-z0-9\-]+\.)*opensubtitles\.(com|org)/) != nil
    }

    private static func origin(of url: String) -> String {
        url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}

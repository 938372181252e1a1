import DavenportAPI

/// The operator's settings for TMDB, the provider of catalogue data.
public struct TMDBSettings: Sendable, Equatable {
    /// The base address of TMDB's API version 3, without a slash at its end, such as `https://api.themoviedb.org/3`.
    public let baseURL: String
    /// The operator's credential at TMDB: a key of version 3 or a token of version 4.
    public let key: String
    /// The language of titles and texts, such as `en-US`.
    public let language: String
    /// Whether answers have the addresses of TMDB's pictures. A client that loads one shows TMDB's host what its user looks at.
    public let hasPictures: Bool

    public init(baseURL: String, key: String, language: String, hasPictures: Bool = true) {
        self.baseURL = baseURL
        self.key = key
        self.language = language
        self.hasPictures = hasPictures
    }

    /// Whether `key` is a token. A token is a long text with dots, and is sent in a header. A key is part of the
    /// address.
    var isToken: Bool { key.utf8.count > 64 && key.utf8.contains(UInt8(ascii: ".")) }
}

extension TMDBSettings {
    /// Returns the URL of a request to TMDB.
    ///
    /// Clients control only the numbers in the URL and the text of a search. The text is a query value in which every
    /// reserved byte is percent-encoded.
    /// It is nil for what TMDB doesn't have.
    func address(of providerRequest: ProviderRequest) -> String? {
        var query: [(String, String)] = []
        let path: String
        switch providerRequest {
        case .search(let kind, let text, let page):
            path = "/search/\(kind.rawValue)"
            query = [("query", text.typed), ("page", "\(page)"), ("include_adult", "false")]
        case .show(let show): path = "/tv/\(show)"
        case .season(let show, let season): path = "/tv/\(show)/season/\(season)"
        case .episode(let show, let season, let episode):
            path = "/tv/\(show)/season/\(season)/episode/\(episode)"
            query = [("append_to_response", "credits")]
        case .movie(let movie): path = "/movie/\(movie)"
        case .find(let tvdb):
            path = "/find/\(tvdb)"
            query = [("external_source", "tvdb_id")]
        case .configuration: path = "/configuration"
        case .subtitles: return nil
        }
        if providerRequest != .configuration { query.append(("language", language)) }
        if !isToken { query.append(("api_key", key)) }
        let values = query.map { "\($0.0)=\($0.1.percentEncoded)" }
        return baseURL + path + (values.isEmpty ? "" : "?" + values.joined(separator: "&"))
    }
}

extension String {
    /// The text with every byte percent-encoded except ASCII letters, digits and `-._~` (RFC 3986).
    var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
    }
}

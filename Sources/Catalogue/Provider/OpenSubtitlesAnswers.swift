import DavenportAPI
import Foundation

/// The subtitles of an episode or a movie in one language, as they are stored.
struct ProvidedSubtitles: ProviderAnswer {
    let cues: [Cue]

    init(cues: [Cue]) {
        self.cues = cues
    }

    private enum CodingKeys: CodingKey {
        case cues
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        cues = try fields.decode([Cue].self, forKey: .cues)
        guard (1...SubtitleParser.most).contains(cues.count) else { throw fields.fault(.cues, "has no or too many cues") }
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool {
        if case .subtitles = providerRequest { true } else { false }
    }
}

/// The provider's answer to a search.
struct OpenSubtitlesSearch: Decodable {
    /// The id of the file that most people downloaded, of those that no machine has translated; nil if there is none.
    let bestFile: Int?

    private struct Found: Decodable {
        struct Attributes: Decodable {
            struct File: Decodable {
                let file_id: Int
            }

            let download_count: Int?
            let machine_translated: Bool?
            let ai_translated: Bool?
            let files: [File]?
        }

        let attributes: Attributes
    }

    private enum CodingKeys: CodingKey {
        case data
    }

    init(from decoder: any Decoder) throws {
        let found = try decoder.container(keyedBy: CodingKeys.self).decode([Found].self, forKey: .data).map(\.attributes)
        let usable = found.filter { $0.machine_translated != true && $0.ai_translated != true && $0.files?.isEmpty == false }
        // Of equal ones the first counts.
        let most = usable.map { $0.download_count ?? 0 }.max()
        bestFile = usable.first { ($0.download_count ?? 0) == most }?.files?.first?.file_id
    }
}

/// The provider's answer to a request for a download, and its error once the quota is used up.
struct OpenSubtitlesDownload: Decodable {
    /// The address of the file; nil in an error.
    let link: String?
    /// The number of downloads that the quota has counted; nil if the provider doesn't say.
    let requests: Int?
    /// The number of downloads that are left; nil if the provider doesn't say.
    let remaining: Int?
    /// When the quota is renewed; nil if the provider doesn't say.
    let resetsAt: Date?

    private enum CodingKeys: String, CodingKey {
        case link, requests, remaining
        case resetsAt = "reset_time_utc"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        link = try fields.decodeIfPresent(String.self, forKey: .link)
        requests = try fields.decodeIfPresent(Int.self, forKey: .requests)
        remaining = try fields.decodeIfPresent(Int.self, forKey: .remaining)
        resetsAt = try fields.decodeIfPresent(String.self, forKey: .resetsAt).flatMap { Timestamp.parse($0) }
    }

    /// Returns what the answer says of the quota; nil if it doesn't say how many downloads are left.
    func quota(at now: Date) -> ProviderQuota? {
        guard let remaining else { return nil }
        let (left, counted) = (min(max(0, remaining), Self.most), min(max(1, requests ?? 1), Self.most))
        return ProviderQuota(remaining: left, total: left + counted, renewedIn: pause(at: now))
    }

    /// The largest numbers of downloads that are believed.
    private static let most = 1_000_000

    /// Returns the number of seconds until the quota is renewed, a minute to a day. It is an hour if the provider doesn't say.
    func pause(at now: Date) -> Int {
        resetsAt.map { Int(min(max(60, $0.timeIntervalSince(now).rounded(.up)), 86_400)) } ?? 3600
    }
}

/// The provider's answer to a login.
struct OpenSubtitlesLogin: Decodable {
    let token: String
}

import DavenportAPI

/// The shows that have an id of another provider, in the form in which TMDB sends them.
struct TMDBFind: ProviderAnswer {
    /// The ids of the shows. There is at most one, unless TMDB's editors made a mistake.
    let shows: [Show]

    struct Show: Codable, Sendable {
        let id: Int

        init(from decoder: any Decoder) throws {
            id = try decoder.container(keyedBy: CodingKeys.self).number(.id, ProviderLimits.ids)
        }

        enum CodingKeys: CodingKey {
            case id
        }
    }

    enum CodingKeys: String, CodingKey {
        case shows = "tv_results"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        shows = try fields.list(.shows, upTo: ProviderLimits.listed)
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool {
        if case .find = providerRequest { true } else { false }
    }
}

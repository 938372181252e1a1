import DavenportAPI

/// The shows that have an id of another provider, in the form in which TMDB sends them.
struct TMDBFind: ProviderAnswer {
    /// The ids and names of the shows. There is at most one, unless TMDB's editors made a mistake.
    let shows: [Show]

    struct Show: Codable, Sendable {
        let id: Int
        let name: String
    }

    enum CodingKeys: String, CodingKey {
        case shows = "tv_results"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        shows = try fields.possible(.shows, of: Show.self, upTo: ProviderLimits.listed)
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool {
        if case .find = providerRequest { shows.allSatisfy { ProviderLimits.ids.contains($0.id) } } else { false }
    }
}

/// An episode and its cast, in the form in which TMDB sends them.
struct TMDBEpisodeDetails: ProviderAnswer {
    let season: Int
    let episode: TMDBEpisode
    let credits: TMDBCredits

    enum CodingKeys: String, CodingKey {
        case credits
        case season = "season_number"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        season = try fields.number(.season, ProviderLimits.seasons)
        episode = try TMDBEpisode(from: decoder)
        credits = try fields.decodeIfPresent(TMDBCredits.self, forKey: .credits) ?? TMDBCredits()
    }

    /// Writes the episode's fields at the same level as the season number and the credits. TMDB's answers have this
    /// form.
    func encode(to encoder: any Encoder) throws {
        try episode.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(season, forKey: .season)
        try fields.encode(credits, forKey: .credits)
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool {
        if case .episode(_, season, episode.episode) = providerRequest { true } else { false }
    }
}

/// The cast of an episode: the season's regular cast and the guests.
struct TMDBCredits: Codable, Sendable {
    let cast: [TMDBActor]
    let guests: [TMDBActor]

    enum CodingKeys: String, CodingKey {
        case cast
        case guests = "guest_stars"
    }

    init() {
        (cast, guests) = ([], [])
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        cast = Self.listed(.cast, in: fields)
        guests = Self.listed(.guests, in: fields)
    }
}

extension TMDBCredits {
    /// Decodes a list of actors. An episode without its cast is still worth showing, so a list that can't be read is empty.
    private static func listed(_ key: CodingKeys, in fields: KeyedDecodingContainer<CodingKeys>) -> [TMDBActor] {
        Array(((try? fields.list(key, of: TMDBActor.self, upTo: ProviderLimits.listed)) ?? []).prefix(ProviderLimits.cast))
    }
}

/// An actor and the character that the actor plays.
struct TMDBActor: Codable, Sendable {
    /// Nil in an answer that an earlier version stored.
    let id: Int?
    let name: String
    let character: String?

    enum CodingKeys: String, CodingKey {
        case id, name, character
    }

    private enum ProviderKeys: String, CodingKey {
        case id, name, character
        case originalName = "original_name"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ProviderKeys.self)
        id = try fields.numberIfKnown(.id, upTo: ProviderLimits.ids.upperBound)
        name = try fields.name(.name, orOriginal: .originalName)
        character = try fields.text(.character, upTo: ProviderLimits.title)
    }
}

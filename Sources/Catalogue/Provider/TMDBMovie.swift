import DavenportAPI

/// A movie, in the form in which TMDB sends it.
struct TMDBMovie: ProviderAnswer {
    let id: Int
    let title: String
    let releaseDate: CalendarDate?
    let overview: String?
    let runtime: Int?
    let posterPath: String?
    /// The path of a wide picture.
    let stillPath: String?

    enum CodingKeys: String, CodingKey {
        case id, title, overview, runtime
        case releaseDate = "release_date"
        case posterPath = "poster_path"
        case stillPath = "backdrop_path"
    }

    private enum OriginalKeys: String, CodingKey {
        case title
        case originalTitle = "original_title"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.number(.id, ProviderLimits.ids)
        title = try decoder.container(keyedBy: OriginalKeys.self).name(.title, orOriginal: .originalTitle)
        releaseDate = try fields.day(.releaseDate)
        overview = try fields.text(.overview, upTo: ProviderLimits.overview)
        runtime = try fields.numberIfKnown(.runtime, upTo: ProviderLimits.runtime)
        posterPath = try fields.picture(.posterPath)
        stillPath = try fields.picture(.stillPath)
    }

    func isAnswer(to providerRequest: ProviderRequest) -> Bool { providerRequest == .movie(id) }
}

import DavenportAPI

extension Library.Film {
    /// Returns the film's title in a language, or the usual title if there is none.
    func title(in language: String) -> String { titles[language] ?? title }

    /// Returns the fields of the film that search results and details have in common.
    private func common(_ query: Query) -> [JSONValue.Member] {
        let votes = Votes(title)
        return [
            .init("adult", false), .init("backdrop_path", nil), .init("id", .integer(id)),
            .init("title", .string(title(in: query.language))), .init("original_title", .string(originalTitle ?? title)),
            .init("overview", ""),
            .init("poster_path", .string("/movie\(id).jpg")), .init("original_language", .string(language)),
            .init("popularity", votes.popularity), .init("release_date", .string(released?.description ?? "")), .init("video", false),
            .init("vote_average", votes.average), .init("vote_count", votes.count),
        ]
    }

    func result(_ query: Query) -> JSONValue { .object(common(query) + [.init("genre_ids", [18])]) }

    func details(_ query: Query) -> JSONValue {
        .object(
            common(query) + [
                .init("belongs_to_collection", nil), .init("budget", 0), .init("genres", [["id": 18, "name": "Drama"]]),
                .init("homepage", ""), .init("imdb_id", nil), .init("origin_country", []), .init("production_companies", []),
                .init("production_countries", []), .init("revenue", 0),
                .init("runtime", minutes.map(JSONValue.integer) ?? .null), .init("spoken_languages", []), .init("status", "Released"),
                .init("tagline", ""),
            ])
    }

    var credits: JSONValue { ["cast": cast.answers, "crew": []] }
}

import DavenportAPI

extension Library.Show {
    /// Returns the show's name in a language, or the usual name if there is none.
    func name(in language: String) -> String { names[language] ?? name }

    private func name(_ query: Query) -> String { name(in: query.language) }

    private var posterPath: JSONValue { hasPoster ? .string("/tv\(id).jpg") : nil }

    /// Returns the fields of the show that search results and details have in common, in TMDB's order.
    private func common(_ query: Query) -> [JSONValue.Member] {
        let votes = Votes(name)
        return [
            .init("adult", false), .init("backdrop_path", nil), .init("id", .integer(id)), .init("name", .string(name(query))),
            .init("original_name", .string(name)), .init("overview", ""), .init("poster_path", posterPath),
            .init("original_language", .string(language)), .init("popularity", votes.popularity),
            .init("first_air_date", .string(regularEpisodes.compactMap(\.airs).min()?.description ?? "")),
            .init("vote_average", votes.average), .init("vote_count", votes.count), .init("origin_country", [.string(country)]),
        ]
    }

    func result(_ query: Query) -> JSONValue { .object(common(query) + [.init("genre_ids", [18])]) }

    func details(_ query: Query, _ today: CalendarDate) -> JSONValue {
        let aired = regularEpisodes.filter { $0.airs.map { $0 <= today } ?? false }
        let next = regularEpisodes.first { $0.airs.map { $0 > today } ?? false }
        return .object(
            common(query) + [
                .init("created_by", []), .init("episode_run_time", []), .init("genres", [["id": 18, "name": "Drama"]]),
                .init("homepage", ""), .init("in_production", .boolean(!isOver)), .init("languages", [.string(language)]),
                .init("last_air_date", .orNull(aired.last?.airs)), .init("last_episode_to_air", aired.last.map(entry) ?? .null),
                .init("next_episode_to_air", next.map(entry) ?? .null), .init("networks", []),
                .init("number_of_episodes", .integer(regularEpisodes.count)),
                .init("number_of_seasons", .integer(seasons.count { $0.number > 0 })), .init("production_companies", []),
                .init("production_countries", []), .init("seasons", .list(seasons.map(entry))), .init("spoken_languages", []),
                .init("status", isOver ? "Ended" : "Returning Series"), .init("tagline", ""), .init("type", "Scripted"),
            ])
    }

    /// Returns a season in the form in which its show lists it.
    private func entry(_ season: Library.Season) -> JSONValue {
        [
            "air_date": .orNull(season.episodes.compactMap(\.airs).min()), "episode_count": .integer(season.episodes.count),
            "id": .integer(season.id), "name": .string(name(of: season)), "overview": "", "poster_path": posterPath(of: season),
            "season_number": .integer(season.number), "vote_average": Votes(name(of: season)).average,
        ]
    }

    private func name(of season: Library.Season) -> String { season.number == 0 ? "Specials" : "Season \(season.number)" }

    private func posterPath(of season: Library.Season) -> JSONValue { hasPoster ? .string("/tv\(id)s\(season.number).jpg") : nil }

    func details(of season: Library.Season, _ query: Query) -> JSONValue {
        [
            "_id": .string(CreditID.of("\(season.id)")), "air_date": .orNull(season.episodes.compactMap(\.airs).min()),
            "episodes": .list(season.episodes.map { entry($0).adding("crew", []).adding("guest_stars", guests(of: $0)) }),
            "name": .string(name(of: season)), "networks": [], "overview": "", "id": .integer(season.id),
            "poster_path": posterPath(of: season), "season_number": .integer(season.number),
            "vote_average": Votes(name(of: season)).average,
        ]
    }

    /// Returns an episode in the form in which its season and its show list it.
    private func entry(_ episode: Library.Episode) -> JSONValue {
        let isLast = seasons.first { $0.number == episode.season }?.episodes.last?.id == episode.id
        return [
            "air_date": .orNull(episode.airs), "episode_number": .integer(episode.number),
            "episode_type": isLast ? "finale" : "standard", "id": .integer(episode.id), "name": .string(episode.title),
            "overview": "", "production_code": "", "runtime": episode.minutes.map(JSONValue.integer) ?? .null,
            "season_number": .integer(episode.season), "show_id": .integer(id), "still_path": nil,
            "vote_average": Votes(episode.title).average, "vote_count": Votes(episode.title).count,
        ]
    }

    func details(of episode: Library.Episode) -> JSONValue {
        var details = entry(episode).adding("crew", []).adding("guest_stars", guests(of: episode))
        details["show_id"] = nil
        return details
    }

    // MARK: Credits

    var credits: JSONValue { ["cast": cast.answers, "crew": []] }

    func credits(of episode: Library.Episode) -> JSONValue {
        ["cast": cast.answers, "crew": [], "guest_stars": guests(of: episode)]
    }

    private func guests(of episode: Library.Episode) -> JSONValue { episode.guests.answers }
}

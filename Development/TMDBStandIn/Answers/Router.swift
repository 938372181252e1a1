import DavenportAPI

/// Finds the answer to a request by its path in TMDB's API, below `/3`.
struct Router {
    let library: Library
    let today: CalendarDate
    /// The beginning of all URLs of images, such as `http://127.0.0.1:8123/t/p/`.
    let imageBase: String

    /// Returns the correct answer for a path.
    /// - Throws: `StandInRefusal` with TMDB's error; `RejectedQuery` for a search without words, whose error has another form
    ///   at TMDB.
    func answer(_ path: [Substring], _ query: Query) throws -> JSONValue {
        switch path.count {
        case 1 where path[0] == "configuration": return ConfigurationAnswer.answer(imageBase: imageBase)
        case 2 where path[0] == "search": return try Search(library: library, query: query).answer(path[1])
        case 2 where path[0] == "find": return found(path[1], query)
        case 2 where path[0] == "movie":
            return try film(path[1]).details(query).appending(query, ["credits": { try film(path[1]).credits }])
        case 3 where path[0] == "movie" && path[2] == "credits":
            let film = try film(path[1])
            return film.credits.adding("id", .integer(film.id))
        case 2... where path[0] == "tv": return try show(path.dropFirst(), query)
        default: throw StandInRefusal.notFound
        }
    }

    private func show(_ path: ArraySlice<Substring>, _ query: Query) throws -> JSONValue {
        let (path, found) = (Array(path.dropFirst()), path.first.flatMap(Self.number).flatMap(library.show))
        guard let show = found else { throw StandInRefusal.notFound }
        if path.isEmpty { return try show.details(query, today).appending(query, ["credits": { show.credits }]) }
        if path == ["credits"] { return show.credits.adding("id", .integer(show.id)) }
        guard path.count >= 2, path[0] == "season", let season = show.seasons.first(where: { $0.number == Self.number(path[1]) }) else {
            throw StandInRefusal.notFound
        }
        if path.count == 2 { return try show.details(of: season, query).appending(query, ["credits": { show.credits }]) }
        guard (4...5).contains(path.count), path[2] == "episode",
            let episode = season.episodes.first(where: { $0.number == Self.number(path[3]) })
        else { throw StandInRefusal.notFound }
        if path.count == 4 { return try show.details(of: episode).appending(query, ["credits": { show.credits(of: episode) }]) }
        guard path[4] == "credits" else { throw StandInRefusal.notFound }
        return show.credits(of: episode).adding("id", .integer(episode.id))
    }

    /// Returns the shows that have an id at TheTVDB. The ids are invented: a show's own id, and a million more.
    private func found(_ id: Substring, _ query: Query) -> JSONValue {
        let show = query["external_source"] == "tvdb_id" ? Self.number(id).flatMap { library.show($0 - 1_000_000) } : nil
        return ["movie_results": [], "tv_results": .list([show?.result(query)].compactMap { $0 })]
    }

    private func film(_ text: Substring) throws -> Library.Film {
        guard let film = Self.number(text).flatMap(library.film) else { throw StandInRefusal.notFound }
        return film
    }

    /// Returns the number in a text; nil unless the text consists of digits only.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

extension JSONValue {
    func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        var object = self
        object[name] = value
        return object
    }

    /// Adds to the answer the parts that the parameter `append_to_response` names. Like TMDB, it ignores unknown names.
    /// - Throws: `StandInRefusal` if the parameter names too many parts.
    fileprivate func appending(_ query: Query, _ parts: [String: () throws -> JSONValue]) throws -> JSONValue {
        let names = query["append_to_response"]?.split(separator: ",").map(String.init) ?? []
        if names.count > 20 { throw StandInRefusal.tooManyAppended }
        return try names.reduce(self) { answer, name in
            guard let part = parts[name] else { return answer }
            return answer.adding(name, try part())
        }
    }
}

extension FieldMeanings {
    static let catalogue: FieldMeanings = [
        "query": .init(meaning: "A part of the title.", example: "sev"),
        "type": .init(meaning: "The kind of media to search; `multi` searches shows and movies."),
        "page": .init(example: 1),
        "totalPages": .init(example: 1),
        "results": .init(meaning: "The results, best match first."),
        "id": .init(meaning: "The provider's id.", example: 95396),
        "Movie.id": .init(meaning: "The provider's id.", example: 13),
        "showID": .init(meaning: "The provider's id of the show.", example: 95396),
        "movieID": .init(meaning: "The provider's id of the movie.", example: 13),
        "title": .init(example: "Severance"),
        "ShowSeason.title": .init(example: "Season 1"),
        "Season.title": .init(example: "Season 1"),
        "Episode.title": .init(example: "Good News About Hell"),
        "EpisodeDetails.title": .init(example: "Good News About Hell"),
        "Movie.title": .init(example: "Forrest Gump"),
        "year": .init(meaning: "The year of the first release.", example: 2022),
        "Movie.year": .init(meaning: "The year of the first release.", example: 1994),
        "overview": .init(meaning: "The provider's description.", example: "A team at Lumon Industries."),
        "posterURL": .init(
            meaning: "The URL of the poster on the provider's host, for clients that need one width. Others read `poster`.",
            example: "https://image.tmdb.org/t/p/w500/pPHpeI2X1qEd1CS1SeyrdhZ4qnT.jpg"),
        "poster": .init(meaning: "The poster in up to three widths, the narrowest first; absent if there is none."),
        "still": .init(
            meaning: """
                A wide picture of the show or the movie, never of an episode, in up to three widths, the narrowest first; absent if \
                there is none.
                """),
        "MediaPicture.width": .init(meaning: "The width in pixels.", example: 342),
        "MediaPicture.url": .init(
            meaning: "The URL of the picture on the provider's host.",
            example: "https://image.tmdb.org/t/p/w342/pPHpeI2X1qEd1CS1SeyrdhZ4qnT.jpg"),
        "seasons": .init(meaning: "The seasons by number. Season 0 contains the specials."),
        "season": .init(meaning: "The season's number. Season 0 contains the specials.", example: 1),
        "episode": .init(example: 1),
        "episodes": .init(meaning: "The episodes by number. Numbers may have gaps."),
        "episodeCount": .init(example: 9),
        "airDate": .init(meaning: "The date of the first broadcast, past or future.", example: "2022-02-18"),
        "runtime": .init(meaning: "The running time in minutes.", example: 57),
        "rating": .init(meaning: "The average rating by the provider's users, 0 to 10.", example: 8.1),
        "cast": .init(meaning: "The show's regular cast and the episode's guests."),
        "name": .init(example: "Adam Scott"),
        "character": .init(meaning: "The name of the character; empty if unknown.", example: "Mark Scout"),
        "attribution": .init(meaning: "The attribution to show beside the data.", example: .string(Attribution.text)),
        "stale": .init(meaning: "True if the copy is outdated and the server couldn't refresh it yet; absent otherwise.", example: true),
    ]
}

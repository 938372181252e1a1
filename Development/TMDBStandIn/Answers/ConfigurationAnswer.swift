import DavenportAPI

/// TMDB's answer at `/configuration`: the URL and the sizes of images.
enum ConfigurationAnswer {
    static let posterSizes = ["w92", "w154", "w185", "w342", "w500", "w780", "original"]

    static func answer(imageBase: String) -> JSONValue {
        [
            "images": [
                "base_url": .string(imageBase),
                "secure_base_url": .string(imageBase),
                "backdrop_sizes": ["w300", "w780", "w1280", "original"],
                "logo_sizes": ["w45", "w92", "w154", "w185", "w300", "w500", "original"],
                "poster_sizes": .list(posterSizes.map(JSONValue.string)),
                "profile_sizes": ["w45", "w185", "h632", "original"],
                "still_sizes": ["w92", "w185", "w300", "original"],
            ],
            "change_keys": ["air_date", "episode", "name", "overview", "season", "title"],
        ]
    }
}

extension AreaContract {
    /// What there is to watch, as TMDB knows it.
    public static let catalogue = AreaContract(
        "catalogue",
        chapters: [
            Chapter(
                "Catalogue", "Shows, seasons, episodes and movies. \(Attribution.text)", Endpoints.media)
        ],
        codes: [.catalogueUnavailable],
        words: .catalogue)
}

/// What TMDB asks everybody to say who shows what it knows.
package enum Attribution {
    package static let text = "This product uses the TMDB API but is not endorsed or certified by TMDB."
}

extension Problem.Code {
    /// No catalogue is configured, or it is away and what is asked for isn't kept here. The header `Retry-After` says when it may be back,
    /// where that is known.
    public static let catalogueUnavailable = Self("catalogue_unavailable", 503, "The catalogue is not available.")
}

extension Problem {
    /// The catalogue can't say; again after so many seconds, where that may help.
    package static func catalogueUnavailable(retryAfter: Int?) -> Problem {
        Problem(.catalogueUnavailable, retryAfter: retryAfter)
    }
}

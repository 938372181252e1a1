extension AreaContract {
    /// The contract for the catalogue of shows and movies, which comes from TMDB.
    public static let catalogue = AreaContract(
        "catalogue",
        chapters: [
            Chapter(
                "Catalogue", "Shows, seasons, episodes and movies. \(Attribution.text)", Endpoints.media)
        ],
        codes: [.catalogueUnavailable],
        meanings: .catalogue)
}

/// The attribution that TMDB requires clients to show beside its data.
package enum Attribution {
    package static let text = "This product uses the TMDB API but is not endorsed or certified by TMDB."
}

extension Problem.Code {
    /// No catalogue is configured, or the provider is unavailable and the server has no cached copy. The header
    /// `Retry-After` has the number of seconds after which to retry, if the server knows it.
    public static let catalogueUnavailable = Self("catalogue_unavailable", 503, "The catalogue is not available.")
}

extension Problem {
    /// Returns the problem for a request that needs the catalogue when the catalogue is unavailable.
    /// - Parameter retryAfter: the number of seconds after which to retry; nil if retrying won't help or the time is
    ///   unknown.
    package static func catalogueUnavailable(retryAfter: Int?) -> Problem {
        Problem(.catalogueUnavailable, retryAfter: retryAfter)
    }
}

import TMDBStandIn

extension CatalogueFixture {
    /// Changes a season of Severance at the provider.
    func change(season number: Int, _ change: (inout Library.Season) -> Void) {
        tmdb.change { library in
            guard let show = library.shows.firstIndex(where: { $0.id == Self.severance }),
                let season = library.shows[show].seasons.firstIndex(where: { $0.number == number })
            else { return }
            change(&library.shows[show].seasons[season])
        }
    }

    /// Changes an episode of Severance at the provider.
    func change(season: Int, episode number: Int, _ change: (inout Library.Episode) -> Void) {
        self.change(season: season) { season in
            guard let index = season.episodes.firstIndex(where: { $0.number == number }) else { return }
            change(&season.episodes[index])
        }
    }
}

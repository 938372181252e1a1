import TMDBStandIn

extension CatalogueFixture {
    /// Changes Severance at the provider.
    func change(_ change: (inout Library.Show) -> Void) {
        tmdb.change { library in
            guard let show = library.shows.firstIndex(where: { $0.id == Self.severance }) else { return }
            change(&library.shows[show])
        }
    }

    /// Changes a season of Severance at the provider.
    func change(season number: Int, _ change: (inout Library.Season) -> Void) {
        self.change { show in
            guard let season = show.seasons.firstIndex(where: { $0.seasonNumber == number }) else { return }
            change(&show.seasons[season])
        }
    }

    /// Changes an episode of Severance at the provider.
    func change(season: Int, episode number: Int, _ change: (inout Library.Episode) -> Void) {
        self.change(season: season) { season in
            guard let index = season.episodes.firstIndex(where: { $0.episodeNumber == number }) else { return }
            change(&season.episodes[index])
        }
    }
}

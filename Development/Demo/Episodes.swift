import DavenportAPI

/// A show with its id at TMDB and the titles of its episodes.
struct Show: Sendable {
    let id: Int
    let title: String
    /// The titles of the episodes by the season's number, from episode 1 on.
    let episodes: [Int: [String]]

    func episode(_ season: Int, _ number: Int) -> NewSubject {
        .tv(
            showID: id, season: season, episode: number, showTitle: title,
            episodeTitle: episodes[season]?.dropFirst(number - 1).first)
    }
}

extension Show {
    static let severance = Show(
        id: 95396, title: "Severance",
        episodes: [
            1: [
                "Good News About Hell", "Half Loop", "In Perpetuity", "The You You Are", "The Grim Barbarity of Optics and Design",
                "Hide and Seek", "Defiant Jazz", "What's for Dinner?", "The We We Are",
            ],
            2: [
                "Hello, Ms. Cobel", "Goodbye, Mrs. Selvig", "Who Is Alive?", "Woe's Hollow", "Trojan's Horse", "Attila", "Chikhai Bardo",
                "Sweet Vitriol", "The After Hours", "Cold Harbor",
            ],
        ])

    static let theBear = Show(
        id: 136_315, title: "The Bear",
        episodes: [
            2: ["Beef", "Pasta", "Sundae", "Honeydew", "Pop", "Fishes", "Forks", "Bolognese", "Omelette", "The Bear"]
        ])

    static let slowHorses = Show(
        id: 95480, title: "Slow Horses",
        episodes: [1: ["Failure's Contagious", "Work Drinks", "Bad Tradecraft", "Visiting Hours", "Fiasco", "Follies"]])
}

extension NewSubject {
    static let beforeSunrise = NewSubject.movie(movieID: 76, title: "Before Sunrise")
    static let beforeSunset = NewSubject.movie(movieID: 80, title: "Before Sunset")
    static let beforeMidnight = NewSubject.movie(movieID: 132_344, title: "Before Midnight")
}

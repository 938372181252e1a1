import DavenportAPI
import Postgres

extension Subject.Kind: PostgresCodable {}

extension Subject {
    init(_ row: Row) throws {
        let kind: Kind = try row["kind"]
        switch kind {
        case .tv:
            self = .tv(
                showID: try row["show_id"], season: try row["season"], episode: try row["episode"], showTitle: try row["show_title"],
                episodeTitle: try row["episode_title"])
        case .movie: self = .movie(movieID: try row["movie_id"], title: try row["title"])
        default: self = .custom(title: try row["title"])
        }
    }
}

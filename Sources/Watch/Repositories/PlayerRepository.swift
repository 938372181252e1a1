import DavenportAPI
import Domain
import Foundation
import Postgres

/// Finds the rooms that an event of a player is about.
struct PlayerRepository: Repository {
    let transaction: TenantTransaction

    /// A room that its member hasn't watched, with the titles by which a player may know it.
    struct Unwatched: Sendable {
        let id: UUID
        let title: String
        /// TMDB's id of the show; nil for a film.
        let showID: Int?
    }

    /// Returns the rooms about an episode or a film that a member hasn't watched, by id. Titles aren't compared, except
    /// that a film with an id matches by the id alone.
    func unwatched(_ thing: PlayerReport.Thing, by userID: UUID) async throws -> [Unwatched] {
        let isAbout: SQL =
            switch thing {
            case .episodes(_, let season, let numbers):
                """
                r.kind = 'tv' AND r.season::bigint = \(season)::bigint
                    AND r.episode::bigint BETWEEN \(numbers.lowerBound)::bigint AND \(numbers.upperBound)::bigint
                """
            case .movie(let movieID?, _): "r.kind = 'movie' AND r.movie_id = \(movieID)::bigint"
            case .movie(nil, _): "r.kind = 'movie'"
            }
        let rows = try await transaction.query(
            """
            SELECT r.id, coalesce(r.show_title, r.title) AS title, r.show_id FROM memberships AS m
            JOIN rooms AS r ON r.tenant_id = \(transaction.tenantID) AND r.id = m.room_id
            WHERE m.tenant_id = \(transaction.tenantID) AND m.user_id = \(userID) AND m.completed_at = 'infinity'
                AND m.watched_at IS NULL AND \(fragment: isAbout)
            ORDER BY r.id
            """)
        return try rows.map { Unwatched(id: try $0["id"], title: try $0["title"], showID: try $0["show_id"]) }
    }
}

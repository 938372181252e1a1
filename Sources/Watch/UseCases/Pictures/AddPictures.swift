import DavenportAPI
import Domain
import Foundation

/// Adds the catalogue's pictures to rooms and groups (rule 8.15). They come from the catalogue's cache and the stored
/// answers, so this happens after the transaction that read the rooms, and waits for no provider.
struct AddPictures {
    let guide: MediaGuide?

    /// Adds the pictures of their episodes' shows and of their movies to rooms.
    func callAsFunction(to rooms: [Room]) async -> [Room] {
        zip(rooms, await pictures(of: rooms.map { $0.subject })).map { room, found in
            var room = room
            (room.poster, room.still) = (found?.poster, found?.still)
            return room
        }
    }

    /// Returns the posters of what rooms are about, by the rooms' ids. A room without one is left out.
    func posters(of subjects: [UUID: Subject]) async -> [UUID: [MediaPicture]] {
        let rooms = Array(subjects)
        let found = await pictures(of: rooms.map { $0.value })
        return zip(rooms, found).reduce(into: [:]) { posters, room in posters[room.0.key] = room.1?.poster }
    }

    /// Returns the pictures of an episode's show or a movie for each subject; nil for one without any.
    private func pictures(of subjects: [Subject]) async -> [MediaPictures?] {
        let ids = subjects.map { $0.pictured }
        guard let guide else { return ids.map { _ in nil } }
        let pictures = await guide.pictures(Set(ids.compactMap { $0.show }), Set(ids.compactMap { $0.movie }))
        return ids.map { id in id.show.flatMap { pictures.shows[$0] } ?? id.movie.flatMap { pictures.movies[$0] } }
    }

    /// Adds the pictures of their shows to groups. A group that watches movies or custom titles has none.
    func callAsFunction(to groups: [Group]) async -> [Group] {
        guard let guide else { return groups }
        let pictures = await guide.pictures(Set(groups.compactMap { $0.showID }.filter { $0 > 0 }), []).shows
        return groups.map { group in
            var group = group
            let found = group.showID.flatMap { pictures[$0] }
            (group.poster, group.still) = (found?.poster, found?.still)
            return group
        }
    }
}

extension Subject {
    /// The catalogue's id of the show or of the movie; nil for a show that is known by its title, and for custom titles.
    fileprivate var pictured: (show: Int?, movie: Int?) {
        switch self {
        case .tv(let showID, _, _, _, _): (showID > 0 ? showID : nil, nil)
        case .movie(let movieID, _): (nil, movieID)
        case .custom: (nil, nil)
        }
    }
}

extension UseCases {
    /// Returns a room with the pictures of its show or movie.
    func pictured(_ room: Room) async -> Room { await pictured([room])[0] }

    /// Returns rooms with the pictures of their shows and movies.
    func pictured(_ rooms: [Room]) async -> [Room] { await AddPictures(guide: guide)(to: rooms) }

    /// Returns groups with the pictures of their shows.
    func pictured(_ groups: [Group]) async -> [Group] { await AddPictures(guide: guide)(to: groups) }

    /// Returns a room that was created, with the pictures of its show or movie.
    func pictured(_ created: Created<Room>) async -> Created<Room> {
        Created(await pictured(created.value), isNew: created.isNew)
    }
}

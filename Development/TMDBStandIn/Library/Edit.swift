import DavenportAPI

/// A change of a show, season, episode or film, such as TMDB's editors make. Programs send an edit as JSON in the field
/// `edit` of a request to `/control`.
public struct Edit: Sendable, Decodable {
    public enum Action: String, Sendable, Decodable {
        /// Gives a season the new number `to`. If the edit names an episode, gives that episode the new number.
        case renumber
        /// Moves an episode to the air date `airs`. If the edit has no `airs`, the air date becomes unknown.
        case move
        /// Gives the title `title` to a show, an episode or a film.
        case rename
        /// Removes a show, a season, an episode or a film. The entries after it keep their numbers.
        case remove
    }

    let action: Action
    let show: Int?
    let season: Int?
    let episode: Int?
    let film: Int?
    let to: Int?
    let airs: CalendarDate?
    let title: String?

    public init(
        _ action: Action, show: Int? = nil, season: Int? = nil, episode: Int? = nil, film: Int? = nil, to: Int? = nil,
        airs: CalendarDate? = nil, title: String? = nil
    ) {
        (self.action, self.show, self.season, self.episode, self.film) = (action, show, season, episode, film)
        (self.to, self.airs, self.title) = (to, airs, title)
    }
}

/// The error for an edit of a show, season, episode or film that doesn't exist, or for an edit without a value that it
/// needs.
public struct CannotEdit: Error, CustomStringConvertible {
    public let description: String
}

extension Library {
    /// Applies an edit to the shows and films.
    /// - Throws: `CannotEdit` if what the edit changes doesn't exist, or if the edit lacks a value.
    public mutating func apply(_ edit: Edit) throws {
        if let film = edit.film {
            guard let index = films.firstIndex(where: { $0.id == film }) else { throw CannotEdit(description: "There is no film \(film).") }
            switch (edit.action, edit.title) {
            case (.remove, _): films.remove(at: index)
            case (.rename, let title?): films[index].title = title
            default: throw CannotEdit(description: "A film can be removed, or renamed with a title.")
            }
            return
        }
        guard let index = shows.firstIndex(where: { $0.id == edit.show }) else {
            throw CannotEdit(description: "There is no show \(edit.show ?? 0).")
        }
        switch (edit.action, edit.season, edit.title) {
        case (.remove, nil, _): shows.remove(at: index)
        case (.rename, nil, let title?): shows[index].name = title
        default: try shows[index].apply(edit)
        }
    }
}

extension Library.Show {
    fileprivate mutating func apply(_ edit: Edit) throws {
        guard let index = seasons.firstIndex(where: { $0.number == edit.season }) else {
            throw CannotEdit(description: "The show \(id) has no season \(edit.season.map(String.init) ?? "that was named").")
        }
        if edit.episode != nil { return try seasons[index].apply(edit) }
        switch (edit.action, edit.to) {
        case (.remove, _): seasons.remove(at: index)
        case (.renumber, let number?) where !seasons.contains { $0.number == number }:
            seasons[index].number = number
            for episode in seasons[index].episodes.indices { seasons[index].episodes[episode].season = number }
            seasons.sort { $0.number < $1.number }
        default: throw CannotEdit(description: "A season can be removed, or renumbered to one that isn't there.")
        }
    }
}

extension Library.Season {
    fileprivate mutating func apply(_ edit: Edit) throws {
        guard let index = episodes.firstIndex(where: { $0.number == edit.episode }) else {
            throw CannotEdit(description: "The season \(number) has no episode \(edit.episode ?? 0).")
        }
        switch (edit.action, edit.to, edit.title) {
        case (.remove, _, _): episodes.remove(at: index)
        case (.move, _, _): episodes[index].airs = edit.airs
        case (.rename, _, let title?): episodes[index].title = title
        case (.renumber, let number?, _) where !episodes.contains { $0.number == number }:
            episodes[index].number = number
            episodes.sort { $0.number < $1.number }
        default: throw CannotEdit(description: "An episode can be removed, moved, renamed, or renumbered to one that isn't there.")
        }
    }
}

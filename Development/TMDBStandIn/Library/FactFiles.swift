import CivilCalendar
import DavenportAPI
import Foundation

/// Reads the shows and films from the files in the folder `Facts`, which are built into the program. Each show has a
/// file of its own, and one file has all films.
///
///     {"id": 95396, "name": "Severance", "country": "US", "cast": [["Adam Scott", "Mark Scout"]],
///      "seasons": [{"number": 1, "episodes": [["Good News About Hell", "2022-02-17", 57]], "guests": {"1": [["…", "…"]]}}]}
///
/// The list of an episode has its title, its air date and its length in minutes. The last two may be null. Dates are
/// either such as `2022-02-17`, or relative to the stand-in's current day: `today-7`, `today+14`.
enum FactFiles {
    /// The names of the files with shows. Add a new file here.
    private static let showFiles = [
        PackageResources.breaking_bad_json, PackageResources.chernobyl_json, PackageResources.fleabag_json,
        PackageResources.game_of_thrones_json, PackageResources.severance_json, PackageResources.sherlock_json,
        PackageResources.slow_horses_json, PackageResources.the_bear_json, PackageResources.the_last_ferry_json,
    ]

    static func shows(today: CalendarDate) throws -> [Library.Show] {
        try showFiles.map { try JSONDecoder().decode(ShowFile.self, from: Data($0)).show(today) }
    }

    static func films(today: CalendarDate) throws -> [Library.Film] {
        try JSONDecoder().decode([FilmFile].self, from: Data(PackageResources.films_json)).map { try $0.film(today) }
    }
}

private struct ShowFile: Decodable {
    struct SeasonFile: Decodable {
        let number: Int
        let episodes: [EpisodeFile]
        /// The guests of each episode, as pairs of an actor and a character, by the episode's number as text; nil
        /// without guests.
        let guests: [String: [[String]]]?
    }

    let id: Int
    let name: String
    let names: [String: String]?
    let language: String?
    let country: String
    let isOver: Bool?
    let hasPoster: Bool?
    let cast: [[String]]
    let seasons: [SeasonFile]

    func show(_ today: CalendarDate) throws -> Library.Show {
        Library.Show(
            id: id, name: name, names: names ?? [:], language: language ?? "en", country: country, isOver: isOver ?? false,
            hasPoster: hasPoster ?? true, cast: try credits(cast), seasons: try seasons.map { try season($0, today) })
    }

    private func season(_ file: SeasonFile, _ today: CalendarDate) throws -> Library.Season {
        let ownID = id * 100 + file.number
        return Library.Season(
            id: ownID, number: file.number,
            episodes: try file.episodes.enumerated().map { index, episode in
                Library.Episode(
                    id: ownID * 100 + index + 1, season: file.number, number: index + 1, title: episode.title,
                    airs: try date(episode.airs, today), minutes: episode.minutes,
                    guests: try credits(file.guests?[String(index + 1)] ?? []))
            })
    }
}

/// An episode in a file, such as `["Good News About Hell", "2022-02-17", 57]`.
private struct EpisodeFile: Decodable {
    let title: String
    let airs: String?
    let minutes: Int?

    init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        title = try parts.decode(String.self)
        airs = try parts.decode(String?.self)
        minutes = try parts.decode(Int?.self)
    }
}

private struct FilmFile: Decodable {
    let id: Int
    let title: String
    let titles: [String: String]?
    let originalTitle: String?
    let language: String?
    let released: String?
    let minutes: Int?
    let cast: [[String]]?

    func film(_ today: CalendarDate) throws -> Library.Film {
        Library.Film(
            id: id, title: title, titles: titles ?? [:], originalTitle: originalTitle, language: language ?? "en",
            released: try date(released, today), minutes: minutes, cast: try credits(cast ?? []))
    }
}

/// The error for an impossible value in a file of shows or films.
struct WrongFact: Error, CustomStringConvertible {
    let description: String
}

private func credits(_ pairs: [[String]]) throws -> [Library.Credit] {
    try pairs.map { pair in
        guard pair.count == 2 else { throw WrongFact(description: "Not an actor and a character: \(pair)") }
        return Library.Credit(actor: pair[0], character: pair[1])
    }
}

private func date(_ text: String?, _ today: CalendarDate) throws -> CalendarDate? {
    guard let text else { return nil }
    if let date = CalendarDate(text) { return date }
    guard text.hasPrefix("today"), let days = Int(text.dropFirst(5)), (-9999...9999).contains(days) else {
        throw WrongFact(description: "Not a date: \(text)")
    }
    let day = CivilDay(
        daysSince1970: CivilDay(year: today.year, month: today.month, day: today.day).daysSince1970 + days)
    return CalendarDate(year: day.year, month: day.month, day: day.day)
}

import Foundation
import UntrustedText

/// Reads the files in which other services give people their history. The files must be unpacked.
public enum WatchHistory {
    /// A service whose files can be read.
    public enum Service: Sendable {
        case trakt
        case tvTime
    }

    /// A file of an export.
    public struct File: Sendable {
        /// The file's name without its folder. It decides what the file contains.
        public let name: String
        public let bytes: [UInt8]

        public init(name: String, bytes: [UInt8]) {
            (self.name, self.bytes) = (name, bytes)
        }
    }

    /// A file that can't be read.
    public struct Fault: Error, Equatable, CustomStringConvertible {
        /// The file's name.
        public let file: String
        /// What is wrong, as the rest of a sentence that begins with the file's name.
        public let reason: String

        public var description: String { "\(file) \(reason)" }
    }

    /// What the files of a service hold.
    public struct Reading: Sendable, Equatable {
        /// One item for each episode or movie, with its earliest play. The items are sorted by that play, earliest first.
        public let items: [HistoryItem]
        /// The plays from which no item was made, in the order of the files.
        public let leftOut: [LeftOut]
    }

    /// A play from which no item was made.
    public struct LeftOut: Sendable, Equatable, CustomStringConvertible {
        /// The file's name.
        public let file: String
        /// The line on which the play begins, from 1.
        public let line: Int
        /// The play's position in the file, from 1: a file may have all of them on one line.
        public let entry: Int
        /// Why, as the rest of a sentence about the play.
        public let reason: String

        public var description: String { "\(file), line \(line), entry \(entry): it \(reason)." }
    }

    /// Reads the files of a service. Other files are skipped.
    ///
    /// Of Trakt's export it reads `watched-history.json` and its further parts, or else those that begin with
    /// `watched-movies` and `watched-shows`. Of TV Time's it reads episodes from `tracking-prod-records-v2.csv`, and films
    /// from `tracking-prod-records.csv`.
    /// - Parameter now: the current time. A play that lies ahead of it is left out.
    /// - Throws: `Fault` if a file isn't what its name says, so that no part of a history is missed unseen.
    public static func read(_ files: [File], from service: Service, now: Date = Date()) throws(Fault) -> Reading {
        var (items, leftOut) = ([HistoryItem](), [LeftOut]())
        for file in files {
            for entry in try entries(of: file, among: files, from: service) {
                for play in entry.plays {
                    switch play.possible(at: now) {
                    case .item(let item): items.append(item)
                    case .leftOut(let reason):
                        leftOut.append(LeftOut(file: file.name, line: entry.line, entry: entry.number, reason: reason))
                    }
                }
            }
        }
        return Reading(items: earliest(items), leftOut: leftOut)
    }

    /// Reads the files of Trakt's export, without saying what it leaves out.
    /// - Returns: an item for each different thing, with its earliest play, earliest first.
    /// - Throws: `Fault` if a file isn't a JSON list.
    public static func trakt(_ files: [File]) throws(Fault) -> [HistoryItem] { try read(files, from: .trakt).items }

    /// Reads the files of TV Time's export, without saying what it leaves out.
    /// - Returns: an item for each different thing, with its earliest play, earliest first.
    /// - Throws: `Fault` if a file isn't UTF-8 or has a quote without its end.
    public static func tvTime(_ files: [File]) throws(Fault) -> [HistoryItem] { try read(files, from: .tvTime).items }

    /// Splits items into requests within the server's limits of number and size.
    public static func requests(_ items: [HistoryItem]) -> [HistoryItems] {
        var requests: [[HistoryItem]] = [[]]
        // The rest of the limit is for the request's other bytes.
        var room = RequestBody.jsonLimit - 1024
        for item in items {
            let size = ((try? JSONEncoder.wire.encode(item).count) ?? 0) + 1
            if requests[requests.count - 1].count == HistoryLimits.items || size > room {
                requests.append([])
                room = RequestBody.jsonLimit - 1024
            }
            requests[requests.count - 1].append(item)
            room -= size
        }
        return requests.filter { !$0.isEmpty }.map(HistoryItems.init)
    }

    /// An entry of a file, and the plays that it holds.
    private struct Entry {
        let line: Int
        let number: Int
        let plays: [HistoryPlay]
    }

    /// Returns the entries of a file; none if the file isn't one that is read.
    private static func entries(of file: File, among files: [File], from service: Service) throws(Fault) -> [Entry] {
        switch service {
        case .trakt:
            let hasHistory = files.contains { $0.name.hasPrefix("watched-history") }
            if hasHistory {
                return file.name.hasPrefix("watched-history") ? try elements(of: file) { TraktPlay.play($0).map { [$0] } ?? [] } : []
            }
            if file.name.hasPrefix("watched-movies") { return try elements(of: file) { [TraktPlay.movie($0)] } }
            return file.name.hasPrefix("watched-shows") ? try elements(of: file, TraktPlay.show) : []
        case .tvTime:
            switch file.name {
            case "tracking-prod-records-v2.csv": return try rows(of: file, TVTimePlay.episode)
            case "tracking-prod-records.csv": return try rows(of: file, TVTimePlay.film)
            default: return []
            }
        }
    }

    /// Returns the earliest play of each different thing, earliest first.
    private static func earliest(_ plays: [HistoryItem]) -> [HistoryItem] {
        var seen: Set<String> = []
        return plays.sorted { $0.watchedAt < $1.watchedAt }.filter { seen.insert($0.thing).inserted }
    }

    /// Returns the elements of a file that is a JSON list.
    private static func elements(of file: File, _ plays: (JSONValue) -> [HistoryPlay]) throws(Fault) -> [Entry] {
        guard case .list(let elements)? = try? JSONValue(untrustedJSON: file.bytes) else {
            throw Fault(file: file.name, reason: "isn't a JSON list.")
        }
        let lines = JSONLines.ofElements(file.bytes)
        return elements.enumerated().map { index, element in
            Entry(line: index < lines.count ? lines[index] : 1, number: index + 1, plays: plays(element))
        }
    }

    /// Returns the rows of a CSV file after its first, which has the names of the columns.
    private static func rows(of file: File, _ play: ([String: String]) -> HistoryPlay?) throws(Fault) -> [Entry] {
        guard let text = String(validating: file.bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw Fault(file: file.name, reason: "isn't UTF-8.")
        }
        let rows: [CSV.Row]
        do throws(CSV.OpenQuote) { rows = try CSV.rows(text) } catch {
            throw Fault(file: file.name, reason: "has a quote without its end, which begins on line \(error.line).")
        }
        guard let names = rows.first?.values.map(\.trimmed) else { return [] }
        return rows.dropFirst().enumerated().map { index, row in
            let values = Dictionary(zip(names, row.values)) { first, _ in first }
            return Entry(line: row.line, number: index + 1, plays: play(values).map { [$0] } ?? [])
        }
    }
}

/// A play in a file: the item for it, or why there is none.
enum HistoryPlay {
    case item(HistoryItem)
    /// The reason is the rest of a sentence about the play.
    case leftOut(String)

    static let timeless = HistoryPlay.leftOut("has no time that can be read")
    static let nameless = HistoryPlay.leftOut("names no episode or film that can be looked up")

    /// The same play, unless its time can't be: the server takes none before 1900, and none that lies ahead.
    func possible(at now: Date) -> HistoryPlay {
        guard case .item(let item) = self, !(HistoryLimits.earliest...max(now, HistoryLimits.earliest)).contains(item.watchedAt) else {
            return self
        }
        return .leftOut("was watched at \(Timestamp.text(item.watchedAt)), which can't be")
    }
}

extension HistoryItem {
    /// What the item is about, as a text that is equal for two items about one thing.
    fileprivate var thing: String {
        guard let subject else { return "\(tvdbID ?? 0) \(season ?? 0) \(episode ?? 0) \(year ?? 0) \(title?.folded ?? "")" }
        let show = subject.showID.map { "\($0)" } ?? subject.showTitle?.folded ?? ""
        let movie = subject.movieID.map { "\($0)" } ?? subject.title?.folded ?? ""
        return "\(subject.kind) \(show) \(subject.season ?? 0) \(subject.episode ?? 0) \(movie)"
    }
}

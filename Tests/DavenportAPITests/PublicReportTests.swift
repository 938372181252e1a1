import DavenportAPI
import Foundation
import Testing

/// A file of another service, and the items that it must give, as text.
struct HistoryReport: Sendable {
    let source: String
    let service: WatchHistory.Service
    let file: String
    let text: String
    let items: [String]
    var leftOut: [String] = []
}

/// Inputs that users of other products reported as failing there. Each names the project and the issue, pull request or
/// page; the texts are written anew.
@Suite("rules 17 and 25: files that other products stumbled over")
struct PublicReportTests {
    static let films: String = "tracking-prod-records.csv"
    static let episodes: String = "tracking-prod-records-v2.csv"

    static let histories: [HistoryReport] = [
        HistoryReport(
            source: "cenodude/CrossWatch#465 and #470: an unknown date is the beginning of 1970", service: .trakt,
            file: "watched-history-1.json",
            text: #"[{"watched_at": "1970-01-01T00:00:00.000Z", "type": "movie", "movie": {"title": "Heat", "ids": {"tmdb": 949}}}]"#,
            items: ["movie 949 Heat 1970-01-01T00:00:00.000Z"]),
        HistoryReport(
            source: "xbgmsharp/trakt#3: the id at TMDB is 0", service: .trakt, file: "watched-history-1.json",
            text: """
                [{"watched_at": "2016-05-28T22:01:01.000Z", "type": "episode", "episode": {"season": 4, "number": 4, "ids": {"tmdb": 0}},
                  "show": {"title": "Bush People", "ids": {"tmdb": "0"}}}]
                """,
            items: ["tv Bush People 4 4 2016-05-28T22:01:01.000Z"]),
        HistoryReport(
            source: "lukearran/TvTimeToTrakt#1: the order of the columns has changed", service: .tvTime, file: episodes,
            text: "ep_no,created_at,s_no,user_id,s_id,key\n8,2021-11-03 20:00:00,7,1,81189,watch-episode-1\n",
            items: ["tvdb 81189 7 8 2021-11-03T20:00:00.000Z"]),
        HistoryReport(
            source: "FuzzyGrim/Yamtrack#1540: a column is missing altogether", service: .tvTime, file: episodes,
            text: "key,s_id,s_no,ep_no,created_at\nwatch-episode-1,81189,7,8,2021-11-03 20:00:00\nwatch-episode-2,81189\n",
            items: ["tvdb 81189 7 8 2021-11-03T20:00:00.000Z"], leftOut: ["\(episodes), line 3, entry 2: it has no time that can be read."]),
        HistoryReport(
            source: "FuzzyGrim/Yamtrack#715: a time has a distance from UTC", service: .tvTime, file: films,
            text: "type,movie_name,release_date,created_at\nwatch,Heat,1995-12-15,2025-04-29 22:00:00+02:00\n",
            items: ["film Heat 1995 2025-04-29T20:00:00.000Z"]),
        HistoryReport(
            source: "damienhaynes/TraktRater#90: it was watched two hours from now", service: .trakt, file: "watched-movies.json",
            text: #"[{"last_watched_at": "2026-03-01T22:00:00Z", "movie": {"title": "Heat", "year": 1995}}]"#, items: [],
            leftOut: ["watched-movies.json, line 1, entry 1: it was watched at 2026-03-01T22:00:00.000Z, which can't be."]),
        HistoryReport(
            source: "FuzzyGrim/Yamtrack#1557: the import stops at each show that has an error", service: .trakt,
            file: "watched-history-1.json",
            text: """
                [
                  {"watched_at": "0001-01-01T00:00:00Z", "type": "movie", "movie": {"title": "A", "ids": {"tmdb": 1}}},
                  {"watched_at": "2025-01-01T00:00:00Z", "type": "episode", "episode": {"season": null, "number": 2}, "show": {"title": "B"}},
                  {"watched_at": "2025-01-01T00:00:00Z", "type": "movie", "movie": {"title": "C", "ids": {"tmdb": 3}}},
                  {"watched_at": null, "type": "movie", "movie": {"title": "D", "ids": {"tmdb": 4}}}
                ]
                """,
            items: ["movie 3 C 2025-01-01T00:00:00.000Z"],
            leftOut: [
                "watched-history-1.json, line 2, entry 1: it was watched at 0001-01-01T00:00:00.000Z, which can't be.",
                "watched-history-1.json, line 3, entry 2: it names no episode or film that can be looked up.",
                "watched-history-1.json, line 5, entry 4: it has no time that can be read.",
            ]),
        HistoryReport(
            source: "Kitsu (cgwire/kitsu)#514: an empty value shifts no column", service: .tvTime, file: films,
            text: "type,movie_name,rating,release_date,created_at\nwatch,Heat,,1995-12-15,2025-04-29 22:00:00\n",
            items: ["film Heat 1995 2025-04-29T22:00:00.000Z"]),
    ]

    /// Shows rule 25.9.
    @Test("A history that another product couldn't read gives its items, and names what it leaves out", arguments: histories.indices)
    func history(index: Int) throws {
        let report = Self.histories[index]
        let now = try #require(Timestamp.parse("2026-03-01T20:00:00Z"))
        let file = WatchHistory.File(name: report.file, bytes: Array(report.text.utf8))
        let reading = try WatchHistory.read([file], from: report.service, now: now)
        #expect(reading.items.map(Self.text) == report.items, "\(report.source)")
        #expect(reading.leftOut.map(\.description) == report.leftOut, "\(report.source)")
    }

    private static func text(_ item: HistoryItem) -> String {
        let at = Timestamp.text(item.watchedAt)
        guard let subject = item.subject else {
            return item.title.map { "film \($0) \(item.year ?? 0) \(at)" }
                ?? "tvdb \(item.tvdbID ?? 0) \(item.season ?? -1) \(item.episode ?? -1) \(at)"
        }
        if let movieID = subject.movieID { return "movie \(movieID) \(subject.title ?? "") \(at)" }
        return "\(subject.kind) \(subject.showTitle ?? subject.title ?? "") \(subject.season ?? -1) \(subject.episode ?? -1) \(at)"
    }

    static let subtitles: [(source: String, text: String, cues: [String])] = [
        (
            "byroot/pysrt#25: times without milliseconds",
            "1\n00:00:20 --> 00:00:24\nFruits.\n\n2\n00:00:24 --> 00:00:27\nBlessed.\n", ["20000-24000 Fruits.", "24000-27000 Blessed."]
        ),
        ("cdown/srt#55: seconds of one digit", "9999\n00:00:0,500 --> 00:00:2,00\nAn advertisement.\n", ["500-2000 An advertisement."]),
        ("cdown/srt#52: milliseconds of two digits", "1\n00:00:01,50 --> 00:00:02,75\nHi.\n", ["1500-2750 Hi."]),
        (
            "cdown/srt#92: a number with dots", "1490\n01:58:16,824 --> 01:58:23,789\n<i>Austria:\n1.567.202. </i>\n",
            ["7096824-7103789 Austria:\n1.567.202."]
        ),
        (
            "tkarabela/pysubs2#115: a line names two times",
            "1\n00:00:01,000 --> 00:00:02,000\nMeet at 10:00:00,000 to 11:00:00,000.\n", ["1000-2000 Meet at 10:00:00,000 to 11:00:00,000."]
        ),
        (
            "silviapfeiffer/silviapfeiffer.github.io#3 and cpetersen/srt#29: an empty line before the text",
            "336\n00:20:35,450 --> 00:20:37,080\nWe wait.\n\n337\n00:20:37,110 --> 00:20:39,110\n\nFine!\n\n"
                + "338\n00:20:41,580 --> 00:20:43,520\nMan.\n",
            ["1235450-1237080 We wait.", "1237110-1239110 Fine!", "1241580-1243520 Man."]
        ),
        (
            "ripose-jp/Memento#68: a cue without text, and several empty lines",
            "26\n0:02:19,390 --> 0:02:26,990\na\n\n27\n0:02:26,990 --> 0:03:03,370\n\n\n28\n0:03:03,370 --> 0:03:08,110\nb\n",
            ["139390-146990 a", "183370-188110 b"]
        ),
        (
            "remotion (refinedev/refine)#7605: an empty line first, and dots in times", "\n1\n00:00:00.000 --> 00:00:02.000\nHi\n",
            ["0-2000 Hi"]
        ),
        (
            "w3c/webvtt.js#27: a block of styles", "WEBVTT\n\nSTYLE\n::cue {\n  color: papayawhip;\n}\n\n00:01.000 --> 00:02.000\na\n",
            ["1000-2000 a"]
        ),
        (
            "w3c/webvtt.js#26: a region", "WEBVTT\n\nREGION\nid:fred\nwidth:40%\n\n00:01.000 --> 00:02.000 region:fred align:left\na\n",
            ["1000-2000 a"]
        ),
        (
            "osk/node-webvtt#10: a title and notes",
            "WEBVTT - A translation\n\nNOTE\nFor\nfriends.\n\n1\n00:01.000 --> 00:02.000\na\n\nNOTE The end.\n\n3\n00:03.000 --> 00:04.000\nb\n",
            ["1000-2000 a", "3000-4000 b"]
        ),
        (
            "osk/node-webvtt#72 and plussub/srt-vtt-parser#9: a map of times after the first line",
            "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n1\n00:00.300 --> 00:01.889\na\n", ["300-1889 a"]
        ),
        ("captioning/captioning#86: a byte order mark", "\u{FEFF}WEBVTT\n\n00:01.000 --> 00:02.000\na\n", ["1000-2000 a"]),
    ]

    /// Shows rule 17.20.
    @Test("Subtitles that another product couldn't read are read", arguments: subtitles.indices)
    func track(index: Int) {
        let (source, text, expected) = Self.subtitles[index]
        do throws(SubtitleFault) {
            let cues = try SubtitleParser.cues(in: Array(text.utf8))
            #expect(cues.map { "\($0.start)-\($0.end) \($0.text)" } == expected, "\(source)")
        } catch {
            Issue.record("\(source): line \(error.line) \(error.reason)")
        }
    }
}

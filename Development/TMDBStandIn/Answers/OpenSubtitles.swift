import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1
import StandIns

/// What the stand-in remembers as OpenSubtitles.com: the quota of downloads, the tokens and the files.
public struct SubtitleAccount: Sendable {
    /// The number of downloads that the quota has.
    public var allowed = 100
    /// The number of downloads that are left.
    public var remaining = 100
    /// The number of seconds until the quota is renewed.
    public var renewedIn = 6 * 3600
    /// The tokens that are valid. A test removes them to let them expire.
    public var tokens: Set<String> = []
}

/// Answers as version 1 of the REST API of OpenSubtitles.com does, below `/api/v1`, with the same invented subtitles in English,
/// German and Brazilian Portuguese for each episode and film of the library.
struct OpenSubtitles {
    let standIn: TMDBStandIn
    let request: WholeRequest

    /// The ids of the files, which the answer to a search lists.
    private static let files = 1...3

    /// The answer to a request for this path below `/api/v1`.
    func answer(_ path: [String]) -> StandInAnswer {
        if path.count == 2, path[0] == "files" { return file(path[1]) }
        guard request.header("api-key") == standIn.key else { return Self.error(403, "You cannot consume this service") }
        guard request.header("user-agent")?.wholeMatch(of: /[A-Za-z]+ v[0-9.]+/) != nil else {
            return Self.error(403, "A User-Agent of the form AppName v1.0 is required")
        }
        switch (request.head.method, path) {
        case (.POST, ["login"]): return login()
        case (.GET, ["subtitles"]): return search()
        case (.POST, ["download"]): return download()
        default: return Self.error(404, "Not found")
        }
    }

    private static func error(_ status: Int, _ message: String) -> StandInAnswer {
        StandInAnswer(status: status, ["message": .string(message), "status": .integer(status)])
    }

    private var query: Query { Query(request.query) }

    private var body: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(request.body.readableBytesView))) ?? .null }

    private func login() -> StandInAnswer {
        guard body["username"] == .string(TMDBStandIn.subtitleUser), body["password"] == .string(TMDBStandIn.subtitlePassword) else {
            return Self.error(401, "Error, invalid username/password")
        }
        let token = UUID().uuidString
        standIn.change { $0.subtitles.tokens.insert(token) }
        return StandInAnswer(["token": .string(token), "status": 200, "base_url": "api.opensubtitles.com"])
    }

    private func search() -> StandInAnswer {
        let names = query.raw.map(\.name)
        // The provider redirects to the sorted parameters.
        guard names == names.sorted() else { return StandInAnswer(status: 301, []).adding("location", "/api/v1/subtitles") }
        let isKnown = hasSubject && ["en", "de", "pt-br"].contains(query["languages"] ?? "")
        return StandInAnswer(isKnown ? standIn.library.answers.subtitles : ["data": []])
    }

    /// Whether the library has the episode or film that the search names.
    private var hasSubject: Bool {
        func number(_ name: String) -> Int? { query[name].flatMap { Int($0) } }
        if let film = number("tmdb_id") { return standIn.library.film(film) != nil }
        let season = number("parent_tmdb_id").flatMap(standIn.library.show)?.seasons.first { $0.seasonNumber == number("season_number") }
        return season?.episodes.contains { $0.episodeNumber == number("episode_number") } ?? false
    }

    private func download() -> StandInAnswer {
        if let sent = request.header("authorization") {
            guard standIn.library.subtitles.tokens.contains(where: { sent == "Bearer \($0)" }) else {
                return Self.error(401, "invalid token")
            }
        }
        guard case .integer(let id)? = body["file_id"], Self.files.contains(id) else { return Self.error(404, "No file") }
        let account = standIn.change { library in
            library.subtitles.remaining = max(-1, library.subtitles.remaining - 1)
            return library.subtitles
        }
        let reset = Timestamp.text(Date() + TimeInterval(account.renewedIn))
        var answer: JSONValue = [
            "requests": .integer(account.allowed - account.remaining), "remaining": .integer(account.remaining),
            "reset_time_utc": .string(reset),
        ]
        guard account.remaining >= 0 else { return StandInAnswer(status: 406, answer) }
        answer["link"] = .string("\(standIn.origin)/api/v1/files/\(id)")
        return StandInAnswer(answer)
    }

    private func file(_ name: String) -> StandInAnswer {
        guard let id = Int(name), Self.files.contains(id) else { return Self.error(404, "No file") }
        let cues = (1...60).map { number in
            let time = String(format: "00:%02d:%02d", number / 3, number % 3 * 20)
            return "\(number)\n\(time),000 --> \(time),900\n<i>Line \(number)</i> of file \(id).\n"
        }
        return StandInAnswer(type: "application/x-subrip", Array(cues.joined(separator: "\n").utf8))
    }
}

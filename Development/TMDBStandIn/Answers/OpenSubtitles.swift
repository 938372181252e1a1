import DavenportAPI
import Foundation
import NIOCore
import NIOHTTP1

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
    var files: [String] = []
}

/// Answers as version 1 of the REST API of OpenSubtitles.com does, below `/api/v1`, with invented subtitles in English,
/// German and Brazilian Portuguese for each episode and film of the library.
struct OpenSubtitles {
    let standIn: TMDBStandIn
    let request: WholeRequest

    private static let languages = ["en", "de", "pt-br"]

    /// The answer to a request for this path below `/api/v1`.
    func answer(_ path: [Substring]) -> StandInAnswer {
        if path.count == 2, path[0] == "files" { return file(path[1]) }
        guard request.head.headers.first(name: "api-key") == standIn.key else { return Self.error(403, "You cannot consume this service") }
        guard request.head.headers.first(name: "user-agent")?.wholeMatch(of: /[A-Za-z]+ v[0-9.]+/) != nil else {
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

    private var body: JSONValue { (try? JSONDecoder().decode(JSONValue.self, from: Data(request.body.readableBytesView))) ?? .null }

    private func login() -> StandInAnswer {
        guard body["username"] == .string(TMDBStandIn.subtitleUser), body["password"] == .string(TMDBStandIn.subtitlePassword) else {
            return Self.error(401, "Error, invalid username/password")
        }
        let token = UUID().uuidString
        standIn.changeSubtitles { $0.tokens.insert(token) }
        return StandInAnswer([
            "token": .string(token), "status": 200, "base_url": "api.opensubtitles.com", "user": ["allowed_downloads": 100],
        ])
    }

    private func search() -> StandInAnswer {
        let names = request.query.raw.map(\.name)
        // The provider redirects to the sorted parameters.
        guard names == names.sorted() else {
            var answer = StandInAnswer(status: 301, [])
            answer.headers.append(("location", "/api/v1/subtitles"))
            return answer
        }
        let language = request.query["languages"] ?? ""
        guard let title, Self.languages.contains(language) else { return StandInAnswer(["total_count": 0, "page": 1, "data": []]) }
        let found = [("machine", 90_000), ("other", 500), ("best", 40_000)].map { kind, downloads -> JSONValue in
            let file = "\(title), \(language), \(kind)"
            let id = standIn.changeSubtitles { account in
                account.files.firstIndex(of: file)
                    ?? {
                        account.files.append(file)
                        return account.files.count - 1
                    }()
            }
            return [
                "id": .string("\(id)"), "type": "subtitle",
                "attributes": [
                    "language": .string(language), "download_count": .integer(downloads), "machine_translated": .boolean(kind == "machine"),
                    "ai_translated": false, "files": [["file_id": .integer(id), "file_name": .string("\(file).srt")]],
                ],
            ]
        }
        return StandInAnswer(["total_count": 3, "total_pages": 1, "page": 1, "data": .list(found)])
    }

    /// The title of the episode or film that the search names; nil if the library has none.
    private var title: String? {
        func number(_ name: String) -> Int? { request.query[name].flatMap { Int($0) } }
        let library = standIn.router.library
        if let id = number("tmdb_id") { return library.film(id).map { "film \($0.id)" } }
        guard let show = number("parent_tmdb_id").flatMap(library.show), let season = number("season_number"),
            let episode = number("episode_number"),
            show.seasons.first(where: { $0.number == season })?.episodes.contains(where: { $0.number == episode }) == true
        else { return nil }
        return "show \(show.id), season \(season), episode \(episode)"
    }

    private func download() -> StandInAnswer {
        if let sent = request.head.headers.first(name: "authorization") {
            guard standIn.subtitles.tokens.contains(where: { sent == "Bearer \($0)" }) else { return Self.error(401, "invalid token") }
        }
        guard case .integer(let id)? = body["file_id"], standIn.subtitles.files.indices.contains(id) else {
            return Self.error(404, "No file")
        }
        let account = standIn.changeSubtitles { account in
            account.remaining = max(-1, account.remaining - 1)
            return account
        }
        let reset = Timestamp.text(Date() + TimeInterval(account.renewedIn))
        var answer: JSONValue = [
            "requests": .integer(account.allowed - account.remaining), "remaining": .integer(account.remaining), "reset_time": "6 hours",
            "reset_time_utc": .string(reset),
            "message": "Your quota will be renewed in 6 hours",
        ]
        guard account.remaining >= 0 else { return StandInAnswer(status: 406, answer) }
        answer["link"] = .string("\(standIn.origin)/api/v1/files/\(id)")
        answer["file_name"] = .string("\(account.files[id]).srt")
        return StandInAnswer(answer)
    }

    private func file(_ name: Substring) -> StandInAnswer {
        guard let id = Int(name), standIn.subtitles.files.indices.contains(id) else { return Self.error(404, "No file") }
        let title = standIn.subtitles.files[id]
        let cues = (1...60).map { number in
            let time = String(format: "00:%02d:%02d", number / 3, number % 3 * 20)
            return "\(number)\n\(time),000 --> \(time),900\n<i>Line \(number)</i> of \(title).\n"
        }
        return StandInAnswer(type: "application/x-subrip", Array(cues.joined(separator: "\n").utf8))
    }
}

import ArgumentParser
import DavenportAPI
import Foundation
import StandIns
import TMDBStandIn

/// The command-line program `catalogue-stand-in`, which stands in for TMDB and OpenSubtitles.com.
@main
struct StandIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue-stand-in",
        abstract:
            "Stands in for TMDB and OpenSubtitles.com on this machine: a handful of shows and films, invented pictures and subtitles.",
        discussion: """
            It listens on 127.0.0.1, and prints its URL, which is the value for TMDB_BASE_URL. With /api/v1 in place of /3, it is the value for
            OPENSUBTITLES_BASE_URL. The only account there is davenport with the password "line by line". It keeps in its folder:
              url            its URL
              asked.jsonl    a line for each request: method, target and headers as they were sent, and its faults
            Rules replace its answers while it runs:
              curl -d '{"rule": {"action": "answer", "status": 429, "retryAfter": "5", "times": 3}}' http://127.0.0.1:PORT/control
              {"rule": {"action": "answer", "path": "/search", "delay": 10}}   late; also "body"
              {"rule": {"action": "cut"}}     also half, garble, mistype, flood, redirect, empty and page
              {"clear": true}
            """)

    @OptionGroup var options: StandInOptions

    @Option(help: "The key that clients must send, as api_key or as a bearer token.")
    var key = TMDBStandIn.usualKey

    @Option(help: "The current day, as 2026-03-01, around which the episodes of one show air. The machine's unless given.")
    var today: String?

    func validate() throws {
        if let today, CalendarDate(today) == nil { throw ValidationError("--today takes a day such as 2026-03-01.") }
    }

    func run() async throws {
        let log = try RequestLog(try options.makeFolder().appending(path: "asked.jsonl"))
        let standIn = try await TMDBStandIn.start(port: options.port, key: key, today: today.flatMap { CalendarDate($0) }, log: log)
        try await options.serve(at: standIn.url)
        await standIn.stop()
    }
}

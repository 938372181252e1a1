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
            "Stands in for TMDB and OpenSubtitles.com on this machine: a handful of shows and films, drawn posters, invented subtitles.",
        discussion: """
            It listens on 127.0.0.1, and prints its URL, which is the value for TMDB_BASE_URL. With /api/v1 in place of /3, it is the value for
            OPENSUBTITLES_BASE_URL. The only account there is davenport with the password "line by line". It keeps in its folder:
              url            its URL
              asked.jsonl    a line for each request: method, target and headers as they were sent, and its faults
            Rules replace its answers, from the start by --rule, or while it runs:
              curl -d '{"rule": {"action": "answer", "status": 429, "retryAfter": "5", "times": 3}}' http://127.0.0.1:PORT/control
              {"rule": {"action": "answer", "path": "/search", "delay": 10}}   late; also "body", "probability"
              {"rule": {"action": "silence"}}     also hold, cut, half, drip, garble, mistype, flood, redirect, empty and page
              {"edit": {"action": "renumber", "show": 95396, "season": 2, "to": 3}}     also move (airs), rename (title), remove
              {"clear": true}   {"release": true}
            """)

    @OptionGroup var options: StandInOptions

    @Option(help: "The key that clients must send, as api_key or as a bearer token.")
    var key = TMDBStandIn.usualKey

    @Option(help: "The current day, as 2026-03-01, up to which episodes have aired. The machine's unless given.")
    var today: String?

    @Option(help: "A rule from the start on, as JSON. May be repeated.")
    var rule: [String] = []

    func validate() throws {
        if let today, CalendarDate(today) == nil { throw ValidationError("--today takes a day such as 2026-03-01.") }
        _ = try rules
    }

    private var rules: [Rule] {
        get throws {
            try rule.map { text in
                do {
                    let rule = try JSONDecoder().decode(Rule.self, from: Data(text.utf8))
                    try rule.check()
                    return rule
                } catch let error as ImpossibleRule {
                    throw ValidationError(error.description)
                } catch {
                    throw ValidationError("This is no rule: \(text)")
                }
            }
        }
    }

    func run() async throws {
        let log = try RequestLog(try options.makeFolder().appending(path: "asked.jsonl"))
        let standIn = try await TMDBStandIn.start(port: options.port, key: key, today: today.flatMap { CalendarDate($0) }, log: log)
        for rule in try rules { standIn.add(rule) }
        try await options.serve(at: standIn.url)
        await standIn.stop()
    }
}

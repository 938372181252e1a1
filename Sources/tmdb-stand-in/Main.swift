import ArgumentParser
import DavenportAPI
import Foundation
import Synchronization
import TMDBStandIn
import UnixSignals

/// The command-line program `tmdb-stand-in`, which stands in for TMDB.
@main
struct StandIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tmdb-stand-in",
        abstract:
            "Stands in for TMDB on this machine: speaks version 3 of its API for a handful of shows and films, and draws their posters.",
        discussion: """
            It listens on 127.0.0.1, prints its URL, which is the value for TMDB_BASE_URL, and keeps in its folder:
              url            its URL
              asked.jsonl    a line for each request: method, target and headers as they were sent, and its faults
            Rules replace its answers, from the start by --rule, or while it runs:
              curl -d '{"rule": {"action": "answer", "status": 429, "retryAfter": "5", "times": 3}}' http://127.0.0.1:PORT/control
              {"rule": {"action": "answer", "path": "/search", "delay": 10}}   late; also "body", "probability"
              {"rule": {"action": "silence"}}     also hold, cut, half, drip, garble, mistype, flood, redirect, empty and page
              {"edit": {"action": "renumber", "show": 95396, "season": 2, "to": 3}}     also move (airs), rename (title), remove
              {"clear": true}   {"release": true}
            """)

    @Option(help: "The port; 0 for any free one.")
    var port = 0

    @Option(help: "The folder for its URL and the log. Made if it doesn't exist.")
    var state: String

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
        let folder = URL(filePath: state, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let log = try Log(folder.appending(path: "asked.jsonl"))
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let standIn = try await TMDBStandIn.start(port: port, key: key, today: today.flatMap(CalendarDate.init), log: log.write)
        for rule in try rules { standIn.add(rule) }
        try Data("\(standIn.url)\n".utf8).write(to: folder.appending(path: "url"), options: .atomic)
        try FileHandle.standardOutput.write(contentsOf: Data("\(standIn.url)\n".utf8))
        for await _ in signals { break }
        await standIn.stop()
    }
}

/// The log file of requests.
private final class Log: Sendable {
    private let file: Mutex<FileHandle>

    /// Appends to the file, or makes it if it doesn't exist.
    init(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        self.file = Mutex(file)
    }

    /// Writes a line. Ends the program if that fails: a test that relies on the log must not go on without it.
    @Sendable func write(_ line: String) {
        do {
            try file.withLock { try $0.write(contentsOf: Data((line + "\n").utf8)) }
        } catch {
            FileHandle.standardError.write(Data("The log can't be written: \(error)\n".utf8))
            exit(1)
        }
    }
}

import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import LocalPostgres
import Logging
import Postgres
import Schema
import Programs
import Secrets
import Server
import Settings

struct Dev: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve with a private PostgreSQL and a demo community: needs nothing else.",
        discussion: """
              davenport dev --port 8080 --data .davenport
              davenport dev --clock 2026-03-01T20:00:00Z
              davenport dev clock +7d
            """,
        subcommands: [DevServe.self, DevClock.self], defaultSubcommand: DevServe.self)
}

struct DevServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", abstract: "Serve. The default of `davenport dev`.")

    @Option(help: "The port to listen on, on this machine only.")
    var port = Configuration.usualPort
    @Option(help: "The folder that keeps the private PostgreSQL.")
    var data = ".davenport"
    @Flag(help: "Leave the demo community out.")
    var empty = false
    @Option(help: "The time at which the clock starts, as 2026-03-01T20:00:00Z. Without it, the clock keeps its offset.")
    var clock: String?

    @Option(help: "A folder with the web client, as Sources/Web. Its files are read for each answer, so that a reload shows a change.")
    var web: String?
    @Option(help: "A folder with the page /design, as Development/design, which shows the web client's parts in all their states.")
    var design: String?

    func validate() throws { try Port.check(port) }

    func run() async throws {
        let configuration = try Configuration(DotEnv.environment())
        let logger = configuration.logger(label: "davenport")
        logger.info("davenport \(Release.current)")
        let began = try clock.map(moment)
        // Check the port and the folders first, because the demo takes a while to load.
        try await Port.requireFree(port)
        try checkFolders()
        let postgres = try await LocalPostgres.start(in: data) { say($0) }
        do {
            let clock = try MovableClock(in: data)
            if let began { try clock.set(offset: began.timeIntervalSinceNow) }
            if abs(clock.offset) >= 1 { say("The clock says \(Timestamp.text(clock.wall.now)).") }
            let welcome = try await DevDatabase(
                postgres: postgres, data: data, clock: clock.wall, configuration: configuration, logger: logger
            )
            .prepare(withDemo: !empty)
            let serving = Serving(
                url: postgres.uri(user: ServingRole.local), pool: 16, host: "127.0.0.1", port: port, clock: clock.wall,
                configuration: configuration, isDevelopment: true, webPushHosts: try options.webPushTarget(configuration)?.hosts,
                masterKey: try options.optionalMasterKey(configuration), sendsMail: true, webOrigin: "http://localhost:\(port)",
                webFolder: web, designFolder: design, logger: logger)
            try await serving.run { port in
                try? Data("http://localhost:\(port)".utf8).write(to: URL(filePath: options.webOriginFile))
                let web = configuration.web == .on ? "Open http://localhost:\(port) in a browser.\n" : ""
                say("Serving on http://127.0.0.1:\(port)\n\(web)\n" + welcome(port))
            }
        } catch {
            await postgres.stop()
            throw Failure(sentence(for: error))
        }
        await postgres.stop()
    }

    /// Checks that the folders of the web client and of its parts can be served.
    private func checkFolders() throws {
        guard let web else { return }
        _ = try WebOptions(
            folder: URL(filePath: web, directoryHint: .isDirectory), isLive: true,
            design: design.map { URL(filePath: $0, directoryHint: .isDirectory) })
    }

    private var options: DatabaseOptions {
        var options = DatabaseOptions()
        options.data = data
        return options
    }

    private func moment(_ text: String) throws -> Date {
        guard let date = Timestamp.parse(text) else { throw Failure("--clock must be an existing time, as 2026-03-01T20:00:00Z.") }
        return date
    }
}

struct DevClock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "Move the clock of a running `davenport dev` and its push worker forward, or read it.",
        discussion: "  davenport dev clock +7d")

    @Argument(
        help: "How far: a number of days, hours, minutes or seconds, as +7d, +3h, +30m or +10s. Without it, only print the time.")
    var distance: String?
    @Option(help: "The folder that keeps the private PostgreSQL.")
    var data = ".davenport"

    func run() async throws {
        var options = DatabaseOptions()
        options.data = data
        let seconds = try distance.map(seconds)
        try await asOwner(options) { useCases, _, _ in
            guard options.isPrivate(try Configuration(DotEnv.environment())) else {
                throw Failure("Only the clock of a private PostgreSQL can be moved, but DATABASE_URL is set.")
            }
            let clock = try MovableClock(in: data)
            if let seconds {
                try clock.set(offset: clock.offset + seconds)
                try await useCases.wakeWorkers()
            }
            print(Timestamp.text(clock.wall.now))
        }
    }

    private func seconds(_ text: String) throws -> TimeInterval {
        let units: [Character: TimeInterval] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
        guard let match = text.wholeMatch(of: /\+?([0-9]{1,7})([dhms])/), let count = TimeInterval(match.1),
            let unit = text.last.flatMap({ units[$0] })
        else { throw Failure("Say how far to move it forward, as +7d, +3h, +30m or +10s.") }
        return count * unit
    }
}

/// Prints a line and flushes it at once, so that a script that reads the output receives it immediately.
private func say(_ text: String) {
    print(text)
    flushOutput()
}

import ArgumentParser
import Catalogue
import DavenportAPI
import Domain
import Foundation
import Programs
import Settings
import Watch

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Bring along what people watched elsewhere.", subcommands: [HistoryImport.self])
}

struct HistoryImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Create rooms of a user's own from the files of another service.",
        discussion: """
              davenport history import --tenant sofa --email ada@example.org --from trakt watched-history*.json
              davenport history import --tenant sofa --email ada@example.org --from tvtime tracking-prod-records*.csv

            Unpack the service's file first. A repeated import creates nothing twice. TV Time's episodes, and films without TMDB's id, need \
            the catalogue. Plays that can't be stored are listed with file and line, and the others are imported.
            """)

    @OptionGroup var person: PersonOptions
    @Option(help: "trakt or tvtime.")
    var from: Service
    @Argument(help: "The service's files.")
    var files: [String]
    @OptionGroup var database: DatabaseOptions

    enum Service: String, ExpressibleByArgument {
        case trakt, tvtime
    }

    func run() async throws {
        let reading: WatchHistory.Reading
        do { reading = try read() } catch let fault as WatchHistory.Fault { throw Failure(fault.description) }
        show(reading.leftOut)
        let items = reading.items
        if items.isEmpty { throw Failure("None of these files holds a history: are they unpacked, and do they have their own names?") }
        let configuration = try Configuration(DotEnv.environment())
        try await asOwner(database) { useCases, _, logger in
            let tenant = try await useCases.findTenant(slug: person.tenant)
            let caller = try await useCases.findCaller(tenant, email: person.email)
            let catalogue = MediaCatalogue.configured(configuration, database: useCases.database, logger: logger)
            let result = await Result { try await send(items, for: caller, useCases.with(Services(catalogue))) }
            await catalogue?.close()
            try result.get()
        }
    }

    /// Prints which plays were left out.
    private func show(_ leftOut: [WatchHistory.LeftOut]) {
        guard !leftOut.isEmpty else { return }
        for play in leftOut.prefix(Self.shown) { print(play.description.escapedForTerminal) }
        if leftOut.count > Self.shown { print("And \(leftOut.count - Self.shown) more.") }
        print("Left out \(leftOut.count) plays.")
    }

    /// The number of plays that are listed.
    private static let shown = 100

    private func read() throws -> WatchHistory.Reading {
        let files = try files.map { path in
            let url = URL(filePath: path)
            guard let data = try? Data(contentsOf: url) else { throw Failure("\(path) can't be read.") }
            return WatchHistory.File(name: url.lastPathComponent, bytes: [UInt8](data))
        }
        return try WatchHistory.read(files, from: from == .trakt ? .trakt : .tvTime)
    }

    /// Sends the items in parts, and prints what became of them.
    private func send(_ items: [HistoryItem], for caller: Caller, _ useCases: UseCases) async throws {
        var (made, known, unknown) = (0, 0, [String: Int]())
        for request in WatchHistory.requests(items) {
            let answer = try await useCases.importHistory(caller, request)
            (made, known) = (made + answer.made, known + answer.known)
            for item in answer.unknown { unknown[item.code.rawValue, default: 0] += 1 }
        }
        print("Created \(made) rooms. \(known) things had one.")
        for (code, count) in unknown.sorted(by: { $0.key < $1.key }) { print("\(count) things have none: \(code).") }
    }
}

extension Result where Failure == any Error {
    /// Runs the work, and keeps its result or its error.
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}

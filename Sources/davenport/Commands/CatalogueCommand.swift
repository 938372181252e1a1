import ArgumentParser
import Catalogue
import DavenportAPI
import Domain
import Foundation
import Programs
import Settings

struct CatalogueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "See to what is kept of the catalogue.",
        subcommands: [CatalogueStatusCommand.self, CatalogueRefresh.self, CataloguePrune.self])
}

struct CatalogueStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What is kept, and whether the provider may be asked.", discussion: "  davenport catalogue status")

    @Flag(help: "Answer in JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let isConfigured = try Configuration(DotEnv.environment()).tmdbKey != nil
        try await asOwner(database) { dependencies, _, _ in
            let status = try await ShowCatalogueStatus(dependencies)()
            if json { return try printJSON(status) }
            if !isConfigured { print("No provider is configured here: TMDB_API_KEY is not set.") }
            if let until = status.pausedUntil { print("The provider wants to be left alone until \(Timestamp.text(until)).") }
            if status.kinds.isEmpty { print("Nothing is kept yet.") }
            for kind in status.kinds {
                print(
                    "\(kind.kind): \(kind.count) kept, \(kind.young) of the last day, \(kind.unknown) unknown to the provider, "
                        + "\(kind.failed) never told, \(kind.bytes) bytes")
            }
        }
    }
}

struct CatalogueRefresh: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Have a thing asked for again at its next look, and all below it.",
        discussion: """
              davenport catalogue refresh tv/95396
              davenport catalogue refresh movie/13
            """)

    @Argument(help: "What it is: tv/ and the show's number, with /season/ and a number if one likes, or movie/ and the movie's.")
    var id: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            print("\(try await RefreshCatalogue(dependencies)(id)) will be asked for again.")
        }
    }
}

struct CataloguePrune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Forget what is too old, and what was used longest ago.",
        discussion: """
            Servers do so in passing.

              davenport catalogue prune
              davenport catalogue prune --keep 1000
            """)

    @Option(help: "How many answers may stay.")
    var keep = CatalogueRules.capacity
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard keep >= 0 else { throw ValidationError("--keep must be 0 or more.") }
    }

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            print("\(try await PruneCatalogue(dependencies)(keeping: keep)) forgotten.")
        }
    }
}

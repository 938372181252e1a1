import ArgumentParser
import Catalogue
import DavenportAPI
import Domain
import Foundation
import Programs
import Settings

struct CatalogueCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue", abstract: "Show and maintain the cache of the catalogue.",
        subcommands: [CatalogueStatusCommand.self, CatalogueRefresh.self, CataloguePrune.self])
}

struct CatalogueStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show what is cached, and any pause of requests.", discussion: "  davenport catalogue status")

    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let isConfigured = try Configuration(DotEnv.environment()).tmdbKey != nil
        try await asOwner(database) { useCases, _, _ in
            let status = try await useCases.showCatalogueStatus()
            if json { return try printJSON(status) }
            if !isConfigured { print("No provider is configured here: TMDB_API_KEY is not set.") }
            if let until = status.pausedUntil { print("Requests to the provider are paused until \(Timestamp.text(until)).") }
            for quota in status.quotas {
                let until = Timestamp.text(quota.renewedAt)
                print("\(quota.provider): \(quota.remaining) of \(quota.total) downloads are left until \(until).")
            }
            if status.kinds.isEmpty { print("Nothing is cached yet.") }
            for kind in status.kinds {
                print(
                    "\(kind.kind): \(kind.count) cached, \(kind.young) of them in the last day, \(kind.unknown) unknown to the provider, "
                        + "\(kind.failed) never fetched, \(kind.bytes) bytes")
            }
        }
    }
}

struct CatalogueRefresh: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Fetch a title and everything below it again at its next request.",
        discussion: """
              davenport catalogue refresh tv/95396
              davenport catalogue refresh movie/13
            """)

    @Argument(help: "tv/ and the show's number, optionally with /season/ and its number; or movie/ and the movie's number.")
    var id: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            print("\(try await useCases.refreshCatalogue(id)) will be fetched again.")
        }
    }
}

struct CataloguePrune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Delete cached answers that are too old, then the least recently used.",
        discussion: """
            Servers do this by themselves from time to time.

              davenport catalogue prune
              davenport catalogue prune --keep 1000
            """)

    @Option(help: "The number of cached answers to keep.")
    var keep = CatalogueRules.capacity
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard keep >= 0 else { throw ValidationError("--keep must be 0 or more.") }
    }

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            print("\(try await useCases.pruneCatalogue(keeping: keep)) deleted.")
        }
    }
}

import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct TenantFeatures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "features", abstract: "Show or set a tenant's features.",
        discussion: """
              davenport tenant features sofa
              davenport tenant features sofa --feature watch --feature class

            The data of a feature that is turned off stays, and is there again when the feature is turned on.
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Option(help: "A feature: watch, class or play. May be repeated; every other feature is turned off.")
    var feature: [Feature] = []
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            if !feature.isEmpty { try await useCases.changeTenantFeatures(try await useCases.findTenant(slug: slug), feature) }
            let features = try await useCases.findTenant(slug: slug).features
            print("\(slug) has: \(features.map(\.rawValue).joined(separator: ", "))")
        }
    }
}

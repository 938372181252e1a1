import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct TenantFeatures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "features", abstract: "Show what a tenant can do together, or set it.",
        discussion: """
              davenport tenant features sofa
              davenport tenant features sofa --feature watch --feature class

            What belongs to a feature that is turned off stays, and is there again when it is turned on.
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Option(help: "What it shall be able to do, and nothing else: watch, class or play. May be repeated.")
    var feature: [Feature] = []
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            if !feature.isEmpty { try await ChangeTenantFeatures(dependencies)(try await FindTenant(dependencies)(slug: slug), feature) }
            let features = try await FindTenant(dependencies)(slug: slug).features
            print("\(slug) has: \(features.map(\.rawValue).joined(separator: ", "))")
        }
    }
}

import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct TenantResync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resync",
        abstract: "Make every app of a tenant fetch everything anew, after its data was restored to an earlier state.",
        discussion: """
              davenport tenant resync sofa
              davenport tenant resync --all
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String?
    @Flag(help: "For every tenant, after a disk was restored to an earlier state.")
    var all = false
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard all == (slug == nil) else { throw ValidationError("Name a tenant, or use --all.") }
    }

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let named = slug.map { [$0] }
            let all = named == nil ? try await useCases.listTenants().map(\.slug) : []
            for slug in named ?? all {
                try await useCases.resyncTenant(try await useCases.findTenant(slug: slug))
                print("Every app of \(slug) fetches everything anew when it asks next.")
            }
        }
    }
}

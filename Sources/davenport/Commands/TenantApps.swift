import ArgumentParser
import Domain
import Programs

struct TenantApps: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apps", abstract: "List, add or remove the apps that use the passkeys of a tenant's host.",
        discussion: """
              davenport tenant apps sofa list
              davenport tenant apps sofa add ABCDE12345.org.example.sofa
              davenport tenant apps sofa add org.example.sofa:14:6D:E9:…

            Apple's devices know an app as TEAM.BUNDLE. Android knows it by its package and the SHA-256 of the certificate that signs it.
            """)

    /// What the command does.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case list, add, remove
    }

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Argument(help: "list, add or remove.")
    var action: Action
    @Argument(help: "TEAM.BUNDLE or PACKAGE:SHA256.")
    var app: String?
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard (action == .list) == (app == nil) else { throw ValidationError("add and remove take one app, and list takes none.") }
    }

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            guard let app else {
                for app in try await useCases.listApps(of: tenant) { print(app.text) }
                return
            }
            let named = try CommunityApp(app)
            let isChanged = try await useCases.changeTenantApps(tenant, named, isAdded: action == .add)
            let outcome = action == .add ? (isChanged ? "Added" : "Has already") : (isChanged ? "Removed" : "Doesn't have")
            print("\(outcome): \(named.text)")
        }
    }
}

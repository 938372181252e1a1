import ArgumentParser
import Domain
import Programs

struct TenantHostList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hosts", abstract: "Print the tenants' host names, for the map of a proxy in front of several deployments.",
        discussion: """
            Each line is a host name and the deployment, as HAProxy's map files have it, or with --nginx as nginx's. Suspended tenants are \
            left out, except those that are being moved.
              davenport tenant hosts --deployment one > one.map
            """)

    @Option(help: "The name that the proxy gives this deployment.")
    var deployment: String
    @Flag(help: "End each line with a semicolon, for nginx.")
    var nginx = false
    @Flag(help: "End each line with open or moving instead, for docs/operating/pods/merge-hosts.")
    var states = false
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        if states, nginx { throw ValidationError("--states and --nginx are two forms: choose one.") }
    }

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            for tenant in try await useCases.listTenants() where tenant.state == .open || tenant.state == .moving {
                let end = states ? " \(tenant.state.rawValue)" : nginx ? ";" : ""
                for host in tenant.hosts { print("\(host) \(deployment)\(end)") }
            }
        }
    }
}

struct TenantState: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Print in one word whether a tenant is here: open, moving, suspended, importing or none.",
        discussion: "  davenport tenant state sofa")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            print(try await useCases.listTenants().first { $0.slug == slug }?.state.rawValue ?? "none")
        }
    }
}

extension ListedTenant {
    /// A tenant's state in one word.
    enum State: String {
        case open, moving, suspended, importing
    }

    var state: State { importing ? .importing : moving ? .moving : suspended ? .suspended : .open }
}

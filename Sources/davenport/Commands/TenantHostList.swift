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
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            for tenant in try await ListTenants(dependencies)() where !tenant.importing && (!tenant.suspended || tenant.moving) {
                for host in tenant.hosts { print("\(host) \(deployment)\(nginx ? ";" : "")") }
            }
        }
    }
}

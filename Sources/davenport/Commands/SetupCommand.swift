import ArgumentParser
import Domain
import Programs

struct SetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Set up a deployment on this machine: settings, database, roles, key, community and services.",
        discussion: """
            Each step looks first at what is there, and adds only what is missing. So a second run changes nothing, and a run after one that \
            was interrupted completes it. Values that the settings have stay. As root it logs in to this machine's PostgreSQL as postgres; a \
            superuser's URL may lead elsewhere, and its password may be in PGPASSWORD.

              davenport setup --domain sofa.example.org --owner olga@example.org
              davenport setup --domain sofa.example.org --owner olga@example.org --dry-run
              davenport setup --domain sofa.example.org --owner Olga --database postgresql://postgres@db.example.org/postgres
            """)

    @Option(help: "The host name at which people reach the first community.")
    var domain: String
    @Option(help: "The first owner's e-mail address, or another note of 1 to 100 characters. The invite shows it.")
    var owner: String
    @Option(help: "The community's slug; the domain's first part unless given.")
    var slug: String?
    @Option(help: "The community's name; the slug with a capital letter unless given.")
    var name: String?
    @Option(help: "The URL of a superuser of PostgreSQL.")
    var database: String?
    @Option(help: "The folder of the settings and the master key.")
    var settingsFolder = SettingsFolder.usual
    @Flag(help: "Print the steps. Change nothing.")
    var dryRun = false

    func run() async throws {
        let community = try FirstCommunity(domain: domain, slug: slug, name: name, owner: owner)
        let setup = Setup(
            community: community, superuser: try Superuser(url: database), folder: SettingsFolder(settingsFolder), isDryRun: dryRun)
        try await setup.run()
    }
}

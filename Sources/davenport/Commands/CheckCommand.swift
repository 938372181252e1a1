import ArgumentParser
import Programs
import Settings

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Look at everything that a deployment needs, and say what to do where it isn't well.",
        discussion: """
            Configuration, database, version, migrations, roles, clock, keys, Apple and the catalogue: a line each. It changes nothing, looks \
            at what is configured where it runs, and exits with 1 where something isn't well.

              davenport check
              davenport check --json
            """)

    @Flag(help: "Answer in JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let findings = await findings()
        if json { try printJSON(findings) } else { for finding in findings { print(finding.line) } }
        guard findings.allSatisfy(\.ok) else { throw ExitCode.failure }
    }

    /// Where the configuration is wrong, nothing else can be known.
    private func findings() async -> [Finding] {
        do {
            let configuration = try Configuration(DotEnv.environment())
            let read = Finding.ok("configuration", "every value can be used")
            return [read] + (await Checkup(configuration: configuration, options: database).findings())
        } catch {
            return [.wrong("configuration", "\(error)")]
        }
    }
}

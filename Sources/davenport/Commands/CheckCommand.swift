import ArgumentParser
import Programs
import Settings

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check everything that a deployment needs, and print how to fix what is wrong.",
        discussion: """
            Prints a line each for the configuration, database, version, connections, migrations, roles, clock, reports, ports, keys, Apple, mail and \
            the catalogue. Changes nothing. Checks what is configured where it runs, and exits with 1 if anything is wrong.

              davenport check
              davenport check --json
            """)

    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let findings = await findings()
        if json { try printJSON(findings) } else { for finding in findings { print(finding.line) } }
        guard findings.allSatisfy(\.ok) else { throw ExitCode.failure }
    }

    /// Returns the findings of all checks. If the configuration can't be read, that is the only finding, because
    /// nothing else can be checked without it.
    private func findings() async -> [Finding] {
        do {
            let variables = (all: DotEnv.environment(), file: DotEnv.file())
            let configuration = try Configuration(variables.all)
            let read = Finding.ok("configuration", "every value is valid")
            return [read] + (await Checkup(configuration: configuration, options: database, variables: variables).findings())
        } catch {
            return [.wrong("configuration", "\(error)")]
        }
    }
}

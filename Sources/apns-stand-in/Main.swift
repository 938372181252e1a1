import ArgumentParser

/// The command-line program `apns-stand-in`, which stands in for Apple's push service.
@main
struct StandIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns-stand-in",
        abstract: "Stands in for Apple's push service on this machine.",
        discussion: """
            Try it: apns-stand-in --state /tmp/apple --any-team
            All options, and the commands that it takes while it runs: apns-stand-in help serve
            """,
        subcommands: [Serve.self, Measure.self], defaultSubcommand: Serve.self)
}

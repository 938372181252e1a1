import ArgumentParser

/// The command-line program `push-stand-in`, which stands in for the push services of Apple, browsers and Android.
@main
struct StandIn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-stand-in",
        abstract: "Stands in for the push services of Apple, browsers and Android on this machine.",
        discussion: """
            Try it: push-stand-in --state /tmp/apple --any-team
            All options, and the commands that it takes while it runs: push-stand-in help serve
            """,
        subcommands: [Serve.self, Measure.self], defaultSubcommand: Serve.self)
}

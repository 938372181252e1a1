import ArgumentParser

/// The command line.
@main
struct Davenport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "davenport",
        abstract: "A server for small private groups who do things together at different times.",
        discussion: """
            Try it:
              davenport dev                          a database of its own, a demo community, and what to try
            Run it:
              davenport migrate                      bring the database up to date, as its owner
              davenport tenant create sofa --name "The Sofa"
              davenport invite create --tenant sofa --role owner
              davenport serve
            """,
        subcommands: [
            Dev.self, Serve.self, Migrate.self, TenantCommand.self, UserCommand.self, InviteCommand.self, AuditCommand.self,
            FeedbackCommand.self, PushCommand.self, CatalogueCommand.self, WordsCommand.self, OpenAPICommand.self,
        ])
}

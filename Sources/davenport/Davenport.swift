import ArgumentParser
import PictureDecoding
import Pictures
import Programs

/// The command-line program `davenport`.
@main
struct Davenport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "davenport",
        abstract: "A server for small private groups who do things together at different times.",
        discussion: """
            Try it:
              davenport dev                          a database of its own, a demo community, and what to try next
            Run it:
              davenport setup --domain sofa.example.org --owner olga@example.org
                                                     set up everything on this machine, once or again
            The same step by step:
              davenport migrate                      bring the database up to date, as its owner
              davenport tenant create sofa --name "The Sofa"
              davenport invite create --tenant sofa --role owner
              davenport check                        check the deployment, and print how to fix what is wrong
              davenport serve
            """,
        version: "davenport \(Release.current)",
        subcommands: [
            Dev.self, SetupCommand.self, Serve.self, Migrate.self, TenantCommand.self, UserCommand.self, InviteCommand.self,
            AuditCommand.self, FeedbackCommand.self, ReportCommand.self, PushCommand.self, MailCommand.self,
            CatalogueCommand.self, HistoryCommand.self, WordsCommand.self,
            BackupCommand.self, RestoreCommand.self, CheckCommand.self, OpenAPICommand.self,
        ])

    static func main() async {
        // This comes first, because a process that decodes a picture uses no other part of the program.
        if CommandLine.arguments.dropFirst().first == PictureProcess.decodeArgument { PictureWorker.run() }
        await runProgram()
    }
}

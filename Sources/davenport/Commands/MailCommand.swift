import ArgumentParser
import Foundation
import Mail
import Programs
import Settings

struct MailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Try the mail server.", subcommands: [MailTest.self])
}

struct MailTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a short mail to an address, and print what the mail server answers.",
        discussion: """
            Exits with 1 if the mail wasn't sent. With the private PostgreSQL of `davenport dev` it writes the mail to a file instead.

              davenport mail test you@example.org
            """)

    @Argument(help: "The e-mail address.")
    var address: String
    @Option(help: "The name of the person who has the address.")
    var name = ""
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        guard let target = database.mailTarget(try Configuration(DotEnv.environment())) else {
            throw Failure("No mail is sent, because SMTP_URL and MAIL_FROM aren't set.")
        }
        guard let to = Mailbox(name: name, address: address) else { throw Failure("\(address) is no address that mail can be sent to.") }
        let transport = target.transport { print($0) }
        let result = await transport.send(message(from: target.sender, to: to))
        await transport.close()
        switch result {
        // The transport has announced a file.
        case .sent(let answer): if case .server = target { print("The mail server has taken the mail to \(address): \(answer)") }
        case .retry(let reason): throw Failure("The mail wasn't sent, and another attempt may succeed: \(reason)")
        case .refused(let code, let text, let atRecipient):
            throw Failure("The mail server refuses \(atRecipient ? "the address" : "the mail"): \(code) \(text)")
        }
    }

    private func message(from sender: Mailbox, to recipient: Mailbox) -> MailMessage {
        MailMessage(
            id: UUID(), date: Date(), from: sender, to: recipient, subject: "A test of Davenport's mail",
            paragraphs: [
                (recipient.name.isEmpty ? "Hello," : "Hello \(recipient.name),"),
                "An operator of Davenport has sent this mail with “davenport mail test”. Since you read it, mail works.",
            ])
    }
}

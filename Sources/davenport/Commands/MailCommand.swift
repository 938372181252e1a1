import ArgumentParser
import Domain
import Foundation
import Mail
import Programs
import Settings

struct MailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mail", abstract: "Show and retry e-mails, and try the mail server.",
        discussion: "The worker sends them: davenport-push --help", subcommands: [MailStatus.self, MailRetry.self, MailTest.self])
}

struct MailStatus: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of every tenant's e-mails.", discussion: "  davenport mail status")

    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenants = try await useCases.showMailStatus()
            if json { return try printJSON(tenants) }
            if tenants.isEmpty { print("No tenant yet.") }
            for tenant in tenants { print(line(tenant)) }
        }
    }

    private func line(_ tenant: TenantMailStatus) -> String {
        var parts = ["due \(tenant.due)"]
        if let age = tenant.oldestDueAge { parts.append("oldest due for \(Int(age.rounded())) s") }
        let dead = tenant.dead.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.escapedForTerminal)" }
        parts.append(dead.isEmpty ? "dead 0" : "dead " + dead.joined(separator: " + "))
        return "\(tenant.slug): " + parts.joined(separator: ", ")
    }
}

struct MailRetry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Make a tenant's dead and retried e-mails due now.",
        discussion: "  davenport mail retry --tenant sofa")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let count = try await useCases.retryMails(try await useCases.findTenant(slug: tenant))
            print("\(count) due again.")
        }
    }
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

import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Make invites.", subcommands: [InviteCreate.self])
}

struct InviteCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an invite and print only its code.",
        discussion: "  davenport invite create --tenant sofa --role owner")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Option(help: "owner, admin, teacher, student or member; the tenant's default unless given.")
    var role: Role?
    @Option(help: "The number of accounts that can be made with it, \(NewInvite.uses.words).")
    var maxUses = NewInvite.usualUses
    @Option(help: "The days until it expires, \(NewInvite.days.words).")
    var expiresInDays = NewInvite.usualDays
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let invite = try newInvite()
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: tenant)
            print(try await useCases.createOperatorInvite(tenant, invite).code)
        }
    }

    /// Reads the data of the invite from the options, with the same limits as for members' invites.
    private func newInvite() throws -> NewInvite {
        var values = ["maxUses": String(maxUses), "expiresInDays": String(expiresInDays)]
        values["role"] = role?.rawValue
        var fields = Fields(path: [:], query: values, body: nil)
        let invite = NewInvite(&fields)
        guard fields.faults.isEmpty else { throw Failure(sentence(for: Problem.invalid(fields.faults))) }
        return invite
    }
}

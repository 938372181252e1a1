import ArgumentParser
import DavenportAPI
import Domain
import Programs

/// The command-line options with which an operator names the user that a command changes.
struct PersonOptions: ParsableArguments {
    @Option(help: "The tenant's slug.")
    var tenant: String
    // An address may begin with a dash.
    @Option(parsing: .unconditional, help: "The user's e-mail address.")
    var email: String
}

struct UserSuspend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Log a user out everywhere and refuse new log-ins.",
        discussion: "  davenport user suspend --tenant sofa --email ada@example.org")

    @OptionGroup var person: PersonOptions
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: person.tenant)
            let user = try await useCases.changeUser(tenant, email: person.email, suspended: true)
            print("Suspended \(user.username).")
        }
    }
}

struct UserResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Let a suspended user log in again.")

    @OptionGroup var person: PersonOptions
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: person.tenant)
            let user = try await useCases.changeUser(tenant, email: person.email, suspended: false)
            print("\(user.username) can log in again.")
        }
    }
}

struct UserSetRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-role", abstract: "Change a user's role.",
        discussion: "  davenport user set-role --tenant sofa --email ada@example.org --role admin")

    @OptionGroup var person: PersonOptions
    @Option(help: "owner, admin, teacher, student or member.")
    var role: Role
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: person.tenant)
            let user = try await useCases.changeUser(tenant, email: person.email, role: role)
            print("\(user.username) is \(user.role.rawValue) of \(tenant.slug).")
        }
    }
}

struct UserPasswordLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password-link", abstract: "Make a link with which a user sets a new password, and print only the link.",
        discussion: """
              davenport user password-link --tenant sofa --email ada@example.org

            It works once, for 24 hours, and ends an older one. Without a host of the tenant and PUBLIC_URL, only the code is printed: it follows
            /new-password#SLUG/ in the address of the web client.
            """)

    @OptionGroup var person: PersonOptions
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: person.tenant)
            let link = try await useCases.makeOperatorPasswordLink(tenant, email: person.email)
            print(link.url ?? link.code)
        }
    }
}

struct UserResetPassword: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password", abstract: "Set a user's password, log them out everywhere, and end their keys and invites.",
        discussion: "  davenport user reset-password --tenant sofa --email ada@example.org --password-stdin < password")

    @OptionGroup var person: PersonOptions
    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard passwordStdin else { throw ValidationError("Give the password on standard input, with --password-stdin.") }
    }

    func run() async throws {
        var fields = Fields(path: [:], query: ["password": readLine() ?? ""], body: nil)
        let reset = PasswordReset(&fields)
        guard fields.faults.isEmpty else { throw Failure(sentence(for: Problem.invalid(fields.faults))) }
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: person.tenant)
            let user = try await useCases.resetPassword(tenant, email: person.email, to: reset)
            print("\(user.username) has a new password, and is logged out everywhere. Their keys and open invites have ended.")
        }
    }
}

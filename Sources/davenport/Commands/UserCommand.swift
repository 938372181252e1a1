import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct UserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user", abstract: "Make, list and change accounts.",
        subcommands: [
            UserCreate.self, UserList.self, UserSuspend.self, UserResume.self, UserSetRole.self, UserPasswordLink.self,
            UserResetPassword.self,
        ])
}

struct UserCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make an account with any role.",
        discussion: "  davenport user create --tenant sofa --email ada@example.org --username ada --role owner --password-stdin < password")

    @Option(help: "The tenant's slug.")
    var tenant: String
    // Names and addresses may begin with a dash.
    @Option(parsing: .unconditional, help: "The address to log in with.")
    var email: String
    @Option(parsing: .unconditional, help: "\(NameLength.username.words) letters, digits, _, . and -.")
    var username: String
    @Option(help: "owner, admin, teacher, student or member.")
    var role: Role = .member
    @Option(help: "A date, as 2001-02-28; a teacher needs one.")
    var birthday: String?
    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false
    @OptionGroup var database: DatabaseOptions

    func validate() throws {
        guard passwordStdin else { throw ValidationError("Give the password on standard input, with --password-stdin.") }
    }

    func run() async throws {
        let user = try newUser(password: readLine() ?? "")
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: tenant)
            let me = try await useCases.createUser(tenant, user, role: role)
            print("Made \(me.username), \(me.role.rawValue) of \(tenant.slug).")
        }
    }

    /// Reads the data of the user from the options, with the same rules as for a sign-up.
    private func newUser(password: String) throws -> NewUser {
        var values = ["email": email, "username": username, "password": password]
        values["birthday"] = birthday
        var fields = Fields(path: [:], query: values, body: nil)
        let user = NewUser(&fields)
        guard fields.faults.isEmpty else { throw Failure(sentence(for: Problem.invalid(fields.faults))) }
        return user
    }
}

struct UserList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the users of a tenant.", discussion: "  davenport user list --tenant sofa")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let users = try await useCases.listUsers(try await useCases.findTenant(slug: tenant))
            if json { return try printJSON(users) }
            for user in users {
                let state = user.suspended ? "  suspended" : ""
                let name = "\(user.email.escapedForTerminal)  \(user.username.escapedForTerminal)"
                print("\(name)  \(user.role.rawValue)  \(user.waysIn)\(state)")
            }
        }
    }
}

extension ListedUser {
    /// What the user can sign in with.
    fileprivate var waysIn: String {
        if bot { return "token" }
        let keys = passkeys == 0 ? [] : [passkeys == 1 ? "1 passkey" : "\(passkeys) passkeys"]
        let ways = (hasPassword ? ["password"] : []) + keys
        return ways.isEmpty ? "nothing" : ways.joined(separator: "+")
    }
}

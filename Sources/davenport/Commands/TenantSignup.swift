import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct TenantSignup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signup", abstract: "Set who may sign up in a tenant, and as what.",
        discussion: """
              davenport tenant signup studio open --signup-roles student,teacher
              davenport tenant signup studio invite

            People who have signed up keep their roles. Without roles everybody gets the usual one: member, or student in a
            tenant with class.
            """)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Argument(help: "Who may sign up: with an invite, or anybody (open).")
    var signup: SignupPolicy
    @Option(help: "The roles to choose from at open sign-up, separated by commas: \(RoleList.words).")
    var signupRoles = RoleList()
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            let roles = try await useCases.changeTenantSignup(tenant, signup, roles: signupRoles.roles)
            let choice = roles.isEmpty ? "" : ", as " + roles.map(\.rawValue).joined(separator: " or ")
            print("Sign-up in \(slug) is \(signup == .open ? "open" : "by invite")\(choice).")
        }
    }
}

struct TenantPasswordLinks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password-links", abstract: "Set who may make links with which members set new passwords.",
        discussion: "  davenport tenant password-links sofa owners")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Argument(help: "admins (and owners), owners, or off: operators alone.")
    var makers: PasswordLinkMakers
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            try await useCases.changePasswordLinkMakers(try await useCases.findTenant(slug: slug), makers)
            print("Links for new passwords in \(slug): \(makers.rawValue).")
        }
    }
}

/// A list of roles that an operator writes with commas between them.
struct RoleList: ExpressibleByArgument {
    /// The roles that a list may have, for help texts.
    static let words = Role.choosable.map(\.rawValue).joined(separator: ", ")

    var roles: [Role] = []

    init() {}

    init?(argument: String) {
        let roles = argument.split(separator: ",", omittingEmptySubsequences: false).map { Role(rawValue: String($0)) }
        guard roles.allSatisfy({ $0 != nil }) else { return nil }
        self.roles = roles.compactMap { $0 }
    }
}

import ArgumentParser
import DavenportAPI
import Domain
import Programs

struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant", abstract: "Make, list, limit, change, move and delete tenants, the communities of this deployment.",
        subcommands: [
            TenantCreate.self, TenantList.self, TenantSuspend.self, TenantResume.self, TenantRename.self, TenantDelete.self,
            TenantFeatures.self, TenantSignup.self, TenantLimit.self, TenantPlay.self, TenantExport.self, TenantImport.self,
            TenantTransferKey.self, TenantVerify.self, TenantHostList.self, TenantState.self, TenantResync.self, TenantContact.self,
            TenantFilter.self, TenantPasswordLinks.self, TenantApps.self, TenantDescribe.self,
        ])
}

struct TenantCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a tenant.",
        discussion: #"""
              davenport tenant create sofa --name "The Sofa" --host sofa.example.org
              davenport tenant create studio --name Studio --feature class --signup open --signup-roles student,teacher
            """#)

    @Argument(help: "\(TenantSlug.length.words) of a-z, 0-9 and -.")
    var slug: String
    @Option(help: "The tenant's name.")
    var name: String
    @Option(help: "A feature of the tenant: watch, class or play. May be repeated; watch unless given.")
    var feature: [Feature] = [.watch]
    @Option(help: "Who may sign up: with an invite, or anybody (open).")
    var signup: SignupPolicy = .invite
    @Option(help: "The roles to choose from at open sign-up, separated by commas: \(RoleList.words).")
    var signupRoles = RoleList()
    @Option(help: "A host name whose requests are for this tenant. May be repeated.")
    var host: [String] = []
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.createTenant(
                slug: slug, name: name, features: feature, signup: signup, signupRoles: signupRoles.roles, hosts: host)
            print("Made the tenant \(tenant.slug). Its first owner: davenport invite create --tenant \(tenant.slug) --role owner")
        }
    }
}

struct TenantList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the tenants.")

    @Flag(help: "List only tenants that people made by the API (TENANT_SIGNUP), with their maker and the time.")
    var selfMade = false
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenants = try await useCases.listTenants(selfMade: selfMade)
            if json { return try printJSON(tenants) }
            for tenant in tenants {
                let features = tenant.features.map(\.rawValue).joined(separator: ",")
                let state = tenant.state == .open ? "" : "  \(tenant.state.rawValue)"
                let name = tenant.name.escapedForTerminal
                let signup = ([tenant.signup.rawValue] + tenant.signupRoles.map(\.rawValue)).joined(separator: ",")
                print("\(tenant.slug)  \(name)  \(features)  \(signup)  \(tenant.userCount) people\(state)\(tenant.origin)")
            }
        }
    }
}

extension ListedTenant {
    /// Who made a tenant by the API, and when; empty for a tenant that an operator made.
    fileprivate var origin: String {
        guard selfMade else { return "" }
        return "  made by \(maker?.escapedForTerminal ?? "a deleted account") at \(Timestamp.text(createdAt))"
    }
}

extension Feature: ExpressibleByArgument {}
extension SignupPolicy: ExpressibleByArgument {}
extension Role: ExpressibleByArgument {}
extension PasswordLinkMakers: ExpressibleByArgument {}

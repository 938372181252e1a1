import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs

struct TenantSuspend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Suspend a tenant: to everybody it is as if it never was.",
        discussion: "  davenport tenant suspend sofa")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            try await SuspendTenant(dependencies)(try await FindTenant(dependencies)(slug: slug), true)
            print("Suspended \(slug). Let it go on with: davenport tenant resume \(slug)")
        }
    }
}

struct TenantResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Let a suspended tenant go on.")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            try await SuspendTenant(dependencies)(try await FindTenant(dependencies)(slug: slug), false)
            print("\(slug) goes on.")
        }
    }
}

struct TenantRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a tenant another name; its slug stays.",
        discussion: #"  davenport tenant rename sofa "The Big Sofa""#)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Argument(help: "What people shall call it, \(TenantName.length.words) characters.")
    var name: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            try await RenameTenant(dependencies)(try await FindTenant(dependencies)(slug: slug), name: name)
            print("\(slug) is called \(name) now.")
        }
    }
}

struct TenantDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a tenant with everybody and everything in it, for good.",
        discussion: "  davenport tenant delete sofa --yes")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Flag(help: "Do it. Without this, only say what would go.")
    var yes = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { dependencies, _, _ in
            let tenant = try await FindTenant(dependencies)(slug: slug)
            guard yes else {
                let count = try await ListUsers(dependencies)(tenant).count
                throw Failure("This deletes \(tenant.name), its \(count) people and all they have there, for good. To do it, add --yes.")
            }
            try await DeleteTenant(dependencies)(tenant)
            print("Deleted \(slug). What the audit says of it stays: davenport audit list --tenant \(tenant.id.uuidString.lowercased())")
        }
    }
}

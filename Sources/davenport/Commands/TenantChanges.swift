import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs

struct TenantSuspend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Suspend a tenant. To clients it doesn't exist.",
        discussion: "  davenport tenant suspend sofa")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Flag(help: "Answer requests 503 instead of 404, because the tenant is being moved to another deployment.")
    var moving = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            try await useCases.suspendTenant(try await useCases.findTenant(slug: slug), moving ? .moving : .suspended)
            print("Suspended \(slug). Resume it with: davenport tenant resume \(slug)")
        }
    }
}

struct TenantResume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Resume a suspended tenant.")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            try await useCases.suspendTenant(try await useCases.findTenant(slug: slug), .open)
            print("\(slug) is resumed.")
        }
    }
}

struct TenantRename: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a tenant. Its slug stays.",
        discussion: #"  davenport tenant rename sofa "The Big Sofa""#)

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Argument(help: "The new name, \(TenantName.length.words) characters.")
    var name: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            try await useCases.renameTenant(try await useCases.findTenant(slug: slug), name: name)
            print("\(slug) is now called \(name).")
        }
    }
}

struct TenantDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a tenant with all its users and data, for good.",
        discussion: "  davenport tenant delete sofa --yes")

    @Argument(help: "The tenant's slug.")
    var slug: String
    @Flag(help: "Delete it. Without this, only print what would be deleted.")
    var yes = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: slug)
            guard yes else {
                let count = try await useCases.listUsers(tenant).count
                throw Failure("This deletes \(tenant.name), its \(count) users and all their data, for good. To do it, add --yes.")
            }
            try await useCases.deleteTenant(tenant)
            print("Deleted \(slug). Its audit log stays: davenport audit list --tenant \(tenant.id.uuidString.lowercased())")
        }
    }
}

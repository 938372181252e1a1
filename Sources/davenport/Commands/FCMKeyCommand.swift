import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs
import Settings

struct FCMKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fcm-key", abstract: "Set and remove the key with which a tenant notifies Android devices.",
        discussion: "davenport push key list shows it too.", subcommands: [FCMKeySet.self, FCMKeyRemove.self])
}

struct FCMKeySet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set or replace the key for Android. It is stored encrypted and never shown again.",
        discussion: """
            The key is a service account of the app's Firebase project: Project settings, Service accounts, Generate new private key.

              davenport push fcm-key set --tenant sofa --file service-account.json
            """)

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Option(help: "The service account's file as downloaded from Google.")
    var file: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { throw Failure("The file \(file) can't be read.") }
        let configuration = try Configuration(DotEnv.environment())
        let masterKey = try database.masterKey(configuration)
        guard let target = try database.fcmTarget(configuration) else {
            throw Failure("The private PostgreSQL in \(database.data) pushes to a stand-in alone, and none runs: start both with bin/dev.")
        }
        try await asOwner(database) { useCases, _, _ in
            let setKey = SetPushKey(useCases, masterKey)
            let project = try await setKey(try await useCases.findTenant(slug: tenant), file: text, hosts: target.tokenHosts)
            print("\(tenant) pushes to the Android devices of \(project) now.")
        }
    }
}

struct FCMKeyRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove the key for Android. Its notifications wait a day for another key.",
        discussion: "  davenport push fcm-key remove --tenant sofa")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            try await useCases.removeAndroidPushKey(try await useCases.findTenant(slug: tenant))
            print("\(tenant) no longer has a key for Android.")
        }
    }
}

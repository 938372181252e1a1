import ArgumentParser
import DavenportAPI
import Domain
import Foundation
import Programs
import Settings

extension PushEnvironment: ExpressibleByArgument {}

struct PushKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Set, list and remove the tenants' push keys from Apple, and list those for Android.",
        subcommands: [PushKeySet.self, PushKeyList.self, PushKeyRemove.self, PushKeyRotateMaster.self])
}

struct PushKeySet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set or replace the key for an app. It is stored encrypted and never shown again.",
        discussion: """
              davenport push key set --tenant sofa --team ABCDE12345 --key-id FGHIJ67890 --topic org.example.sofa \\
                --environment production --p8 AuthKey_FGHIJ67890.p8
            """)

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Option(help: "The team's id: 10 letters and digits, as Apple shows it.")
    var team: String
    @Option(help: "The key's id: 10 letters and digits, as Apple shows it.")
    var keyId: String
    @Option(help: "The app's bundle id.")
    var topic: String
    @Option(help: "production or sandbox.")
    var environment: PushEnvironment
    @Option(help: "The key's file as downloaded from Apple.")
    var p8: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        guard let text = try? String(contentsOfFile: p8, encoding: .utf8) else { throw Failure("The file \(p8) can't be read.") }
        let masterKey = try database.masterKey(Configuration(DotEnv.environment()))
        try await asOwner(database) { useCases, _, _ in
            let key = NewPushKey(teamID: team, keyID: keyId, topic: topic, environment: environment, p8: text)
            try await SetPushKey(useCases, masterKey)(try await useCases.findTenant(slug: tenant), key)
            print("\(tenant) pushes to \(topic) (\(environment.rawValue)) by key \(keyId) now.")
        }
    }
}

struct PushKeyList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a tenant's keys, without their secrets.",
        discussion: "  davenport push key list --tenant sofa")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let keys = try await useCases.listPushKeys(try await useCases.findTenant(slug: tenant))
            if json { return try printJSON(keys) }
            if keys.isEmpty { print("No key yet. Set one with: davenport push key set") }
            for key in keys {
                let stopped = key.stopReason.map { ", stopped: \($0)" } ?? ""
                print("\(key.app): key \(key.keyID) of \(key.owner)\(stopped)")
            }
        }
    }
}

extension ListedPushKey {
    fileprivate var app: String { "\(topic) (\(kind == .fcm ? "Android" : environment.rawValue))" }
    fileprivate var owner: String { kind == .fcm ? teamID : "team \(teamID)" }
}

struct PushKeyRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a key. Its notifications wait a day for another key.",
        discussion: "  davenport push key remove --tenant sofa --topic org.example.sofa --environment production")

    @Option(help: "The tenant's slug.")
    var tenant: String
    @Option(help: "The app's bundle id.")
    var topic: String
    @Option(help: "production or sandbox.")
    var environment: PushEnvironment
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        try await asOwner(database) { useCases, _, _ in
            let tenant = try await useCases.findTenant(slug: tenant)
            try await useCases.removePushKey(tenant, topic: topic, environment: environment)
            print("\(tenant.slug) no longer has a \(environment.rawValue) key for \(topic).")
        }
    }
}

struct PushKeyRotateMaster: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-master", abstract: "Encrypt every stored key anew with another master key.",
        discussion: """
            MASTER_KEY or MASTER_KEY_FILE holds the old one. Give the programs the new one afterwards; until then the worker sends nothing.

              openssl rand -base64 32 > new.key
              davenport push key rotate-master --new-key-file new.key
            """)

    @Option(help: "The file with the new master key: 32 bytes in base64.")
    var newKeyFile: String
    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let old = try database.masterKey(Configuration(DotEnv.environment()))
        let new = try DatabaseOptions.masterKey(in: newKeyFile)
        try await asOwner(database) { useCases, _, _ in
            let count = try await useCases.rotateMasterKey(from: old, to: new)
            print("\(count) keys are encrypted with the new master key. Set it as MASTER_KEY or MASTER_KEY_FILE for the programs.")
        }
    }
}

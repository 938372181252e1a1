import DavenportAPI
import Demo
import Domain
import Foundation
import LocalPostgres
import Logging
import Pictures
import Play
import Postgres
import Programs
import Schema
import Secrets
import Settings

/// Prepares the private PostgreSQL of `davenport dev` before the server starts.
struct DevDatabase {
    let postgres: LocalPostgres
    /// The folder that contains the private PostgreSQL and the master key.
    let data: String
    let clock: WallClock
    let configuration: Configuration
    let logger: Logger

    /// Migrates the database, creates the roles of the server and the worker and, if asked to, the demo community.
    /// - Returns: a function that takes the server's port and returns the text to print.
    func prepare(withDemo: Bool) async throws -> @Sendable (Int) -> String {
        let pool = Pool(.init(uri: postgres.uri(), size: 4, waiterTimeout: .seconds(60), applicationName: "davenport dev"), logger: logger)
        do {
            let welcome = try await prepare(pool, withDemo)
            await pool.close()
            return welcome
        } catch {
            await pool.close()
            throw error
        }
    }

    private func prepare(_ pool: Pool, _ withDemo: Bool) async throws -> @Sendable (Int) -> String {
        let schema = try Schema.load()
        let report = try await Migrator(migrations: schema.migrations, definitions: schema.definitions, logger: logger).migrate(pool)
        if !report.isEmpty { print("Brought the database up to date.") }
        let passwords = PasswordHasher()
        let services = try services()
        let useCases = { (clock: WallClock) in
            UseCases(
                database: Database(pool: pool, clock: clock), passwords: passwords, areas: Areas.all, services: services,
                decoder: PictureProcess(), logger: logger)
        }
        try await useCases(clock).createServingRole(.server, name: ServingRole.local, password: nil)
        try await useCases(clock).createServingRole(.pushWorker, name: ServingRole.localWorker, password: nil)
        guard withDemo else {
            _ = try masterKey()
            return { _ in "No tenant yet: davenport tenant create SLUG --name NAME" }
        }
        print("Loading the demo community.")
        flushOutput()
        let accounts = try await Demo(endingAt: clock.now, useCases).load()
        // Set last: the worker waits for the key, so it starts only after the whole fortnight is stored.
        try await setPushKeys(useCases(clock), masterKey())
        return { accounts.welcome(port: $0) }
    }

    /// Returns the services that are needed to create the demo. Among them are the word lists, with which its puzzles
    /// are made and its moves checked.
    private func services() throws -> Services {
        var services = Services()
        services[WordLists.self] = WordLists(try WordFiles.read(configuration))
        return services
    }

    /// Returns the configured master key. If none is configured, it returns the key in the folder, which the first run
    /// generates.
    private func masterKey() throws -> MasterKey {
        var options = DatabaseOptions()
        options.data = data
        let file = options.privateMasterKey
        if configuration.masterKey == nil, configuration.masterKeyFile == nil, !FileManager.default.fileExists(atPath: file) {
            let isMade = FileManager.default.createFile(
                atPath: file, contents: Data((MasterKey.generate() + "\n").utf8), attributes: [.posixPermissions: 0o600])
            if !isMade { throw Failure("The file \(file) can't be written.") }
        }
        return try configuration.masterKey == nil && configuration.masterKeyFile == nil
            ? DatabaseOptions.masterKey(in: file) : options.masterKey(configuration)
    }

    /// Gives the demo's tenant invented push keys. The stand-in for push services that `bin/dev` starts accepts them.
    private func setPushKeys(_ useCases: UseCases, _ masterKey: MasterKey) async throws {
        let tenant = try await useCases.findTenant(slug: DemoAccounts.tenant)
        let setKey = SetPushKey(useCases, masterKey)
        _ = try await MakeWebPushKey(useCases, masterKey)(tenant)
        if try await useCases.listPushKeys(tenant).isEmpty {
            for environment in PushEnvironment.allCases {
                try await setKey(
                    tenant,
                    NewPushKey(
                        teamID: "DEMOTEAM01", keyID: "DEMOKEY001", topic: DemoAccounts.topic, environment: environment,
                        p8: SigningKey.generate().pem))
            }
        }
        var options = DatabaseOptions()
        options.data = data
        // If another service is configured, the worker says so when it starts.
        guard let standIn = try? options.fcmTarget(configuration) else { return }
        // The key names the stand-in's port, which is another one after each start.
        let account = [
            "type": "service_account", "project_id": "sofa-demo", "client_email": "demo@sofa-demo.iam.gserviceaccount.com",
            "private_key_id": String(repeating: "0", count: 40), "private_key": RS256SigningKey.generate().pem,
            "token_uri": standIn.url + "/token",
        ]
        _ = try await setKey(tenant, file: String(decoding: try JSONEncoder().encode(account), as: UTF8.self), hosts: standIn.tokenHosts)
    }
}

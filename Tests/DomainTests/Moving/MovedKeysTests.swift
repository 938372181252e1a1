import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import Programs
import Secrets
import TestSupport
import Testing

@testable import Domain

@Suite("rules 15: what the master key encrypts moves to a deployment with another one", .serialized)
struct MovedKeysTests {
    private static let sealed = ["push_credentials", "web_push_keys", "webhooks", "invite_codes"]
    private let there = MasterKey(base64: MasterKey.generate())

    /// Shows rules 15.2, 15.12 and 15.13.
    @Test("What the master key encrypts moves, opens with the other master key, and is due there; no file has a master key")
    func moved() async throws {
        try await MovedTenantFixture.with { house in
            let (here, there) = (try await house.addKeys(), try #require(there))
            let key = try await house.server.providerKey()
            let token = try await ShareProviderToken(house.server.operators.database, here)(for: key) { _ in "a token" }
            let file = try await MovingFile.sealed(house, from: here, to: there.transferKey)
            for table in Areas.all.exportedTables(secrets: true, sealed: true).flatMap(\.withParts) {
                #expect(!file.rows(of: table.name).isEmpty, "\(table.name) has no row")
            }
            let text = file.lines.joined()
            #expect(!text.contains("a token") && !text.contains(here.id) && !text.contains("kek_id") && !text.contains("wrapped_key"))
            try await TestServer.other(than: house) { new in
                let importing = ImportTenant(new.operators, masterKey: there)
                let tenant = try await importing(slug: nil, hosts: true, standing: .moving, from: file.parts())
                #expect(try await new.operators.verifyTenant(tenant, with: file.parts()).allSatisfy(\.isEqual))
                #expect(try await house.server.operators.verifyTenant(house.tenant, with: file.parts()).allSatisfy(\.isEqual))
                let secrets = try await house.server.opened(with: here)
                #expect(try await new.opened(with: there) == secrets && secrets.count == 5)
                await #expect(throws: Envelope.Failure.self) { try await new.opened(with: here) }
                let moved = try await ShareProviderToken(new.operators.database, there)(for: key) { _ in "another token" }
                #expect(moved == token.map { SharedProviderToken(jwt: $0.jwt, issuedAt: $0.issuedAt, isNew: false) })
                #expect(try await new.rows("SELECT FROM webhooks WHERE due_at IS NOT NULL").count == 1)
                for kind in ["web", "fcm"] {
                    #expect(try await new.rows("SELECT FROM devices WHERE kind = \(kind)").count == 1)
                }
                #expect(try await new.call(.get, "/v1/me", token: house.ada.token).code == .unavailable)
                try await new.operators.suspendTenant(tenant, .open)
                #expect(try await new.isSignedIn(house.ada.token))
            }
        }
    }

    /// Shows rules 15.6, 15.12 and 15.13.
    @Test("Without the master key, with another one and with changed keys or secrets an import is refused and leaves nothing")
    func refused() async throws {
        try await MovedTenantFixture.with(fileSize: 20) { house in
            let (here, there) = (try await house.addKeys(), try #require(there))
            let file = try await MovingFile.sealed(house, from: here, to: there.transferKey)
            try await TestServer.other(than: house) { new in
                let before = try await new.database.dump().sorted()
                let keys: [(MasterKey?, String)] = [(nil, "MASTER_KEY"), (here, "another master key")]
                for (key, words) in keys {
                    let fault = await #expect(throws: TenantFileFault.self) {
                        try await ImportTenant(new.operators, masterKey: key)(slug: nil, hosts: true, from: file.parts())
                    }
                    #expect(fault?.description.contains(words) == true, "\(fault?.description ?? "")")
                }
                for (what, changed) in try await Self.damaged(file, house.server) {
                    #expect(changed.lines != file.lines, "\(what)")
                    await #expect(throws: TenantFileFault.self, "\(what)") {
                        try await ImportTenant(new.operators, masterKey: there)(slug: nil, hosts: true, from: changed.parts())
                    }
                    #expect(try await new.database.dump().sorted() == before, "\(what)")
                }
            }
        }
    }

    /// Returns files with correct digests whose keys or secrets don't fit.
    private static func damaged(_ file: MovingFile, _ server: TestServer) async throws -> [(String, MovingFile)] {
        var all: [(String, MovingFile)] = []
        func add(_ what: String, line: (String) -> Bool, _ change: (String) -> String) async throws {
            var changed = file
            guard let index = file.lines.firstIndex(where: line) else { return }
            changed.lines[index] = change(file.lines[index])
            all.append((what, try await changed.sealed(server)))
        }
        func row(_ table: String) -> (String) -> Bool { { file.table($0) == table } }
        try await add("sealed keys", line: { $0.contains("davenport-tenant") }) {
            $0.replacing(#/"sealed":"..../#, with: #""sealed":"AAAA"#)
        }
        for table in sealed {
            try await add("a secret of \(table)", line: row(table)) { $0.replacing(#/"sealed":"....../#, with: #""sealed":"AAAAAA"#) }
        }
        try await add("another row's id", line: row("push_credentials")) {
            $0.replacing(#/"id":"[^"]*"/#, with: #""id":"00000000-0000-4000-8000-000000000000""#)
        }
        try await add("another key's digest", line: row("push_credentials")) {
            $0.replacing(#/"key_digest":"..../#, with: #""key_digest":"AAAA"#)
        }
        try await add("another public key", line: row("web_push_keys")) {
            $0.replacing(#/"public_key":"BA?..../#, with: #""public_key":"BAAAAA"#)
        }
        try await add("another invite's code", line: { file.table($0) == "invites" && $0.contains("for the neighbour") }) {
            $0.replacing(#/"code_digest":"..../#, with: #""code_digest":"AAAA"#)
        }
        try await add("an account that isn't one", line: { $0.contains("gserviceaccount.com") }) {
            $0.replacing("gserviceaccount.com", with: "evil.test")
        }
        try await add("a team that isn't one", line: { $0.contains("TEAM123456") }) { $0.replacing("TEAM123456", with: "team") }
        try await add("an address inside", line: row("webhooks")) { $0.replacing("https://bots.example.org/", with: "http://10.0.0.1/") }
        try await add("a browser's key", line: { $0.contains(#""kind":"web""#) }) {
            $0.replacing(#/"p256dh":"BA?..../#, with: #""p256dh":"BAAAAA"#)
        }
        return all
    }

    /// Shows rule 15.12.
    @Test("An export for another deployment needs --secrets and the master key that encrypted the push keys")
    func exporting() async throws {
        try await MovedTenantFixture.with(fileSize: 20) { house in
            let (here, there) = (try await house.addKeys(), try #require(there))
            await #expect(throws: Envelope.Failure.self) { try await MovingFile.sealed(house, from: there, to: here.transferKey) }
            let environment = ["MIGRATION_DATABASE_URL": house.server.database.ownerURI, "MASTER_KEY": MasterKey.generate()]
            let script = """
                key=$(davenport tenant transfer-key)
                davenport tenant export sofa --for "$key" > file
                davenport tenant export sofa --secrets --for "${key}x" > file
                davenport tenant export sofa --secrets --for "$key" > file
                """
            let outcome = try await Shell.run(script, environment: environment)
            for words in ["--for needs --secrets", "must be what davenport tenant transfer-key prints", "under another master key"] {
                #expect(outcome.errors.contains(words), "\(outcome)")
            }
        }
    }

    /// Shows rules 15.12 and 15.15.
    @Test("A key that begins with a dash, as older versions print, is taken for the key; --output makes a file that only its user can read")
    func dashed() async throws {
        try await MovedTenantFixture.with(fileSize: 20) { house in
            let key = "-" + String(repeating: "A", count: 42)
            let environment = ["MIGRATION_DATABASE_URL": house.server.database.ownerURI, "MASTER_KEY": MasterKey.generate()]
            let outcome = try await Shell.run(
                """
                umask 022; touch file; chmod 666 file
                davenport tenant export sofa --secrets --for \(key) --output file; stat -c '%a %s' file
                davenport tenant export sofa --secrets --output file && stat -c %a file && tail -n 1 file && ls
                """, environment: environment)
            #expect(!outcome.errors.contains("Missing value") && outcome.output.hasPrefix("666 0\n600\n"), "\(outcome)")
            #expect(outcome.output.contains("\"sha256\"") && !outcome.output.contains("unfinished"), "\(outcome)")
        }
    }

    /// Shows rules 1.11 and 15.14.
    @Test("A tenant's state is one word, also in the hosts of docs/operating/pods; import --moving leaves it moving until resume")
    func states() async throws {
        try await MovedTenantFixture.with(fileSize: 20) { house in
            try await TestServer.other(than: house) { new in
                let old = ["MIGRATION_DATABASE_URL": house.server.database.ownerURI]
                let file = URL.temporaryDirectory.appending(path: "davenport-moving-\(UUID().uuidString).ndjson").path
                let export = "davenport tenant suspend sofa --moving > /dev/null; davenport tenant export sofa --secrets > \(file)"
                #expect(try await Shell.run(export, environment: old).status == 0)
                let script = """
                    davenport tenant state sofa
                    head -n 30 \(file) | davenport tenant import --moving || davenport tenant state sofa
                    davenport tenant import --moving < \(file) > /dev/null; davenport tenant state sofa
                    davenport tenant hosts --deployment two --states
                    davenport tenant resume sofa > /dev/null; davenport tenant state sofa
                    davenport tenant hosts --deployment two --states
                    davenport tenant suspend sofa > /dev/null; davenport tenant state sofa; rm \(file)
                    """
                let outcome = try await Shell.run(script, environment: ["MIGRATION_DATABASE_URL": new.database.ownerURI])
                let lines = [
                    "none", "none", "moving", "sofa.example.org two moving", "open", "sofa.example.org two open", "suspended",
                ]
                #expect(outcome.output == lines.joined(separator: "\n") + "\n", "\(outcome)")
            }
        }
    }
}

extension MovedTenantFixture {
    /// Adds a key for an app, one for Android and one for browsers, and an Android device and a browser.
    /// - Returns: the master key that encrypts them and the bot's secret.
    fileprivate func addKeys() async throws -> MasterKey {
        let master = try #require(Services.ofTests[MasterKey.self])
        let key = NewPushKey(
            teamID: "TEAM123456", keyID: "KEY1234567", topic: "org.example.sofa", environment: .sandbox, p8: SigningKey.generate().pem)
        try await SetPushKey(server.operators, master)(tenant, key)
        _ = try await SetPushKey(server.operators, master)(
            tenant, file: ServiceAccountFile.text(), hosts: PushServiceHosts(["oauth2.googleapis.com"]))
        _ = try await MakeWebPushKey(server.operators, master)(tenant)
        try await server.rows(
            """
            INSERT INTO devices (tenant_id, token, user_id, session_id, kind, registered_at, confirmed_at)
            SELECT tenant_id, 'dZ9xT3kQSW6:APA91bHun4MxP5egoKMwt2KZFBa', user_id, session_id, 'fcm', registered_at, confirmed_at
            FROM devices WHERE token = \(deviceToken)
            """)
        try await server.rows(
            """
            INSERT INTO devices (tenant_id, token, user_id, session_id, kind, endpoint, p256dh, auth, registered_at, confirmed_at)
            SELECT tenant_id, repeat('cd', 32), user_id, session_id, 'web', 'https://push.services.mozilla.com/wpush/v2/x',
                \(AgreementKey().publicKey.bytes), \(Randomness.bytes(16)), registered_at, confirmed_at
            FROM devices WHERE token = \(deviceToken)
            """)
        return master
    }
}

extension MovingFile {
    /// Returns the file of an export for a deployment.
    fileprivate static func sealed(_ house: MovedTenantFixture, from: MasterKey, to: TransferKey) async throws -> MovingFile {
        var bytes: [UInt8] = []
        _ = try await house.server.operators.exportTenant(house.tenant, secrets: true, KeyTransfer(from: from, to: to)) { bytes += $0 }
        return MovingFile(bytes)
    }
}

extension TestServer {
    /// Returns the identity of the only key of Apple's.
    fileprivate func providerKey() async throws -> ProviderKey {
        let found = try await operators.database.transactionAcrossTenants {
            try await WorkerPushKeyRepository($0).providerKeys(of: tenant.id)
        }
        return try #require(found.first { NewPushKey.isAppleID($0.teamID) })
    }

    /// Returns all secrets that the master key encrypts, decrypted.
    fileprivate func opened(with master: MasterKey) async throws -> Set<[UInt8]> {
        try await operators.database.transactionAcrossTenants { transaction in
            let found = try await WorkerPushKeyRepository(transaction).lockedEnvelopes()
            return Set(
                try found.keys.map { try $0.envelope.open(with: master, for: $0.place) }
                    + found.webKeys.map { try $0.envelope.open(with: master, for: $0.place) }
                    + found.webhooks.map { try $0.envelope.open(with: master, for: $0.place) }
                    + found.inviteCodes.map { try $0.envelope.open(with: master, for: $0.place) })
        }
    }
}

import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing
import WebAuthn

@Suite("rules 27: passkeys")
struct PasskeyTests {
    /// Shows rules 27.1, 27.4, 27.5, 27.7 and 27.11.
    @Test("Somebody adds a passkey, sees it, logs in with it and removes it, for each algorithm", arguments: PasskeyAlgorithm.allCases)
    func wholeWay(algorithm: PasskeyAlgorithm) async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            // The model of iCloud Keychain.
            let keychain: [UInt8] = [0xFB, 0xFC, 0x30, 0x07, 0x15, 0x4E, 0x4E, 0xCC, 0x8C, 0x0B, 0x6E, 0x02, 0x05, 0x57, 0xD7, 0xBD]
            var device = try SoftwareAuthenticator(algorithm: algorithm, aaguid: keychain, isBackupEligible: true, isBackedUp: true)
            let options = try await fixture.creationOptions(ada)
            #expect(options.publicKey.rp == .init(id: PasskeyFixture.host, name: server.tenant.name))
            #expect(options.publicKey.user.name == "ada" && options.publicKey.user.id.data.count == 16)
            #expect(options.publicKey.pubKeyCredParams.map(\.alg) == [-7, -8, -257] && options.publicKey.timeout == 300_000)
            #expect(options.publicKey.challenge.data.count == 32 && options.publicKey.excludeCredentials.isEmpty)
            let added: Passkey = try await server.call(
                .post, "/v1/me/passkeys", token: ada.token, json: try fixture.made(options, by: device)
            ).expecting(201)
            #expect(added.name == "iCloud Keychain" && added.isBackedUp && added.lastUsedAt == nil && added.createdAt == server.clock.now)
            let next = try await fixture.creationOptions(ada)
            #expect(next.publicKey.excludeCredentials.map(\.id.data) == [Data(device.credentialID)])
            server.clock.advance(by: 60)
            let signedIn = try await fixture.logIn(&device, of: ada).expecting(201, SignedIn.self)
            #expect(signedIn.user.id == ada.id && signedIn.session.source == .login)
            #expect(try await server.isSignedIn(signedIn.token))
            let seen = try await fixture.passkeys(of: ada)
            #expect(seen.map(\.id) == [added.id] && seen[0].lastUsedAt == server.clock.now)
            #expect(try await fixture.remove(added, of: ada).status == 204)
            #expect(try await fixture.passkeys(of: ada).isEmpty)
            server.clock.advance(by: 1)
            #expect(try await fixture.logIn(&device, of: ada).code == .passkeyInvalid)
            #expect(try await fixture.events("passkey.") == ["passkey.added", "passkey.removed"])
            #expect(try await fixture.events("login.") == ["login.succeeded", "login.failed"])
        }
    }

    /// Shows rule 27.1.
    @Test("A person has up to 20 passkeys; one whose maker isn't known has a plain name")
    func limit() async throws {
        try await PasskeyFixture.with { fixture in
            let ada = try await fixture.server.person("ada")
            let open = try await fixture.creationOptions(ada)
            for _ in 0..<20 { #expect(try await fixture.add(try SoftwareAuthenticator(), to: ada).name == "Passkey") }
            let more = try await fixture.server.call(.post, "/v1/me/passkeys/options", token: ada.token)
            #expect(more.status == 409 && more.code == .limitReached)
            let late = try await fixture.server.call(
                .post, "/v1/me/passkeys", token: ada.token, json: try fixture.made(open, by: try SoftwareAuthenticator()))
            #expect(late.code == .limitReached)
            #expect(try await fixture.passkeys(of: ada).count == 20)
        }
    }

    /// Shows rule 27.4.
    @Test("A challenge works once, for five minutes, for one purpose and with one session")
    func challenges() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            let add = { (options: PasskeyCreationOptions, token: String) in
                try await server.call(
                    .post, "/v1/me/passkeys", token: token, json: try fixture.made(options, by: try SoftwareAuthenticator()))
            }
            let elsewhere = try await server.logIn(ada)
            let options = try await fixture.creationOptions(ada)
            let wrong = try await add(options, elsewhere)
            #expect(wrong.status == 422 && wrong.faultyFields == ["response.clientDataJSON"])
            #expect(try await add(options, ada.token).status == 201)
            #expect(try await add(options, ada.token).faultyFields == ["response.clientDataJSON"], "used")
            let late = try await fixture.creationOptions(ada)
            server.clock.advance(by: 300)
            #expect(try await add(late, ada.token).faultyFields == ["response.clientDataJSON"], "over")
            var device = try SoftwareAuthenticator()
            try await fixture.add(device, to: ada)
            let toConfirm: PasskeyRequestOptions = try await server.call(
                .post, "/v1/me/confirmation/options", token: ada.token
            ).expecting(201)
            let misused = try fixture.signed(toConfirm, by: &device, of: ada.id)
            #expect(try await fixture.logIn(misused).code == .passkeyInvalid, "not for log-ins")
            let signature = try fixture.signed(try await fixture.logInOptions(), by: &device, of: ada.id)
            #expect(try await fixture.logIn(signature).status == 201)
            #expect(try await fixture.logIn(signature).code == .passkeyInvalid, "used")
            let old = try fixture.signed(try await fixture.logInOptions(), by: &device, of: ada.id)
            server.clock.advance(by: 300)
            #expect(try await fixture.logIn(old).code == .passkeyInvalid, "over")
        }
    }

    /// Shows rule 27.4.
    @Test("Ten challenges of a session are open at most, and expired ones are deleted")
    func openChallenges() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            for _ in 0..<15 {
                #expect(try await server.call(.post, "/v1/me/confirmation/options", token: ada.token).status == 201)
                server.clock.advance(by: 1)
            }
            #expect(try await server.database.count("passkey_challenges") == 10)
            server.clock.advance(by: 300)
            _ = try await fixture.logInOptions()
            #expect(try await server.database.count("passkey_challenges") == 1)
        }
    }

    /// Shows rules 27.4 and 27.5.
    @Test("Of several who use a challenge at once, one is logged in")
    func race() async throws {
        try await PasskeyFixture.with { fixture in
            let ada = try await fixture.server.person("ada")
            var device = try SoftwareAuthenticator(countsSignatures: false)
            try await fixture.add(device, to: ada)
            let signature = try fixture.signed(try await fixture.logInOptions(), by: &device, of: ada.id)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await fixture.logIn(signature).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [201, 401, 401, 401])
        }
    }

    /// Shows rules 10.4, 20.5 and 27.5.
    @Test("Whatever is wrong with a log-in, the answer is the same 401, and it counts as a guess")
    func wrongLogIns() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let (ada, bea) = try await server.strangers("ada", "bea")
            var (device, other) = (try SoftwareAuthenticator(), try SoftwareAuthenticator())
            try await fixture.add(device, to: ada)
            var answers: [Answer] = []
            let unknown = try fixture.signed(try await fixture.logInOptions(), by: &other, of: ada.id)
            answers.append(try await fixture.logIn(unknown))
            let right = try fixture.signed(try await fixture.logInOptions(), by: &device, of: ada.id)
            let forged = PasskeySignature(id: right.id, response: unknown.response)
            answers.append(try await fixture.logIn(forged))
            answers.append(try await fixture.logIn(try fixture.signed(try await fixture.logInOptions(), by: &device, of: bea.id)))
            answers.append(try await fixture.logIn(try fixture.signed(try await fixture.logInOptions(), by: &device, of: nil)))
            let foreign = try fixture.signed(
                try await fixture.logInOptions(), by: &device, of: ada.id, origin: "https://evil.example.org")
            answers.append(try await fixture.logIn(foreign))
            try await server.suspend(ada.id)
            answers.append(try await fixture.logIn(&device, of: ada))
            for answer in answers {
                #expect(answer.status == 401 && answer.code == .passkeyInvalid && answer.headers["www-authenticate"] == "Bearer")
                #expect(answer.withoutRequestID == answers[0].withoutRequestID)
            }
            #expect(try await fixture.events("login.failed").count == answers.count)
            for _ in answers.count..<25 { #expect(try await fixture.logIn(unknown).status == 401) }
            #expect(try await fixture.logIn(unknown).status == 429)
        }
    }

    /// Shows rules 26.9 and 27.5.
    @Test("A suspension that is over is lifted by a log-in, and a place that is new is remembered")
    func asAnyLogIn() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let owner = try await server.person("olga", role: .owner)
            let ada = try await server.person("ada")
            var device = try SoftwareAuthenticator()
            try await fixture.add(device, to: ada)
            _ = try await server.as(owner).changeMember(MemberChange(userID: ada.id, suspendedUntil: server.clock.now + 3600))
            #expect(try await fixture.logIn(&device, of: ada).status == 401)
            server.clock.advance(by: 3600)
            let places = try await server.database.count("sign_in_places")
            let signature = try fixture.signed(try await fixture.logInOptions(), by: &device, of: ada.id)
            let signedIn = try await fixture.logIn(signature, deviceName: "Ada's phone").expecting(201, SignedIn.self)
            #expect(signedIn.session.deviceName == "Ada's phone")
            #expect(try await server.database.count("sign_in_places") == places + 1)
        }
    }

    /// Shows rule 16.8.
    @Test("A browser gets the session in a cookie, but not on a page of another origin")
    func cookie() async throws {
        try await PasskeyFixture.with { fixture in
            let ada = try await fixture.server.person("ada")
            var device = try SoftwareAuthenticator()
            try await fixture.add(device, to: ada)
            var headers = ["Davenport-Session": "cookie", "Sec-Fetch-Site": "cross-site"]
            let signature = try fixture.signed(try await fixture.logInOptions(), by: &device, of: ada.id)
            #expect(try await fixture.logIn(signature, headers: headers).code == .crossOrigin)
            headers["Sec-Fetch-Site"] = "same-origin"
            let answer = try await fixture.logIn(signature, headers: headers)
            #expect(answer.status == 201 && answer.headers["set-cookie"]?.contains("HttpOnly") == true)
            #expect(try answer.json(SignedIn.self).token.isEmpty)
        }
    }

    /// Shows rule 27.7.
    @Test("A new passkey that fails the verification is 422, naming the field, and one that is known is 409")
    func refused() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let (ada, bea) = try await server.strangers("ada", "bea")
            let device = try SoftwareAuthenticator()
            let add = { (passkey: NewPasskey, person: Person) in
                try await server.call(.post, "/v1/me/passkeys", token: person.token, json: passkey)
            }
            let foreign = try fixture.made(try await fixture.creationOptions(ada), by: device, origin: "https://evil.example.org")
            #expect(try await add(foreign, ada).faultyFields == ["response.clientDataJSON"])
            let elsewhere = try fixture.made(try await fixture.creationOptions(ada), by: device, rpID: "evil.example.org")
            #expect(try await add(elsewhere, ada).faultyFields == ["response.attestationObject"])
            let options = try await fixture.creationOptions(ada)
            let right = try fixture.made(options, by: device)
            #expect(try await add(NewPasskey(id: Base64URL([1, 2]), response: right.response), ada).faultyFields == ["id"])
            let nonsense = NewPasskey(
                id: right.id, response: .init(clientDataJSON: right.response.clientDataJSON, attestationObject: right.id))
            #expect(try await add(nonsense, ada).faultyFields == ["response.attestationObject"])
            #expect(try await server.call(.post, "/v1/me/passkeys", token: ada.token, json: ["id": "a+b"] as Body).status == 422)
            #expect(try await add(right, ada).status == 201)
            let again = try await add(try fixture.made(try await fixture.creationOptions(bea), by: device), bea)
            #expect(again.status == 409 && again.code == .passkeyKnown)
        }
    }

    /// Shows rule 27.7.
    @Test("A passkey whose device asked for a finger or a PIN at first must always do so; another one need not")
    func userVerification() async throws {
        try await PasskeyFixture.with { fixture in
            let ada = try await fixture.server.person("ada")
            var (strict, plain) = (try SoftwareAuthenticator(), try SoftwareAuthenticator())
            try await fixture.add(strict, to: ada)
            try await fixture.add(plain, to: ada, userVerified: false)
            #expect(try await fixture.logIn(&strict, of: ada, userVerified: false).code == .passkeyInvalid)
            #expect(try await fixture.logIn(&strict, of: ada).status == 201)
            #expect(try await fixture.logIn(&plain, of: ada, userVerified: false).status == 201)
        }
    }

    /// Shows rule 27.8.
    @Test("A count that stays 0 is fine; one that doesn't grow ends the passkey, and its person is notified")
    func signCount() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            var synced = try SoftwareAuthenticator(countsSignatures: false)
            try await fixture.add(synced, to: ada)
            for _ in 0..<3 { #expect(try await fixture.logIn(&synced, of: ada).status == 201) }
            var counting = try SoftwareAuthenticator()
            try await fixture.add(counting, to: ada)
            var copy = counting
            #expect(try await fixture.logIn(&counting, of: ada).status == 201)
            server.clock.advance(by: 1)
            #expect(try await fixture.logIn(&copy, of: ada).code == .passkeyInvalid)
            #expect(try await fixture.passkeys(of: ada).count == 1)
            #expect(try await fixture.logIn(&counting, of: ada).code == .passkeyInvalid, "both are over")
            let notices = try await server.rows("SELECT recipient_id FROM notifications WHERE kind = 'account.passkey_ended'")
            #expect(try notices.map { try $0["recipient_id"] as UUID } == [ada.id])
            #expect(try await fixture.events("passkey.").last == "passkey.ended")
            #expect(try await fixture.logIn(&synced, of: ada).status == 201)
        }
    }

    /// Shows rule 27.8.
    @Test("A count may be the greatest number that an authenticator can write")
    func greatestSignCount() async throws {
        try await PasskeyFixture.with { fixture in
            let ada = try await fixture.server.person("ada")
            var device = try SoftwareAuthenticator(signCount: .max - 2)
            try await fixture.add(device, to: ada)
            for _ in 0..<2 { #expect(try await fixture.logIn(&device, of: ada).status == 201) }
            #expect(device.signCount == .max)
        }
    }

    /// Shows rule 27.8.
    @Test("Of two log-ins with the same count at the same time one is refused, and the passkey ends")
    func sameCount() async throws {
        try await PasskeyFixture.with { fixture in
            let ada = try await fixture.server.person("ada")
            let device = try SoftwareAuthenticator()
            try await fixture.add(device, to: ada)
            async let one = logIn(with: device, of: ada, fixture)
            async let other = logIn(with: device, of: ada, fixture)
            let statuses = try await [one, other]
            #expect(statuses.sorted() == [201, 401])
            #expect(try await fixture.passkeys(of: ada).isEmpty)
        }
    }

    private func logIn(with device: SoftwareAuthenticator, of person: Person, _ fixture: PasskeyFixture) async throws -> Int {
        var device = device
        return try await fixture.logIn(&device, of: person).status
    }

    private func askForOptions(_ fixture: PasskeyFixture, from address: String) async throws -> Int {
        try await fixture.server.call(.post, "/v1/passkey-sessions/options", headers: ["X-Forwarded-For": address]).status
    }

    /// Shows rule 27.4.
    @Test("People who aren't signed in get 300 challenges in five minutes from an address, and have 10,000 open ones together")
    func anonymousChallenges() async throws {
        try await PasskeyFixture.with(trustedProxies: 1) { fixture in
            for _ in 0..<300 { #expect(try await askForOptions(fixture, from: "203.0.113.7") == 201) }
            #expect(try await askForOptions(fixture, from: "203.0.113.7") == 429)
            #expect(try await askForOptions(fixture, from: "203.0.113.8") == 201)
            fixture.server.clock.advance(by: 300)
            #expect(try await askForOptions(fixture, from: "203.0.113.7") == 201)
            try await fixture.server.rows(
                """
                INSERT INTO passkey_challenges (tenant_id, challenge, purpose, expires_at)
                SELECT \(fixture.server.tenant.id), sha256(convert_to(n::text, 'UTF8')), 'log_in', \(fixture.server.clock.now + 60)
                FROM generate_series(1, 10000) AS n
                """)
            #expect(try await askForOptions(fixture, from: "203.0.113.8") == 201)
            #expect(try await fixture.server.database.count("passkey_challenges") == 10_000)
        }
    }
}

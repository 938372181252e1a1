import DavenportAPI
import Foundation
import Postgres
import Programs
import TestSupport
import Testing

@testable import Domain

@Suite("rules 15: an import accepts exactly what was exported", .serialized)
struct MovingRefusalTests {
    /// Shows rules 15.4 and 15.6.
    @Test("A file with a changed byte, or a missing, repeated, moved or forged line, is refused and leaves nothing")
    func tampered() async throws {
        try await MovedTenantFixture.with { house in
            let file = try await MovingFile.exported(house.server)
            try await TestServer.other(than: house) { new in
                let before = try await new.database.dump().sorted()
                for (index, (what, changed)) in Self.damaged(file).enumerated() {
                    let batch = index % 2 == 0 ? TenantImporter.Batch() : .init(rows: 10)
                    await #expect(throws: TenantFileFault.self, "\(what)") {
                        try await ImportTenant(new.operators, batch: batch)(slug: nil, hosts: true, from: changed.parts())
                    }
                    #expect(try await new.database.dump().sorted() == before, "\(what)")
                }
                _ = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: file.parts())
            }
        }
    }

    /// Returns damaged versions of a file, each with a description.
    private static func damaged(_ file: MovingFile) -> [(String, MovingFile)] {
        var all: [(String, MovingFile)] = []
        func add(_ what: String, _ change: (inout [String]) -> Void) {
            var changed = file
            change(&changed.lines)
            all.append((what, changed))
        }
        let last = file.lines.count - 1
        for line in stride(from: 1, through: last, by: max(1, last / 12)) {
            add("a letter of line \(line)") { lines in
                var text = Array(lines[line].unicodeScalars)
                guard let place = text.lastIndex(where: { $0.properties.isAlphabetic && $0.isASCII }) else { return }
                text[place] = text[place] == "x" ? "y" : "x"
                lines[line] = String(String.UnicodeScalarView(text))
            }
        }
        for line in stride(from: 1, through: last, by: max(1, last / 5)) {
            add("without line \(line)") { $0.remove(at: line) }
            add("line \(line) twice") { $0.insert($0[line], at: line) }
        }
        add("two rows the other way round") { $0.swapAt(last - 1, last - 2) }
        add("a row behind the end") { $0.append($0[last - 1]) }
        add("a table that nobody knows") { $0.insert(#"{"t":"throttles","key":"x"}"#, at: 5) }
        add("no JSON") { $0[last / 2] = #"{"t":"comments",oops"# }
        add("the header alone") { $0 = [$0[0]] }
        return all
    }

    /// Shows rules 15.4 and 15.6.
    @Test("A file with correct digests is refused if its derived values are wrong or its references have no target")
    func sealed() async throws {
        try await MovedTenantFixture.with { house in
            let file = try await MovingFile.exported(house.server)
            try await TestServer.other(than: house) { new in
                let before = try await new.database.dump().sorted()
                let changes: [(table: String, from: any RegexComponent, to: String)] = [
                    ("rooms", #/"comment_count":\d+/#, #""comment_count":99"#),
                    ("memberships", #/"unread_count":\d+/#, #""unread_count":77"#),
                    ("rooms", #/"group_id":"[^"]*"/#, #""group_id":"x""#), ("score_counts", #/"plays":\d+/#, #""plays":50"#),
                    ("board_entries", #/"score":\d+/#, #""score":12345"#), ("assignments", #/"last_number":\d+/#, #""last_number":9"#),
                    ("file_usage", #/"bytes":\d+/#, #""bytes":1"#),
                    ("file_chunks", #/"number":0,"bytes":"..../#, #""number":0,"bytes":"AAAA"#),
                    // No digest covers a thumbnail.
                    ("file_chunks", #/"number":-1,"bytes":"..../#, #""number":-1,"bytes":"AAAA"#),
                    ("memberships", #/"user_id":"[^"]*"/#, #""user_id":"00000000-0000-4000-8000-000000000000""#),
                    // A member of a room can't be a former member of it too.
                    ("former_members", #/"user_id":"[^"]*"/#, #""user_id":"\#(house.ada.id.lowercased)""#),
                    ("users", #/"role":"[^"]*"/#, #""role":"god""#), ("comments", #/"seconds":\d+/#, #""seconds":"soon""#),
                ]
                for (table, from, to) in changes {
                    let changed = try await file.changing(table, from, to).sealed(house.server)
                    #expect(changed.lines != file.lines, "\(table)")
                    await #expect(throws: TenantFileFault.self, "\(table) \(to)") {
                        try await ImportTenant(new.operators)(slug: nil, hosts: true, from: changed.parts())
                    }
                    #expect(try await new.database.dump().sorted() == before, "\(table) \(to)")
                }
                // The recomputed digest itself is accepted.
                _ = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: file.sealed(house.server).parts())
            }
        }
    }

    /// Shows rule 15.6.
    @Test("A taken slug or host needs a new one or none; an existing id and a newer schema are refused")
    func taken() async throws {
        try await MovedTenantFixture.with { house in
            let file = try await MovingFile.exported(house.server)
            await #expect(throws: TenantFileFault.self) {
                try await ImportTenant(house.server.operators)(slug: "other", hosts: false, from: file.parts())
            }
            #expect(try await house.server.isSignedIn(house.ada.token), "it is still there")
            try await TestServer.other(than: house) { new in
                _ = try await new.operators.createTenant(
                    slug: "sofa", name: "Another", features: [.watch], signup: .open, hosts: ["sofa.example.org"])
                let importing = ImportTenant(new.operators)
                await #expect(throws: Problem.self) { try await importing(slug: nil, hosts: true, from: file.parts()) }
                await #expect(throws: TenantFileFault.self) { try await importing(slug: "big-sofa", hosts: true, from: file.parts()) }
                await #expect(throws: Problem.self) { try await importing(slug: "Big Sofa", hosts: false, from: file.parts()) }
                #expect(try await new.operators.listTenants().count == 1)
                let tenant = try await importing(slug: "big-sofa", hosts: false, from: file.parts())
                #expect(tenant.slug == "big-sofa" && tenant.id == house.tenant.id)
                #expect(try await new.operators.verifyTenant(tenant, with: file.parts()).allSatisfy(\.isEqual))
                #expect(try await new.isSignedIn(house.ada.token))
                var newer = file
                newer.lines[0] = file.lines[0].replacing(#/"schema":"[^"]*"/#, with: #""schema":"9999_later""#)
                let later = newer
                await #expect(throws: TenantFileFault.self) { try await importing(slug: "x1", hosts: false, from: later.parts()) }
                await #expect(throws: TenantFileFault.self) {
                    try await new.operators.verifyTenant(try await new.operators.findTenant(slug: "sofa"), with: file.parts())
                }
            }
        }
    }

    /// Shows rules 15.2 and 15.6.
    @Test("Columns that an older schema lacks get their defaults, and change stamps are created at import and in no file")
    func older() async throws {
        try await MovedTenantFixture.with { house in
            let stamp: SQL = "ALTER TABLE comments ADD COLUMN told_xid xid8 NOT NULL DEFAULT pg_current_xact_id()"
            try await house.server.rows(stamp)
            var file = try await MovingFile.exported(house.server)
            #expect(!file.lines.contains { $0.contains("told_xid") || $0.contains("sync_key") || $0.contains("throttle_key") })
            file.lines = file.lines.map { file.table($0) == "avatars" ? $0.replacing(#","is_plain":true"#, with: "") : $0 }
            let older = try await file.sealed(house.server)
            let whole = file
            try await TestServer.other(than: house) { new in
                try await new.rows(stamp)
                let tenant = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: older.parts())
                #expect(try await new.operators.verifyTenant(tenant, with: older.parts()).allSatisfy(\.isEqual))
                #expect(try await new.rows("SELECT FROM avatars WHERE NOT is_plain").count == 1)
                let keys = try await [house.server, new].asyncMap {
                    try await $0.rows("SELECT sync_key::text AS key FROM tenants")[0]["key"] as String
                }
                #expect(Set(keys).count == 2)
                let unknown = try await whole.changing("users", #/"email":/#, #""fax":1,"email":"#).sealed(new)
                try await new.operators.deleteTenant(tenant)
                await #expect(throws: TenantFileFault.self) {
                    try await ImportTenant(new.operators)(slug: nil, hosts: true, from: unknown.parts())
                }
            }
        }
    }

    /// Shows rule 15.3.
    @Test("An export without secrets contains none: nobody can log in before a reset, and everything else is there")
    func secrets() async throws {
        try await MovedTenantFixture.with { house in
            let (open, closed) = (try await MovingFile.exported(house.server), try await MovingFile.exported(house.server, secrets: false))
            let secrets = try await house.server.secretTexts() + [house.deviceToken]
            #expect(secrets.count > 20)
            let text = closed.lines.joined(separator: "\n")
            for secret in secrets { #expect(!text.contains(secret)) }
            #expect(secrets.contains { secret in open.lines.contains { $0.contains(secret) } })
            try await TestServer.other(than: house) { new in
                let tenant = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: closed.parts())
                #expect(try await new.operators.verifyTenant(tenant, with: closed.parts()).allSatisfy(\.isEqual))
                #expect(try await house.server.operators.verifyTenant(house.tenant, with: closed.parts()).allSatisfy(\.isEqual))
                #expect(try await !new.isSignedIn(house.ada.token))
                #expect(try await new.tryLogIn(house.ada).code == .invalidCredentials)
                #expect(try await new.tryLogIn(house.ada.email, "").status == 401)
                #expect(try await new.call(.post, "/v1/invites/lookup", json: ["code": house.code]).code == .inviteInvalid)
                var fields = Fields(path: [:], query: ["password": "battery staple"], body: nil)
                let reset = PasswordReset(&fields)
                _ = try await new.operators.resetPassword(tenant, email: house.ada.email, to: reset)
                let token = try await new.logIn(house.ada, password: "battery staple")
                #expect(try await new.call(.get, "/v1/rooms/\(house.room.id)", token: token).status == 200)
                #expect(try await new.database.wrongDerivedColumns() == [])
                #expect(try await new.rows("SELECT DISTINCT code_digest FROM invites").count == new.count(of: "invites"))
            }
        }
    }
}

extension MovingFile {
    /// Returns the file with a change in the first row of a table that it changes.
    fileprivate func changing(_ table: String, _ pattern: any RegexComponent, _ text: String) -> MovingFile {
        func changed(_ line: String, _ pattern: some RegexComponent) -> String { line.replacing(pattern, with: text, maxReplacements: 1) }
        var file = self
        let index = lines.firstIndex { self.table($0) == table && changed($0, pattern) != $0 }
        if let index { file.lines[index] = changed(lines[index], pattern) }
        return file
    }
}

extension TestServer {
    /// Returns secrets that grant access or prove a submission, in every text form that a file could contain.
    fileprivate func secretTexts() async throws -> [String] {
        let rows = try await rows(
            """
            SELECT password_hash AS secret FROM users
            UNION SELECT encode(s.secret, f.form) FROM (
                SELECT token_digest FROM sessions UNION SELECT code_digest FROM invites UNION SELECT secret FROM play_settings
                UNION SELECT throttle_key FROM tenants UNION SELECT request_digest FROM rooms UNION SELECT request_digest FROM comments
                UNION SELECT request_digest FROM tasks UNION SELECT request_digest FROM entries UNION SELECT request_digest FROM feedback
                UNION SELECT request_digest FROM challenges
            ) AS s (secret) CROSS JOIN (VALUES ('hex'), ('base64')) AS f (form) WHERE octet_length(s.secret) > 8
            """)
        return try rows.map { try $0["secret"] }
    }
}

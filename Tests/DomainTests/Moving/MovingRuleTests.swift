import DavenportAPI
import Foundation
import Postgres
import Programs
import TestSupport
import Testing

@testable import Domain

@Suite("rules 15: an import accepts no value that a request couldn't have made", .serialized)
struct MovingRuleTests {
    /// Values in JSON that a row's column can't have.
    private static let impossible: [(table: String, column: String, value: String)] = [
        ("tenants", "name", #""The\u202eSofa""#), ("tenants", "name", #""The\u001b[2JSofa""#), ("tenants", "name", #""""#),
        ("tenants", "features", String(repeating: "[", count: 30) + #""watch""# + String(repeating: "]", count: 30)),
        ("tenants", "features", String(repeating: "[", count: 400) + #""watch""# + String(repeating: "]", count: 400)),
        ("tenants", "description", #""a\u001b[2J""#), ("tenants", "description", "\"" + String(repeating: "a", count: 501) + "\""),
        ("tenant_pictures", "image", #""AAAA""#), ("tenant_pictures", "version", #""../../users""#),
        ("tenant_hosts", "host", #""a\nb""#), ("tenant_limits", "value", "1000001"), ("tenant_limits", "value", "0"),
        ("users", "username", #""ada\u202e""#), ("users", "username", #""ada\u0007""#), ("users", "username", #""ada\u2028x""#),
        ("users", "username", "\"" + String(repeating: "a", count: 100_000) + "\""),
        ("users", "username", "\"a" + String(repeating: #"\u0301"#, count: 40) + "\""),
        ("users", "username_key", #""bea2""#), ("users", "email_key", #""somebody@example.org""#), ("users", "email", #""a\tb@c""#),
        ("users", "given_name", #""\u2067x""#), ("users", "birthday", #""infinity""#), ("users", "birthday", #""0044-03-15 BC""#),
        ("users", "birthday", #""12026-01-01""#), ("users", "created_at", #""infinity""#),
        ("users", "created_at", #""0044-03-15T00:00:00+00:00 BC""#),
        ("users", "password_hash", #""$scrypt$\n""#),
        ("users", "password_hash", #""$scrypt$ln=18,r=8,p=16$AAAAAAAAAAAAAAAAAAAAAA==$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=""#),
        ("users", "password_number", "2147483647"), ("users", "password_number", "-1"),
        ("avatars", "image", #""AAAA""#), ("avatars", "media_type", #""image/jpeg""#),
        ("sessions", "device_name", #""x\u0000""#), ("feedback", "text", #""\u001b]0;x\u0007""#), ("feedback", "context", #""a\r\nb""#),
        ("invites", "note", #""\u0085""#), ("muted_words", "words", #"["x"]"#), ("muted_words", "words", "[null]"),
        ("access_keys", "account", #""a\nb""#), ("access_keys", "last_result", #""well""#), ("access_keys", "secret_digest", #""AAAA""#),
        ("devices", "topic", #""a b""#), ("notification_preferences", "time_zone", #""No/Where""#),
        ("rooms", "kind", #""opera""#), ("rooms", "subject_key", #""x""#), ("tasks", "tag_keys", #"["x"]"#),
        ("tenants", "filter_words", #"["x"]"#), ("rooms", "show_id", "null"), ("rooms", "season", "10000"), ("rooms", "show_id", "-1"),
        ("comments", "seconds", "86400"), ("comments", "content", "\"" + String(repeating: "a", count: 4001) + "\""),
        ("comments", "quote", "\"" + String(repeating: "a", count: 501) + "\""),
        ("subtitle_tracks", "language", #""english""#), ("subtitle_tracks", "starts", "[86400001]"), ("subtitle_tracks", "texts", #"[""]"#),
        ("rooms", "subtitle_languages", #"["e n"]"#),
        ("tasks", "title", #""\u2066""#), ("tasks", "title_key", #""x""#), ("tasks", "due_at", #""294276-12-31T00:00:00+00:00""#),
        ("comments", "pictures", #"[{"id":"x"}]"#), ("comments", "pictures", #"[{"alternative":"\u001b[2J"}]"#),
        ("comments", "pictures", "[1]"),
        ("comments", "pictures", #"[{"type":"text/html"}]"#), ("comments", "pictures", #"[{"src":"//x"}]"#), ("comments", "pictures", "[]"),
        ("file_chunks", "number", "-2"),
        ("files", "type", #""text/html\r\nX-Evil: 1""#), ("files", "type", #""text/html""#), ("files", "name", #""../x""#),
        ("entries", "text", #""a\u0001""#), ("drafts", "points", "2000000000"),
        ("play_settings", "day_zone", #""No/Where""#), ("play_settings", "language", #""e\nn""#), ("play_apps", "bundle", #""a b""#),
        ("challenges", "letters", "\"" + String(repeating: " ", count: 81) + "\""), ("challenges", "ends_at", #""infinity""#),
        ("plays", "moves", #"[{"at":0,"word":"a","score":9223372036854775807},{"at":0,"word":"b","score":9223372036854775807}]"#),
        ("plays", "moves", "[]"), ("plays", "moves", "[1]"), ("plays", "best_word", #""x""#),
        ("plays", "ends_at", #""294276-12-31T00:00:00+00:00""#),
        ("played_words", "word", #""x""#), ("entitlements", "product_id", #""a b""#), ("board_entries", "period", #""infinity""#),
    ]

    /// Shows rules 15.9 and 15.10.
    @Test("Each column's rule is enforced with correct counts and digests: the file is refused and leaves nothing")
    func columns() async throws {
        try await MovedTenantFixture.with(fileSize: 20) { house in
            let file = try await MovingFile.exported(house.server)
            try await TestServer.other(than: house) { new in
                let before = try await new.database.dump().sorted()
                for (table, column, value) in Self.impossible {
                    let changed = try file.setting(column, of: table, to: value)
                    #expect(changed.lines != file.lines, "\(table).\(column)")
                    await #expect(throws: TenantFileFault.self, "\(table).\(column): \(value.prefix(60))") {
                        try await ImportTenant(new.operators)(slug: nil, hosts: true, from: changed.parts())
                    }
                    #expect(try await new.database.dump().sorted() == before, "\(table).\(column): \(value.prefix(60))")
                }
                _ = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: try file.resealed().parts())
            }
        }
    }

    /// Shows rule 15.9.
    @Test("An unknown header and lines that aren't JSON are refused before anything is written")
    func lines() async throws {
        try await MovedTenantFixture.with(fileSize: 20) { house in
            let file = try await MovingFile.exported(house.server)
            try await TestServer.other(than: house) { new in
                let before = try await new.database.dump().sorted()
                let header = file.lines[0]
                let named = header.replacing("The Sofa", with: #"\u001b[2J"#)
                for first in [named, header + ",", header.replacing("{", with: #"{"a":01,"#)] {
                    var changed = file
                    changed.lines[0] = first
                    let other = changed
                    #expect(other.lines != file.lines)
                    await #expect(throws: TenantFileFault.self) {
                        try await ImportTenant(new.operators)(slug: nil, hosts: true, from: other.parts())
                    }
                }
                #expect(try await new.database.dump().sorted() == before)
            }
        }
    }

    /// Shows rule 15.11.
    @Test("Only temporary failures leave a part behind: connections, transactions, conflicts, resources, interventions")
    func kinds() async throws {
        try await TestDatabase.with { database in
            for (state, blames) in [
                ("54000", true), ("22003", true), ("23514", true), ("0A000", true), ("2201X", true), ("P0001", true), ("42804", true),
                ("40001", false), ("40P01", false), ("53100", false), ("55P03", false), ("57014", false), ("57P01", false),
                ("58030", false),
                ("08006", false), ("25P02", false), ("28000", false),
            ] {
                let raise = "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(state)'; END $$"
                let error = await #expect(throws: PostgresError.self) {
                    try await database.owner.roundTrip { try await $0.query("\(unsafeRaw: raise)") }
                }
                #expect(error?.blamesValues == blames, "\(state)")
            }
            #expect(!PostgresError.connectionLost("").blamesValues && !PostgresError.poolExhausted.blamesValues)
            #expect(PostgresError.decoding(column: "x", reason: "").blamesValues)
        }
    }
}

extension MovingFile {
    /// Returns the file with another value in the first row of a table in which the column has one.
    /// - Parameter value: in JSON.
    func setting(_ column: String, of table: String, to value: String) throws -> MovingFile {
        var file = self
        let rows = lines.indices.filter { self.table(lines[$0]) == table }
        let index = rows.first { !lines[$0].contains("\"\(column)\":null") } ?? rows.first
        guard let index, let changed = lines[index].replacingValue(of: column, by: value) else { return self }
        file.lines[index] = changed
        return try file.resealed()
    }

    /// Returns the file with counts and digests that match its lines.
    func resealed() throws -> MovingFile {
        var (file, tally) = (self, TableDigests(of: lines.compactMap { table($0) }))
        for line in lines { if let table = table(line) { tally.add(Array((line + "\n").utf8), of: table) } }
        file.lines[lines.count - 1] = String(decoding: try TenantFile.line(tally.footer), as: UTF8.self)
        return file
    }
}

extension String {
    /// Returns the object with another JSON value of a member. Members keep their order, as PostgreSQL writes them.
    func replacingValue(of member: String, by value: String) -> String? {
        guard let start = range(of: "\"\(member)\":")?.upperBound, let end = endOfValue(from: start) else { return nil }
        return String(self[..<start]) + value + String(self[end...])
    }

    /// Returns the end of the JSON value that begins here.
    func endOfValue(from start: Index) -> Index? {
        var (depth, inText, escaped) = (0, false, false)
        for index in utf8.indices[start...] {
            let byte = utf8[index]
            if inText {
                inText = escaped || byte != UInt8(ascii: "\"")
                escaped = !escaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
                if depth == 0 { return index }
                if byte != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
        }
        return nil
    }
}

import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import Programs
import TestSupport
import Testing

@testable import Domain

@Suite("rules 22: users' texts in command-line output")
struct PrintedTextTests {
    /// Shows rule 22.12.
    @Test("Lists print control, direction and line-breaking characters of stored texts as code points")
    func lists() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", role: .owner)
            _ = try await server.as(ada).createFeedback(NewFeedback(text: "first\nsecond\u{202E}", context: "1.0"))
            try await server.rows(#"UPDATE tenants SET name = E'So\u001b[2Jfa\u202e\nfake'"#)
            try await server.rows(#"UPDATE users SET username = E'a\u202eda\u2028\n\u0085'"#)
            try await server.rows(#"UPDATE feedback SET text = text || E'\u001b]0;x\u0007', context = E'1\u2066.0\r\n'"#)
            for (command, shown) in [
                ("tenant list", #"So\u{1B}[2Jfa\u{202E}\u{0A}fake"#), ("user list --tenant sofa", #"a\u{202E}da\u{2028}\u{0A}\u{85}"#),
                ("feedback list --tenant sofa", #"    second\u{202E}\u{1B}]0;x\u{07}"#),
                ("tenant list --json", #"So\u001b[2Jfa\u202E\nfake"#),
                ("user list --tenant sofa --json", #"a\u202Eda\u2028\n\u0085"#),
            ] {
                let outcome = try await Shell.run("davenport \(command)", environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
                #expect(outcome.status == 0 && outcome.output.contains(shown), "\(command): \(outcome)")
                let obeyed = outcome.output.unicodeScalars.filter {
                    $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl || $0 == "\u{2028}")
                }
                #expect(obeyed.isEmpty, "\(command)")
            }
        }
    }
}

import Logging
import Settings
import Foundation
import Testing

@Suite("Configuration")
struct ConfigurationTests {
    @Test("Without anything set, the defaults hold")
    func defaults() throws {
        let configuration = try Configuration([:])
        #expect(configuration.databaseURL == nil)
        #expect(configuration.databasePool == 16)
        #expect(configuration.host == "127.0.0.1")
        #expect(configuration.port == 8080)
        #expect(configuration.logLevel == .info)
        #expect(configuration.logFormat == .text)
    }

    @Test("Everything that is wrong is named together")
    func faults() {
        let values = ["PORT": "70000", "DATABASE_POOL": "many", "LOG_FORMAT": "xml", "LOG_LEVEL": "loud", "DATABASE_URL": "mysql://x"]
        let error = #expect(throws: ConfigurationError.self) { try Configuration(values) }
        for key in values.keys { #expect(error?.description.contains(key) == true) }
    }

    @Test("An empty value counts as left out")
    func empty() throws {
        #expect(try Configuration(["PORT": "", "HOST": ""]) == Configuration([:]))
    }

    @Test(".env.example has every key, and no other")
    func example() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: ".env.example"), encoding: .utf8)
        let keys = text.split(separator: "\n").filter { $0.contains("=") }
            .compactMap { $0.split(separator: "=").first?.trimmingCharacters(in: ["#", " "]) }
        #expect(Set(keys) == Set(Configuration.keys))
        #expect(throws: Never.self) { try Configuration(DotEnv.parse(text)) }
    }

    @Test(".env: quotes, comments and export are taken off")
    func dotEnv() {
        let values = DotEnv.parse(
            """
            # a comment
            A=1
            export B="two # words"   # comment
            C='3' 
            D=four # comment
            E=postgresql://u:p#w@h/d
            F=
            G = spaced
            no assignment
            """)
        #expect(
            values == ["A": "1", "B": "two # words", "C": "3", "D": "four", "E": "postgresql://u:p#w@h/d", "F": "", "G": "spaced"])
    }
}

import Logging
import Mail
import Settings
import Foundation
import Testing

@Suite("Configuration")
struct ConfigurationTests {
    @Test("Without any setting the defaults apply")
    func defaults() throws {
        let configuration = try Configuration([:])
        #expect(configuration.databaseURL == nil)
        #expect(configuration.databasePool == 16)
        #expect(configuration.host == "127.0.0.1")
        #expect(configuration.port == 8080)
        #expect(configuration.logLevel == .info)
        #expect(configuration.logFormat == .text)
    }

    @Test("All invalid settings are reported together")
    func faults() {
        let values = ["PORT": "70000", "DATABASE_POOL": "many", "LOG_FORMAT": "xml", "LOG_LEVEL": "loud", "DATABASE_URL": "mysql://x"]
        let error = #expect(throws: ConfigurationError.self) { try Configuration(values) }
        for key in values.keys { #expect(error?.description.contains(key) == true) }
    }

    /// Shows rule 22.1.
    @Test(
        "Origins have the form that browsers send, separated by commas",
        arguments: [
            ("https://a.example, http://localhost:3000", ["https://a.example", "http://localhost:3000"]), ("http://[::1]:80x", nil),
            ("", []),
            ("https://a.example/", nil), ("*", nil), ("null", nil), ("https://A.example", nil), ("https://a.example:443", nil),
            ("https://a.example:0443", nil), ("https://a.example:0", nil), ("https://a.example:65536", nil),
            ("https://a.example:65535", ["https://a.example:65535"]),
            ("a.example", nil), ("https://a.example https://b.example", nil), ("http://[::1]:3000,", ["http://[::1]:3000"]),
        ])
    func origins(text: String, origins: [String]?) throws {
        guard let origins else {
            #expect(throws: ConfigurationError.self) { try Configuration(["CORS_ORIGINS": text]) }
            return
        }
        #expect(try Configuration(["CORS_ORIGINS": text]).corsOrigins == origins)
    }

    /// Shows rule 22.8.
    @Test("The metrics port is optional and can't be 0, and the threshold of slow statements is in milliseconds")
    func metricsPorts() throws {
        let usual = try Configuration([:])
        #expect(usual.metricsPort?.number == 9090 && usual.metricsPort?.isSet == false && usual.pushMetricsPort?.number == 9091)
        #expect(usual.metricsHost == "127.0.0.1" && usual.slowQuery == .seconds(1) && usual.accessLog == .on)
        let set = try Configuration(["METRICS_PORT": "9090", "PUSH_METRICS_PORT": "0", "SLOW_QUERY_MS": "0", "ACCESS_LOG": "address"])
        #expect(set.metricsPort?.isSet == true && set.pushMetricsPort == nil && set.slowQuery == nil && set.accessLog == .address)
        #expect(throws: ConfigurationError.self) {
            try Configuration(["METRICS_PORT": "65536", "ACCESS_LOG": "yes", "SLOW_QUERY_MS": "-1"])
        }
    }

    @Test("The account at OpenSubtitles.com has both a user and a password, and counts only with a key")
    func subtitles() throws {
        #expect(try Configuration(["OPENSUBTITLES_USER": "a", "OPENSUBTITLES_PASSWORD": "b c"]).openSubtitles == nil)
        let plain = try Configuration(["OPENSUBTITLES_API_KEY": "k"]).openSubtitles
        #expect(plain?.key == "k" && plain?.account == nil && plain?.baseURL == "https://api.opensubtitles.com/api/v1")
        let account = try Configuration(["OPENSUBTITLES_API_KEY": "k", "OPENSUBTITLES_USER": "a", "OPENSUBTITLES_PASSWORD": "b c"])
        #expect(account.openSubtitles?.account?.user == "a" && account.openSubtitles?.account?.password == "b c")
        #expect(throws: ConfigurationError.self) { try Configuration(["OPENSUBTITLES_USER": "a"]) }
    }

    /// Shows rule 8.17.
    @Test("The catalogue's pictures are on unless the operator turns them off")
    func pictures() throws {
        #expect(try Configuration([:]).mediaPictures == .on)
        #expect(try Configuration(["MEDIA_PICTURES": "off"]).mediaPictures == .off)
        #expect(throws: ConfigurationError.self) { try Configuration(["MEDIA_PICTURES": "no"]) }
    }

    @Test("PUBLIC_URL is an address without a path")
    func publicURL() throws {
        for text in ["https://sofa.example.org", "http://localhost:8080"] {
            #expect(try Configuration(["PUBLIC_URL": text]).publicURL == text)
        }
        for text in ["sofa.example.org", "https://sofa.example.org/", "https://sofa.example.org:443", "https://a@sofa.example.org"] {
            #expect(throws: ConfigurationError.self) { try Configuration(["PUBLIC_URL": text]) }
        }
    }

    /// Shows rule 22.14.
    @Test("Mail has a server and a sender, or neither")
    func mail() throws {
        let url = "smtps://ada:hush@smtp.example.org:465"
        let mail = try #require(try Configuration(["SMTP_URL": url, "MAIL_FROM": "The Sofa <sofa@example.org>"]).mail)
        #expect(mail.server.description == "smtps://smtp.example.org:465" && mail.sender.name == "The Sofa" && mail.caFile == nil)
        #expect(!"\(mail)".contains("hush"))
        #expect(try Configuration(["MAIL_CA_FILE": "/x"]).mail == nil)
        let wrong = [["SMTP_URL": url], ["MAIL_FROM": "a@b"], ["SMTP_URL": "x", "MAIL_FROM": "a@b"], ["SMTP_URL": url, "MAIL_FROM": "x"]]
        for (values, name) in zip(wrong, ["MAIL_FROM", "SMTP_URL", "SMTP_URL", "MAIL_FROM"]) {
            let error = #expect(throws: ConfigurationError.self) { try Configuration(values) }
            #expect(error?.faults.count == 1 && error?.description.contains(name) == true && error?.description.contains("hush") == false)
        }
    }

    @Test("An empty value counts as unset")
    func empty() throws {
        #expect(try Configuration(["PORT": "", "HOST": ""]) == Configuration([:]))
    }

    @Test(".env.example has every key, and no other")
    func example() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: ".env.example"), encoding: .utf8)
        let keys = text.matches(of: /(?m)^(?:# )?([A-Z_]+)=/).map { String($0.1) }
        let ofCompose = ["DOMAIN", "OWNER_PASSWORD", "SERVER_PASSWORD", "PUSH_PASSWORD"]
        #expect(Set(keys) == Set(Configuration.keys + ofCompose))
        #expect(keys.count == Set(keys).count)
        #expect(throws: Never.self) { try Configuration(DotEnv.parse(text)) }
    }

    @Test(".env: quotes, comments and export are removed")
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

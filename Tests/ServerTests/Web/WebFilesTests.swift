import DavenportAPI
import Domain
import Foundation
import Secrets
import TestSupport
import Testing
import Web

@testable import Server

@Suite("rules 16: the web client's files")
struct WebFilesTests {
    /// Shows rule 16.1.
    @Test("Every page's address answers the page, without the client's cookies or credentials, and says whether the host names a community")
    func pages() async throws {
        try await WebFolder.served { server, _ in
            _ = try await server.operators.createTenant(
                slug: "loft", name: "Das „Loft“", features: [.watch], signup: .invite, hosts: ["loft.example.org"])
            let page = try await server.call(.get, "/").text
            #expect(page.contains("data-community=no"))
            for path in [
                "/", "/watch", "/rooms/\(UUID().uuidString.lowercased())", "/archive/tv", "/settings/sessions", "/join/ABC", "/join/",
            ] {
                for (host, isNamed) in [("127.0.0.1:\(server.port)", "no"), ("nobody.example.org", "no"), ("loft.example.org", "yes")] {
                    let answer = try await server.call(.get, path, headers: ["Host": host])
                    let expected = page.replacing("data-community=no", with: "data-community=\(isNamed)")
                    #expect(answer.status == 200 && answer.text == expected, "\(path) \(host)")
                    #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
                }
            }
            for path in ["/nothing", "/rooms", "/rooms/a/b", "/index.html", "/js/main.js", "/app", "/app/index.html"] {
                let answer = try await server.call(.get, path)
                #expect(answer.status == 404 && answer.code == .notFound, "\(path)")
            }
            let refused = try await server.call(.post, "/watch", body: [])
            #expect(refused.status == 405 && refused.headers["allow"] == "GET, HEAD")
        }
    }

    /// Shows rule 16.1.
    @Test("The manifest has the name of the host's community, and the product's where the host names none")
    func manifest() async throws {
        try await WebFolder.served { server, _ in
            let tenant = try await server.operators.createTenant(
                slug: "loft", name: "Das „Loft“", features: [.watch], signup: .invite, hosts: ["loft.example.org"])
            for (host, name) in [("loft.example.org", tenant.name), ("nobody.example.org", "Davenport")] {
                let answer = try await server.call(.get, "/manifest.webmanifest", headers: ["Host": host])
                #expect(answer.headers["content-type"] == "application/manifest+json; charset=utf-8")
                let manifest = try answer.expecting(200, JSONValue.self)
                #expect(manifest["name"] == .string(name) && manifest["start_url"] == "/")
                let version = try await server.webVersion()
                #expect(manifest["icons"]?.elements.first?["src"] == .string("/app/\(version)/icon.svg"))
            }
        }
    }

    /// Shows rule 16.2.
    @Test("Files of the current version are cached for ten minutes, and any other version and any other file is unknown")
    func versions() async throws {
        try await WebFolder.served { server, _ in
            let version = try await server.webVersion()
            for (path, type) in [
                ("js/main.js", "text/javascript; charset=utf-8"), ("css/base.css", "text/css; charset=utf-8"),
                ("icon.svg", "image/svg+xml"),
            ] {
                let answer = try await server.call(.get, "/app/\(version)/\(path)")
                #expect(answer.status == 200 && answer.text == WebFolder.files[path])
                #expect(answer.headers["content-type"] == type)
                #expect(answer.headers["cache-control"] == "public, max-age=600" && answer.headers["etag"] == nil)
                let digest = Data(Digest.sha256(Array(answer.text.utf8))).base64EncodedString()
                #expect(answer.headers["content-digest"] == "sha-256=:\(digest):")
            }
            let others = [
                "index.html", "service-worker.js", "js/types/app.d.ts", "WebClient.swift", "js", "js/", "js/../icon.svg", "%2e%2e/x.js",
            ]
            for path in others.map({ "\(version)/\($0)" }) + ["000000000000/js/main.js", "js/main.js", version] {
                let answer = try await server.call(.get, "/app/\(path)")
                #expect(answer.status == 404, "\(path)")
            }
        }
    }

    /// Shows rule 16.2.
    @Test(
        "Scripts and styles are served without indentation and the comments that begin lines, and no line changes its number",
        arguments: [
            ("a();\n// One\n  // Two\n\tb();\n", "a();\n\n\nb();\n"),
            ("/**\n * One\n * // Two\n */\nexport const a = 1;", "\n\n\n\nexport const a = 1;"),
            ("/* One */ a();\n/* Two *//* Three */ /** @type {A} */ (b);", "a();\n(b);"),
            ("/* One\n  two */ a(); // Three\n/**/b();", "\na(); // Three\nb();"),
            ("/*/ One\n/* two */\na();\n/*", "\n\na();\n"), ("const a = `//${b}`;\nreturn /x/;", "const a = `//${b}`;\nreturn /x/;"),
            ("const a = b\n  / c;", "const a = b\n/ c;"), ("", ""), ("\n", "\n"), ("  ", ""),
            ("a();\r\n  // „é“ 😂\r\nb();", "a();\r\n\nb();"),
        ])
    func withoutComments(source: String, served: String) {
        #expect(String(decoding: ServedCode.of(Data(source.utf8), hasLineComments: true), as: UTF8.self) == served)
    }

    /// Shows rule 16.2.
    @Test("What the product's modules, styles and worker lose is comments and blanks, and all of that at the beginning of lines")
    func productWithoutComments() async throws {
        let web = try WebOptions(folder: WebClient.folder)
        try await TestServer.with(serverOptions: .with { $0.web = web }) { server in
            let version = try await server.webVersion()
            let files = try WebFiles.read(WebClient.folder).paths.filter {
                $0.hasSuffix(".js") || $0.hasSuffix(".css") && !$0.contains("+")
            }
            #expect(files.count > 20)
            for path in files.map({ "/app/\(version)/\($0)" }) + ["/service-worker.js"] {
                let served = try await server.call(.get, path).text.components(separatedBy: "\n")
                let file = path.replacing("/app/\(version)", with: "")
                let source = try String(contentsOf: WebClient.folder.appending(path: file), encoding: .utf8)
                    .replacing("{{pictures}}", with: "").components(separatedBy: "\n")
                #expect(served.count == source.count, "\(path)")
                for (number, (line, before)) in zip(served, source).enumerated() where !before.hasSuffix(line) || line.isEmpty {
                    #expect(before.contains(/^ *($|\/\/|\/?\*)/), "\(path):\(number + 1): \(before)")
                }
                #expect(!served.contains { $0.contains(/^( |\/\/|\/\*)/) }, "\(path)")
            }
        }
    }

    /// Shows rule 16.2.
    @Test("Styles that the page names by one path are served as one file in that order, and a missing one is an error")
    func joinedStyles() async throws {
        try await WebFolder.served { server, _ in
            let version = try await server.webVersion()
            let answer = try await server.call(.get, "/app/\(version)/css/base+room+form.css")
            #expect(answer.status == 200 && answer.headers["content-type"] == "text/css; charset=utf-8")
            #expect(answer.text == "body {}\n.room {}\n\n.form {\ngap: 0;\n}\n")
            #expect(try await server.call(.get, "/app/\(version)/css/room+base.css").status == 404)
        }
        try await WebFolder.with { folder in
            try folder.remove("css/room.css")
            #expect { try WebOptions(folder: folder.url) } throws: { "\($0)".contains("lacks css/room.css") }
        }
    }

    /// Shows rule 16.2.
    @Test("One file has the contents of all that a browser keeps and that are text, as each is served")
    func allTexts() async throws {
        try await WebFolder.served { server, _ in
            let version = try await server.webVersion()
            let answer = try await server.call(.get, "/app/\(version)/all.json")
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let texts = try JSONDecoder().decode([String: String].self, from: Data(answer.text.utf8))
            #expect(
                texts.keys.sorted() == [
                    "css/base+room+form.css", "icon.svg", "js/b.js", "js/late.js", "js/main.js", "js/parts/a.js", "js/parts/c.js",
                    "js/screens/enter.js", "js/screens/form.js", "js/unused.js", "phrases/en/first.json",
                ])
            for (path, text) in texts { #expect(try await server.call(.get, "/app/\(version)/\(path)").text == text, "\(path)") }
        }
    }

    /// Shows rule 16.48.
    @Test(
        "The page comes in the language that the browser prefers and the client has, with the phrases of a first visit",
        arguments: [
            (nil, "en"), ("", "en"), ("*", "en"), ("ja", "en"), ("ar", "ar"), ("AR-EG, en;q=0.9", "ar"), ("en;q=0.5,ar;q=0.8", "ar"),
            ("en,ar", "en"), ("ar;q=0,en;q=0.1", "en"), ("ar;q=x", "ar"), (";;,,=", "en"),
        ] as [(String?, String)])
    func language(preference: String?, language: String) async throws {
        try await WebFolder.served { server, _ in
            let headers = preference.map { ["Accept-Language": $0] } ?? [:]
            let answer = try await server.call(.get, "/", headers: headers)
            #expect(answer.headers["vary"]?.contains("Accept-Language") == true)
            let direction = language == "ar" ? "rtl" : "ltr"
            #expect(answer.text.contains("<html lang=\(language) dir=\(direction) "))
            #expect(answer.text.contains(#"{"a":"\u003cb> \#(language)","page.direction":"\#(direction)"}"#))
        }
    }

    /// Shows rule 16.48.
    @Test("Phrases are served without notes, and those of other languages aren't among what every browser keeps")
    func phrases() async throws {
        try await WebFolder.served { server, _ in
            let version = try await server.webVersion()
            let answer = try await server.call(.get, "/app/\(version)/phrases/ar/more.json")
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json" && answer.text == #"{"b":"c"}"#)
            let all = try await server.call(.get, "/app/\(version)/all.json").text
            #expect(all.contains("phrases/en/first.json") && !all.contains("phrases/ar"))
        }
        try await WebFolder.with { folder in
            try folder.write("phrases/ar/more.json", "{")
            #expect(throws: (any Error).self) { try WebOptions(folder: folder.url) }
        }
    }

    /// Shows rule 16.2.
    @Test("The version changes with any file's content or name")
    func changes() async throws {
        try await WebFolder.with { folder in
            var versions: Set<String> = []
            let add = { versions.insert(try WebFiles.read(folder.url).version).inserted }
            #expect(try add())
            #expect(try !add())
            for path in ["index.html", "service-worker.js", "js/late.js", "icon.svg"] {
                try folder.write(path, WebFolder.files[path, default: ""] + " ")
                #expect(try add(), "\(path)")
            }
            try folder.write("js/types/app.d.ts", "export type A = 1;")
            #expect(try !add())
            try folder.remove("js/unused.js")
            #expect(try add())
            try folder.write("js/other.js", "")
            #expect(try add())
        }
    }

    /// Shows rule 16.2.
    @Test("The page preloads the first module and all that load with it, and in a browser without a session those of the sign-in")
    func preloads() async throws {
        try await WebFolder.served { server, _ in
            let version = try await server.webVersion()
            let preloaded = { (cookie: String?) in
                let page = try await server.call(.get, "/", headers: cookie.map { ["Cookie": $0] } ?? [:])
                #expect(page.headers["vary"]?.contains("Cookie") == true)
                return page.text.matches(of: /<link rel="modulepreload" href="\/app\/([^"]*)">/).map { String($0.1) }
            }
            let first = ["js/main.js", "js/parts/a.js", "js/b.js", "js/parts/c.js"].map { "\(version)/\($0)" }
            let signIn = ["js/screens/enter.js", "js/screens/form.js"].map { "\(version)/\($0)" }
            #expect(try await preloaded(nil) == first + signIn)
            #expect(try await preloaded("theme=dark") == first + signIn)
            #expect(try await preloaded("theme=dark; davenport-\(server.port)=any") == first)
        }
    }

    /// Shows rule 16.2.
    @Test(
        "The page, the worker and the manifest are revalidated, and 304 while they are the same",
        arguments: [
            "/", "/rooms/x", "/service-worker.js", "/manifest.webmanifest",
        ])
    func revalidation(path: String) async throws {
        try await WebFolder.served { server, _ in
            let answer = try await server.call(.get, path)
            #expect(answer.status == 200 && answer.headers["cache-control"] == "no-cache")
            let tag = try #require(answer.headers["etag"])
            let again = try await server.call(.get, path, headers: ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(again.headers["content-security-policy"] == answer.headers["content-security-policy"])
            #expect(try await server.call(.get, path, headers: ["If-None-Match": "\"another\""]).status == 200)
        }
    }

    /// Shows rules 8.17 and 16.3.
    @Test("The page's policy allows its own server and the catalogue's pictures alone", arguments: [nil, "https://image.tmdb.org"])
    func policy(pictures: String?) async throws {
        try await WebFolder.served(pictures: pictures) { server, _ in
            for path in ["/", "/rooms/x"] {
                let answer = try await server.call(.get, path)
                let policy = try #require(answer.headers["content-security-policy"]).components(separatedBy: "; ")
                #expect(
                    policy == [
                        "default-src 'none'", "script-src 'self'", "style-src 'self'",
                        pictures.map { "img-src 'self' blob: \($0)" } ?? "img-src 'self' blob:", "media-src 'self'", "connect-src 'self'",
                        "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
                        "require-trusted-types-for 'script'", "trusted-types davenport",
                    ])
                #expect(answer.headers["referrer-policy"] == "no-referrer" && answer.headers["x-robots-tag"] == "noindex")
                #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
                #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
            }
            // The worker keeps the pictures, so it asks their host itself.
            let worker = try await server.call(.get, "/service-worker.js")
            let policy = try #require(worker.headers["content-security-policy"]).components(separatedBy: "; ")
            #expect(policy.contains(pictures.map { "connect-src 'self' \($0)" } ?? "connect-src 'self'"))
            #expect(worker.text == "const name = 'worker', pictures = '\(pictures ?? "")';")
        }
    }

    /// Shows rule 16.4.
    @Test("A live folder is read for each answer, and nothing of it is cached")
    func live() async throws {
        try await WebFolder.served(isLive: true) { server, folder in
            let before = try await server.webVersion()
            try folder.write("js/late.js", "new")
            let after = try await server.webVersion()
            #expect(after != before)
            for version in [before, after] {
                let answer = try await server.call(.get, "/app/\(version)/js/late.js")
                #expect(answer.text == "new" && answer.headers["cache-control"] == "no-store")
            }
            for path in ["/", "/service-worker.js", "/manifest.webmanifest"] {
                let answer = try await server.call(.get, path)
                #expect(answer.headers["cache-control"] == "no-store", "\(path)")
            }
        }
    }

    /// Shows rule 16.4.
    @Test("The page /design and its files are served where a folder for it is named, and nowhere else")
    func design() async throws {
        try await WebFolder.with { folder in
            try await WebFolder.with { design in
                try design.write("index.html", "<script src=/app/{{version}}/design/js/b.js></script>")
                for (shown, status) in [(design.url, 200), (nil, 404)] as [(URL?, Int)] {
                    let web = try WebOptions(folder: folder.url, isLive: true, design: shown)
                    try await TestServer.with(serverOptions: .with { $0.web = web }) { server in
                        let version = try await server.webVersion()
                        let page = try await server.call(.get, "/design")
                        #expect(page.status == status)
                        #expect(page.text.contains("/app/\(version)/design/js/b.js") == (shown != nil))
                        #expect(try await server.call(.get, "/app/\(version)/design/js/b.js").status == status)
                    }
                }
            }
        }
    }

    /// Shows rule 16.1.
    @Test("Without the web client, its addresses are unknown; a folder that isn't a client's is refused")
    func off() async throws {
        try await TestServer.with { server in
            for path in ["/", "/watch", "/service-worker.js", "/manifest.webmanifest", "/app/000000000000/js/main.js"] {
                for method in [DavenportAPI.Method.get, .post] {
                    let answer = try await server.call(method, path, body: method == .get ? nil : [])
                    #expect(answer.status == 404, "\(path)")
                }
            }
        }
        try await WebFolder.with { folder in
            try folder.remove("index.html")
            #expect { try WebOptions(folder: folder.url) } throws: { "\($0)".contains("lacks index.html") }
        }
    }

    /// Shows rule 16.1.
    @Test("The product's own client is complete: each file that a page, a style or a module names exists")
    func product() async throws {
        let web = try WebOptions(folder: WebClient.folder)
        try await TestServer.with(serverOptions: .with { $0.web = web }) { server in
            let page = try await server.call(.get, "/").text
            #expect(!page.contains("{{"))
            let version = try await server.webVersion()
            let named = page.matches(of: /"(\/app\/[^"]+)"/).map { String($0.1) }
            #expect(named.contains("/app/\(version)/js/main.js"))
            for path in named {
                let answer = try await server.call(.get, path)
                #expect(answer.status == 200, "\(path)")
            }
            let files = try WebFiles.read(WebClient.folder).paths
            for file in files where file.hasSuffix(".js") {
                let text = try await server.call(.get, "/app/\(version)/\(file)").text
                let imports = text.matches(of: /(?:\bfrom\s*|\bimport\s*\(?\s*)["'](\.{1,2}\/[^"'\n]+)["']/)
                // Comments import types, which are no modules.
                for match in imports where !match.1.contains("types/") {
                    let target = URL(filePath: "/" + file).deletingLastPathComponent().appending(path: String(match.1)).standardized.path
                    #expect(files.contains(String(target.dropFirst())), "\(file) imports \(match.1)")
                }
            }
        }
    }
}

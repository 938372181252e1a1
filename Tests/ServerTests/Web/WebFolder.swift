import DavenportAPI
import Foundation
import Server
import TestSupport

/// A small web client in a folder of its own.
struct WebFolder: Sendable {
    let url: URL

    /// The files of a new folder.
    static let files = [
        "index.html":
            """
        <html lang={{language}} dir={{direction}} data-community={{community}}>
        <head>{{preload}}<link rel=stylesheet href="/app/{{version}}/css/base+room+form.css"></head>
        <script type=module src=/app/{{version}}/js/main.js></script>
        <script id=phrases type=application/json>{{phrases}}</script>
        </html>
        """,
        "service-worker.js": "const name = 'worker', pictures = '{{pictures}}';",
        "icon.svg": "<svg/>",
        "css/base.css": "body {}",
        "css/form.css": "/* Forms */\n.form {\n  gap: 0;\n}\n",
        "css/room.css": "\n.room {}\n",
        "js/main.js": "import { a } from \"./parts/a.js\";\nconst late = () => import(\"./late.js\");\nexport const x = \"./unused.js\";\n",
        "js/parts/a.js": "import {\n  b,\n  c,\n} from \"../b.js\";\nexport * from \"./c.js\";\nimport \"../main.js\";\n",
        "js/b.js": "export const b = 1;\n",
        "js/parts/c.js": "export const c = 1;\n",
        "js/late.js": "import \"./b.js\";\n",
        "js/screens/enter.js": "import \"../b.js\";\nimport \"./form.js\";\n",
        "js/screens/form.js": "",
        "js/unused.js": "",
        "js/types/app.d.ts": "export {};",
        "phrases/en/first.json": #"{ "page.direction": { "text": "ltr", "note": "Or rtl." }, "a": "<b> en" }"#,
        "phrases/ar/first.json": #"{ "page.direction": "rtl", "a": "<b> ar" }"#,
        "phrases/ar/more.json": #"{ "b": { "text": "c", "note": "d" } }"#,
        "WebClient.swift": "// Not for browsers.",
    ]

    static func with(_ body: (WebFolder) async throws -> Void) async throws {
        let folder = WebFolder(url: FileManager.default.temporaryDirectory.appending(path: "davenport-web-\(UUID().uuidString)"))
        defer { try? FileManager.default.removeItem(at: folder.url) }
        for (path, text) in files { try folder.write(path, text) }
        try await body(folder)
    }

    /// Serves the folder.
    /// - Parameter isLive: whether each answer reads the folder again.
    static func served(
        isLive: Bool = false, pictures: String? = nil, _ body: @escaping @Sendable (TestServer, WebFolder) async throws -> Void
    ) async throws {
        try await with { folder in
            let web = try WebOptions(folder: folder.url, isLive: isLive) { pictures }
            try await TestServer.with(serverOptions: .with { $0.web = web }) { try await body($0, folder) }
        }
    }

    func write(_ path: String, _ text: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url.appending(path: path)) }
}

extension TestServer {
    /// Returns the version that the page names.
    func webVersion() async throws -> String {
        let page = try await call(.get, "/").text
        guard let match = page.firstMatch(of: /\/app\/([0-9a-f]{12})\//) else { throw NoVersion(page: page) }
        return String(match.1)
    }

    private struct NoVersion: Error {
        let page: String
    }
}

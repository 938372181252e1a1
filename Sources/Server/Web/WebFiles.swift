import DavenportAPI
import Foundation
import NIOCore
import Secrets

/// All files of the web client, as they were at one time.
struct WebFiles: Sendable {
    /// A file with its media type.
    struct File: Sendable {
        let bytes: ByteBuffer
        let type: String

        /// The `Content-Digest` of the file (RFC 9530).
        var digest: String { "sha-256=:\(Data(Digest.sha256(bytes.readableBytesView)).base64EncodedString()):" }
    }

    /// The version: the first 12 hexadecimal digits of a SHA-256 over all files. It changes if any file changes.
    let version: String
    /// The HTML page that the server returns for the path of every page of the web client, in each language. Its script then
    /// shows the right content.
    private let shells: [String: Data]
    /// The page's links to the modules that load first; for browsers without a session, those of the sign-in as well.
    private let preloads: (usual: String, signedOut: String)
    /// The script at `/service-worker.js`, with a place for the origin of the catalogue's pictures.
    private let worker: File
    /// The page at `/design`; nil if it isn't served.
    let design: File?
    /// The files below `/app/{version}/`, by their paths.
    private let files: [String: File]

    /// The path of the file that has the contents of all others but the pictures, as a JSON object by their paths. The service
    /// worker fetches it: compressed, it is two thirds as large as they are one by one, and needs one request.
    private static let all = "all.json"

    /// The media types by file name extension. Files with any other extension aren't served.
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "json": "application/json",
    ]

    /// Reads the files of a folder.
    /// - Parameters:
    ///   - design: the folder of the page at `/design`, whose files are served below `/app/{version}/design/`; nil for none.
    ///   - last: the result of an earlier reading. If no file has changed since, this result is returned.
    /// - Throws: `WebFilesError` if the folder lacks the HTML page or the service worker, and errors of Foundation.
    static func read(_ folder: URL, design: URL? = nil, after last: WebFiles? = nil) throws -> WebFiles {
        var contents = try contents(of: folder)
        if let design { for (path, file) in try Self.contents(of: design) { contents["design/" + path] = file } }
        let version = version(of: contents)
        if let last, last.version == version { return last }
        guard let shell = contents["index.html"], let worker = contents["service-worker.js"] else {
            throw WebFilesError(folder: folder.path, missing: "index.html or service-worker.js")
        }
        let joined = try joined(namedBy: shell, contents) { WebFilesError(folder: folder.path, missing: $0) }
        for path in contents.keys where WebPhrases.language(ofPath: path) != nil {
            contents[path] = try contents[path].map(WebPhrases.served)
        }
        return WebFiles(contents.merging(joined) { file, _ in file }, version, shell: shell, worker: worker)
    }

    private init(_ contents: [String: Data], _ version: String, shell: Data, worker: Data) {
        let modules = ModuleGraph(contents)
        let first = modules.files(from: "js/main.js")
        let signIn = modules.files(from: "js/screens/enter.js").filter { contents[$0] != nil && !first.contains($0) }
        let links = { (paths: [String]) in
            paths.map { "<link rel=\"modulepreload\" href=\"/app/\(version)/\($0)\">" }.joined(separator: "\n")
        }
        preloads = (links(first), links(first + signIn))
        self.version = version
        design = contents["design/index.html"].map { File(Self.filled($0, ["version": version]), type: Self.types["html"]) }
        let languages = Set(contents.keys.filter { $0.hasSuffix("/first.json") }.compactMap(WebPhrases.language)).union([WebPhrases.usual])
        shells = languages.reduce(into: [:]) { shells, language in
            let phrases = contents["phrases/\(language)/first.json", default: Data("{}".utf8)]
            shells[language] = Self.filled(
                shell,
                [
                    "version": version, "language": language, "direction": WebPhrases.direction(of: phrases),
                    "phrases": String(decoding: phrases, as: UTF8.self),
                ])
        }
        self.worker = Self.served(worker, as: "js")
        let files = contents.filter { $0.key != "index.html" && $0.key != "service-worker.js" }.reduce(into: [:]) { files, part in
            files[part.key] = Self.served(part.value, as: Self.pathExtension(part.key))
        }
        self.files = files.merging([Self.all: Self.all(files)]) { file, _ in file }
    }

    /// Returns the HTML page.
    /// - Parameters:
    ///   - preference: the request's `Accept-Language`, which chooses the language.
    ///   - hasCommunity: whether the request's host names a community, which the page's script asks for otherwise.
    ///   - isSignedIn: whether the browser has a session. Without one, the sign-in's modules load at once.
    func shell(for preference: String?, hasCommunity: Bool, isSignedIn: Bool) -> File {
        let shell = shells[WebPhrases.language(among: shells.keys, for: preference)] ?? Data()
        let values = ["community": hasCommunity ? "yes" : "no", "preload": isSignedIn ? preloads.usual : preloads.signedOut]
        return File(Self.filled(shell, values), type: Self.types["html"])
    }

    /// Returns the file with the contents of all that the service worker keeps and that are text. Of the phrases it has the
    /// usual language's: any other is kept once it is read.
    private static func all(_ files: [String: File]) -> File {
        let parts = Set(files.keys.flatMap { $0.contains("+") ? Self.parts(of: $0) : [] })
        let texts = files.filter { pathExtension($0.key) != "png" && !$0.key.hasPrefix("design/") && !parts.contains($0.key) }
            .filter { WebPhrases.language(ofPath: $0.key) ?? WebPhrases.usual == WebPhrases.usual }
        let members = texts.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string(String(buffer: $0.value.bytes))) }
        return File(bytes: ByteBuffer(string: JSONValue.object(members).description), type: "application/json")
    }

    /// Returns the script at `/service-worker.js`. The script names the one foreign host that its policy allows, so browsers
    /// take the policy over with the script when the host changes.
    /// - Parameter pictures: the origin of the catalogue's pictures; nil if there are none.
    func serviceWorker(pictures: String?) -> File {
        File(
            bytes: ByteBuffer(bytes: Self.filled(Data(worker.bytes.readableBytesView), ["pictures": pictures ?? ""])), type: worker.type)
    }

    /// The paths of the files below `/app/{version}/`.
    var paths: [String] { files.keys.sorted() }

    /// Returns the file at a path below `/app/{version}/`; nil if there is none.
    subscript(path: String) -> File? { files[path] }

    /// Reads the files that the server may serve. The result has the contents by their paths in the folder.
    private static func contents(of folder: URL) throws -> [String: Data] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return try paths.filter { types[pathExtension($0)] != nil }.reduce(into: [:]) { contents, path in
            contents[path] = try Data(contentsOf: folder.appending(path: path))
        }
    }

    /// Joins the files that the page names by one path: `css/base+room.css` is `css/base.css` and then `css/room.css`.
    /// - Parameter missing: makes the error for a path that doesn't exist.
    private static func joined(
        namedBy shell: Data, _ contents: [String: Data], missing: (String) -> WebFilesError
    ) throws -> [String: Data] {
        let paths = String(decoding: shell, as: UTF8.self).matches(of: /\/app\/\{\{version\}\}\/([^"]*\+[^"]*)"/)
        return try paths.map { String($0.output.1) }.reduce(into: [:]) { joined, path in
            joined[path] = try parts(of: path).reduce(into: Data()) { all, part in
                guard let content = contents[part] else { throw missing(part) }
                all += content
            }
        }
    }

    /// Returns the paths of the files that a path joins.
    private static func parts(of path: String) -> [String] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let ending = "." + pathExtension(path)
        return path.dropFirst(folder.count).dropLast(ending.count).split(separator: "+").map { folder + $0 + ending }
    }

    /// Returns a file as the server sends it.
    private static func served(_ content: Data, as pathExtension: String) -> File {
        let isScript = pathExtension == "js"
        let isCode = isScript || pathExtension == "css"
        return File(isCode ? ServedCode.of(content, hasLineComments: isScript) : content, type: types[pathExtension])
    }

    private static func version(of contents: [String: Data]) -> String {
        let lines = contents.sorted { $0.key < $1.key }.map { "\(Digest.sha256($0.value).hexadecimal)  \($0.key)\n" }
        return String(Digest.sha256(lines.joined().utf8).hexadecimal.prefix(12))
    }

    /// Returns the text with each `{{name}}` replaced by the value of that name.
    private static func filled(_ text: Data, _ values: [String: String]) -> Data {
        let filled = values.reduce(String(decoding: text, as: UTF8.self)) { $0.replacing("{{\($1.key)}}", with: $1.value) }
        return Data(filled.utf8)
    }

    private static func pathExtension(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[$0...].dropFirst()) } ?? ""
    }
}

extension WebFiles.File {
    fileprivate init(_ content: Data, type: String?) {
        self.init(bytes: ByteBuffer(bytes: content), type: type ?? "application/octet-stream")
    }
}

/// The error for a folder that isn't the web client's, or not all of it.
struct WebFilesError: Error, CustomStringConvertible {
    let folder: String
    let missing: String

    var description: String { "\(folder) lacks \(missing), so it isn't the web client's folder." }
}

import Foundation

/// The import graph of the web client's JavaScript modules: which modules each module imports when it loads.
struct ModuleGraph {
    private let contents: [String: Data]

    /// - Parameter contents: the web client's files by their paths. A path that ends in `.js` is a module.
    init(_ contents: [String: Data]) { self.contents = contents }

    /// Returns a module and all modules that it imports, directly or indirectly, in the order in which they are found.
    func files(from module: String) -> [String] {
        var (found, next) = ([module], 0)
        while next < found.count {
            found += imports(of: found[next]).filter { $0.hasSuffix(".js") && contents[$0] != nil && !found.contains($0) }
            next += 1
        }
        return found
    }

    /// Returns the paths that a module imports when it loads. A module that it imports with `import(…)` loads later, so
    /// its path isn't among them.
    ///
    /// Only lines that can name such a module are parsed, because the server waits for all of them when it starts.
    private func imports(of path: String) -> [String] {
        let lines = contents[path, default: Data()].split(separator: UInt8(ascii: "\n")).filter { line in
            Self.beginnings.contains { line.starts(with: $0.utf8) }
        }
        return lines.compactMap { line in
            let target = String(decoding: line, as: UTF8.self).firstMatch(of: /(?:^import|\bfrom)\s*["'](\.{1,2}\/[^"']+)["']/)
            return target.map { Self.resolve(String($0.1), from: path) }
        }
    }

    /// The beginnings of lines that name an imported module. If an import has several lines, its last one begins with
    /// `}`.
    private static let beginnings = ["import", "export", "}"]

    /// Resolves a relative path as a browser resolves a URL.
    private static func resolve(_ target: String, from path: String) -> String {
        target.split(separator: "/").reduce(into: path.split(separator: "/").dropLast()) { parts, part in
            switch part {
            case ".": break
            case "..": _ = parts.popLast()
            default: parts.append(part)
            }
        }
        .joined(separator: "/")
    }
}

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
    private func imports(of path: String) -> [String] {
        contents[path, default: Data()].split(separator: UInt8(ascii: "\n")).compactMap { line in
            Self.target(of: line).map { Self.resolve($0, from: path) }
        }
    }

    /// Returns the target of a line of JavaScript that imports a module: `import "./a.js";`, or the last line of
    /// `import { b } from "../a.js";` or of `export { b } from "./a.js";`.
    ///
    /// It doesn't use a regular expression. The server looks at every line before it is ready, and with Swift's regular
    /// expressions that would be a third of the whole start.
    private static func target(of line: Data) -> String? {
        guard ["import", "export", "}"].contains(where: { line.starts(with: $0.utf8) }) else { return nil }
        let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, parts[0] == "import " || parts[0].hasSuffix(" from "), parts[1].hasPrefix(".") else { return nil }
        return parts[1]
    }

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

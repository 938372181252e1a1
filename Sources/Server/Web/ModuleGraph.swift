import Foundation

/// The import graph of the web client's JavaScript modules: which modules each module imports when it loads.
struct ModuleGraph {
    private let imports: [String: [String]]

    /// Finds the imports of all modules.
    /// - Parameter contents: the web client's files by their paths. A path that ends in `.js` is a module.
    init(_ contents: [String: Data]) {
        imports = contents.filter { $0.key.hasSuffix(".js") }.reduce(into: [:]) { imports, file in
            imports[file.key] = Self.imports(of: file.key, String(decoding: file.value, as: UTF8.self))
        }
    }

    /// Returns a module and all modules that it imports, directly or indirectly, in the order in which they are found.
    func files(from module: String) -> [String] {
        var (found, next) = ([module], 0)
        while next < found.count {
            found += (imports[found[next]] ?? []).filter { imports[$0] != nil && !found.contains($0) }
            next += 1
        }
        return found
    }

    /// Returns the paths that a module imports when it loads. A module that it imports with `import(…)` loads later, so
    /// its path isn't among them.
    private static func imports(of path: String, _ text: String) -> [String] {
        let from = /(?m)^\s*(?:import\s*|(?:import|export)\b[^"'();=]*?\bfrom\s*)["'](\.{1,2}\/[^"'\n]+)["']/
        return text.matches(of: from).map { resolve(String($0.1), from: path) }
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

import Foundation

/// The PostgreSQL programs on this machine.
struct Binaries: Equatable {
    let folder: String
    let version: Int

    private static let oldest = 15

    /// Finds the PostgreSQL programs; nil if there are none. If a version is given, it finds programs of exactly that
    /// version, otherwise the first that are new enough. It searches PATH, and then the folders of Debian's and
    /// Homebrew's packages, newest version first.
    static func find(for version: Int?, in path: [String] = Self.path, _ parents: [String] = Self.packages) async throws -> Binaries? {
        for folder in path + parents.flatMap(versionFolders) where isComplete(folder) {
            guard let found = try await Self.version(of: "postgres", in: folder), found >= oldest, version == nil || version == found else {
                continue
            }
            return Binaries(folder: folder, version: found)
        }
        return nil
    }

    static var path: [String] {
        // Drop empty entries: they would mean the current folder.
        getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    }

    static let packages = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]

    /// Returns the folders of programs below a package manager's folder, such as `/usr/lib/postgresql/15/bin` and
    /// `/opt/homebrew/opt/postgresql@15/bin`.
    static func versionFolders(in parent: String) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        let versions = entries.compactMap { entry -> (Int, String)? in
            let number = entry.hasPrefix("postgresql@") ? Substring(entry.dropFirst("postgresql@".count)) : entry[...]
            return Int(number).map { ($0, entry) }
        }
        return versions.sorted { $0.0 > $1.0 }.map { "\(parent)/\($0.1)/bin" }
    }

    private static func isComplete(_ folder: String) -> Bool {
        ["initdb", "postgres", "pg_ctl"].allSatisfy { access("\(folder)/\($0)", X_OK) == 0 }
    }

    /// Returns the major version of a program in a folder, which it parses from
    /// `postgres (PostgreSQL) 15.14 (Debian …)`; nil if the program fails or prints anything else.
    static func version(of program: String, in folder: String) async throws -> Int? {
        let pipe = try Descriptor.pipe()
        let status = try await Command(arguments: ["\(folder)/\(program)", "--version"], output: pipe.write).run()
        pipe.write.close()
        let answer = FileHandle(fileDescriptor: pipe.read.number, closeOnDealloc: false).readDataToEndOfFile()
        guard status == 0, let number = String(decoding: answer, as: UTF8.self).firstMatch(of: /\(PostgreSQL\) (\d+)/) else { return nil }
        return Int(number.1)
    }
}

import Foundation
import Postgres

/// The database's schema: the migrations, functions and views beside this file, which travel with every program that needs them.
public enum Schema {
    /// Reads the schema from the program's resources. A definition is named by its folder and file, as `functions/10_enter`: functions are
    /// made before the views that use them. The last one is for databases with a single role alone.
    /// - Throws: an error of Foundation where the resources were not delivered with the program.
    public static func load() throws -> (migrations: [Migration], definitions: [Definition], singleRole: Definition) {
        (
            try files(in: "migrations").map { Migration(name: $0.name, sql: $0.sql) },
            try ["functions", "views"].flatMap { folder in
                try files(in: folder).map { Definition(name: "\(folder)/\($0.name)", sql: $0.sql) }
            },
            Definition(
                name: "roles/single",
                sql: try String(contentsOf: folder("roles").appending(path: "single" + suffix), encoding: .utf8))
        )
    }

    /// Returns the migrations' names in their order, without reading the files: a server needs no more to start.
    public static func migrationNames() throws -> [String] { try names(in: folder("migrations")) }

    private static func files(in name: String) throws -> [(name: String, sql: String)] {
        let folder = folder(name)
        return try names(in: folder).map { ($0, try String(contentsOf: folder.appending(path: $0 + suffix), encoding: .utf8)) }
    }

    private static let suffix = ".sql"

    private static func folder(_ name: String) -> URL { Bundle.module.bundleURL.appending(path: name) }

    private static func names(in folder: URL) throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return files.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }
}

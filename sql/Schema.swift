import Foundation
import Postgres

/// The database's shape: the migrations and views that lie beside this file and travel with every program that needs them.
public enum Schema {
    /// Reads them from the program's resources.
    /// - Throws: an error of Foundation where the resources were not delivered with the program.
    public static func load() throws -> (migrations: [Migration], views: [ViewDefinition]) {
        (
            try files(in: "migrations").map { Migration(name: $0.name, sql: $0.sql) },
            try files(in: "views").map { ViewDefinition(name: $0.name, sql: $0.sql) }
        )
    }

    /// The migrations' names alone, in their order, which a server's start needn't wait for the rest of.
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

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

    private static func files(in folder: String) throws -> [(name: String, sql: String)] {
        let folder = Bundle.module.bundleURL.appendingPathComponent(folder)
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "sql" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { ($0.deletingPathExtension().lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }
}

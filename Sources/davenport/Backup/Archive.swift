import Foundation
import LocalPostgres
import Programs
import Synchronization

/// A backup: a file that `pg_dump` wrote in its custom format, by `davenport backup` or otherwise.
struct Archive {
    /// An entry of the file's table of contents.
    struct Entry {
        /// The entry's line, which `pg_restore --use-list` takes.
        let line: String
        /// The kind, such as `TABLE DATA`.
        let kind: String
        /// The schema; `-` if the entry is in none.
        let schema: String
        let name: String
    }

    let file: String
    let programs: ClientPrograms
    let entries: [Entry]
    /// The version of the server that was backed up, and the time of the backup.
    let origin: String

    /// Reads the table of contents.
    /// - Parameter installed: the installed programs. The first that can read the file is used.
    /// - Throws: `Failure` if no program can read the file.
    init(_ file: String, _ installed: [ClientPrograms]) async throws {
        guard FileManager.default.isReadableFile(atPath: file) else { throw Failure("The file \(file) can't be read.") }
        guard let newest = installed.last else { throw LocalPostgresError.oldClientPrograms(newest: nil, server: 15) }
        var reason = ""
        for programs in installed {
            let text = OutputCollector()
            let outcome = try await programs.run("pg_restore", ["--list", file]) { text.take($0) }
            if outcome.status == 0 {
                self.init(file: file, programs: programs, list: text.text)
                return
            }
            reason = outcome.errors
        }
        throw Failure("The file \(file) isn't a complete backup, or a newer PostgreSQL than \(newest.version) wrote it: \(reason.asReason)")
    }

    private init(file: String, programs: ClientPrograms, list: String) {
        (self.file, self.programs) = (file, programs)
        let lines = list.split(separator: "\n").map(String.init)
        entries = lines.compactMap { line in
            line.wholeMatch(of: /\d+; \d+ \d+ ([A-Z]+(?: [A-Z]+)*) (public|-) (.*)/).map {
                Entry(line: line, kind: String($0.1), schema: String($0.2), name: $0.3.split(separator: " ").first.map(String.init) ?? "")
            }
        }
        func value(_ name: String) -> String {
            let line = lines.first { $0.hasPrefix(";") && $0.contains(name) } ?? ""
            return String(line.drop { !$0.isNumber }.prefix { $0 != "(" }).trimmingCharacters(in: .whitespaces)
        }
        origin = "PostgreSQL \(value("Dumped from database version")), at \(value("Archive created at"))"
    }

    /// The names of the tables in it.
    var tables: [String] { entries.filter { $0.kind == "TABLE" }.map(\.name) }

    /// Reads the whole file, and counts the rows of each table.
    /// - Throws: `Failure` if a part of the file is missing or damaged.
    func rows(wanted: Set<String> = ["schema_migrations", "tenants"]) async throws -> [String: CopiedRows.Table] {
        let rows = CopiedRows(wanted: wanted)
        let outcome = try await programs.run("pg_restore", ["--data-only", "--schema=public", "--file=-", file]) { rows.take($0) }
        guard outcome.status == 0 else { throw Failure("The file \(file) can't be read to its end: \(outcome.errors.asReason)") }
        return rows.tables
    }

    /// Returns the statements that create the policies of row security.
    /// - Parameter folder: a folder for a temporary file.
    func policies(_ folder: String) async throws -> [String] {
        try await withList(entries.filter { $0.kind == "POLICY" }, folder) { list in
            let text = OutputCollector()
            let outcome = try await programs.run("pg_restore", ["--use-list", list, "--file=-", file]) { text.take($0) }
            guard outcome.status == 0 else { throw Failure("The policies in \(file) can't be read: \(outcome.errors.asReason)") }
            let statements = text.text.split(separator: "\nCREATE POLICY ").dropFirst()
            return statements.map { "CREATE POLICY " + $0.prefix(upTo: $0.range(of: ";\n")?.lowerBound ?? $0.endIndex) }
        }
    }

    /// Calls `body` with the path of a file that lists the entries.
    func withList<Value>(_ entries: [Entry], _ folder: String, _ body: (String) async throws -> Value) async throws -> Value {
        let list = "\(folder)/davenport-restore-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: list) }
        do { try Data(entries.map { $0.line + "\n" }.joined().utf8).write(to: URL(filePath: list)) } catch {
            throw Failure("Nothing can be written to \(folder): set TMPDIR.")
        }
        return try await body(list)
    }
}

extension String {
    /// What a program wrote to standard error, as the end of a sentence.
    var asReason: String { isEmpty ? "it says nothing more." : split(separator: "\n").suffix(3).joined(separator: " ") }
}

/// Collects the text that a program prints.
private final class OutputCollector: Sendable {
    private let data = Mutex(Data())

    func take(_ part: Data) { data.withLock { $0.append(part) } }

    var text: String { data.withLock { String(decoding: $0, as: UTF8.self) } }
}

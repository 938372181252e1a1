import DavenportAPI
import Foundation
import Postgres

/// Imports the rows of a tenant's file in batches. Only one task may use it.
final class TenantImporter {
    /// How many rows, and how many bytes of the file, one transaction imports. When one of the limits is reached, the
    /// batch goes on until all rows that belong to the last row are imported.
    struct Batch: Sendable {
        var rows = 2000
        var bytes = 4 << 20
    }

    /// The number of collected bytes after which rows are sent to the database.
    private static let sent = 256 * 1024

    private let file: TenantFileReader
    private let tables: [ExportedTable]
    private let hosts: Bool
    private let batch: Batch
    private let partNames: Set<String>
    private var columns: ExportedColumns?
    private var waiting: [String: [String]] = [:]
    private var waitingBytes = 0
    /// The checks of each table's rows. They are created when the table's first row is read.
    private var rules: [String: RowRules] = [:]

    /// Prepares to import a file.
    /// - Parameters:
    ///   - tables: the tables that the file may contain. The tables in their `parts` may occur too.
    ///   - hosts: whether the tenant's host names are imported.
    init(file: TenantFileReader, tables: [ExportedTable], hosts: Bool, batch: Batch) {
        (self.file, self.tables, self.hosts, self.batch) = (file, tables, hosts, batch)
        partNames = Set(tables.flatMap(\.parts).flatMap(\.withParts).map(\.name))
    }

    /// Imports one batch, and records how much of the file is imported.
    func takeBatch(_ transaction: TenantTransaction) async throws {
        let imports = try await begin(transaction)
        var (rows, bytes) = (0, 0)
        while let row = file.row {
            if !partNames.contains(row.table), rows >= batch.rows || bytes >= batch.bytes { break }
            guard let text = String(validating: row.line, as: UTF8.self) else {
                throw TenantFileFault("The file was changed or damaged: a line of \(row.table) isn't valid UTF-8.")
            }
            try rules(of: row.table)?.check(row.line)
            waiting[row.table, default: []].append(text)
            (rows, bytes, waitingBytes) = (rows + 1, bytes + row.line.count, waitingBytes + row.line.count)
            if waitingBytes >= Self.sent { try await send(imports) }
            try await file.pass()
        }
        try await send(imports)
        try await imports.setProgress(.init(rows: file.passed, digest: file.passedDigest))
    }

    /// Completes the import and gives the tenant its standing. It throws `TenantFileFault` unless the rows match the file's
    /// footer and all derived values are right.
    func finish(_ transaction: TenantTransaction, _ areas: [Area], _ standing: TenantStanding) async throws {
        let imports = try await begin(transaction)
        guard let footer = file.footer else { throw TenantFileFault("The file is incomplete: it ends before its last line.") }
        let differing = try await TenantComparison(file: file, tables: tables)(transaction, footer)
            .filter { !$0.isEqual && (hosts || $0.table != ExportedTable.hosts) }
        guard differing.isEmpty else {
            throw TenantFileFault(
                "The rows differ from the file's last line, so the import was undone: \(differing.map(\.table).joined(separator: ", ")).")
        }
        var wrong = try await imports.wrong(areas.flatMap { $0.derivedColumnChecks(transaction) + $0.zones.map(transaction.unknown) })
        for area in areas { wrong += try await area.contradictions(transaction) }
        wrong += try await limitsOutOfRange(transaction, areas)
        guard wrong.isEmpty else {
            throw TenantFileFault("The file's derived values are wrong, so the import was undone: \(wrong.joined(separator: ", ")).")
        }
        try await imports.end(standing)
        try await transaction.audit(.tenantImported, by: .operator)
    }

    /// Describes the tenant's limits that are outside of the range that `davenport` accepts for them.
    private func limitsOutOfRange(_ transaction: TenantTransaction, _ areas: [Area]) async throws -> [String] {
        let limits = try await TenantLimitRepository(transaction).limits(areas.flatMap(\.limits))
        do { try limits.requireRange() } catch let problem as Problem {
            return problem.errors?.map { "the limit \($0.field), which \($0.message)" } ?? []
        }
        return []
    }

    private func rules(of name: String) -> RowRules? {
        if let known = rules[name] { return known }
        guard let columns, let table = tables.flatMap(\.withParts).first(where: { $0.name == name }) else { return nil }
        let made = RowRules(table, columns.lines(of: table, as: file.columns[name] ?? [], secrets: true))
        rules[name] = made
        return made
    }

    /// Locks the import until the transaction ends, so that no other program continues it at the same time.
    private func begin(_ transaction: TenantTransaction) async throws -> TenantImportRepository {
        let imports = TenantImportRepository(transaction)
        guard try await imports.progress() == .init(rows: file.passed, digest: file.passedDigest) else { throw OtherTenantFile() }
        try await imports.holdTriggers()
        if columns == nil { columns = try await ExportedColumns(of: tables, transaction) }
        return imports
    }

    /// Sends the collected rows to the database, table by table. A table comes after those that it refers to.
    private func send(_ imports: TenantImportRepository) async throws {
        defer { (waiting, waitingBytes) = ([:], 0) }
        guard let columns else { return }
        if let lines = waiting[ExportedTable.hosts] { try await require(lines, imports) }
        if !hosts { waiting[ExportedTable.hosts] = nil }
        var statements: [SQL] = []
        for table in tables.flatMap(\.withParts) {
            guard let lines = waiting[table.name] else { continue }
            let there = columns.lines(of: table, as: file.columns[table.name] ?? [], secrets: true)
            let unknown = (file.columns[table.name] ?? []).subtracting(there.map(\.name))
            guard unknown.isEmpty else {
                throw TenantFileFault("This database lacks columns of \(table.name): \(unknown.sorted().joined(separator: ", ")).")
            }
            statements.append(imports.insertion(lines, into: table, there))
        }
        _ = try await imports.transaction.pipeline(statements)
    }

    private func require(_ lines: [String], _ imports: TenantImportRepository) async throws {
        guard hosts else { return }
        let taken = try await imports.takenHosts(lines)
        guard taken.isEmpty else {
            throw TenantFileFault(
                "Another tenant has the host \(taken.joined(separator: ", ")), so the import was undone. Use --without-hosts.")
        }
    }

    /// Describes why the file's values can't be written; nil if they didn't cause the error.
    static func refusal(_ error: any Error) -> String? {
        guard let error = error as? PostgresError, error.blamesValues else { return nil }
        if case .server(let server) = error { return server.summary }
        return error.description
    }
}

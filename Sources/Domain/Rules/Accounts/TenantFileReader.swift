import Foundation
import Secrets
import UntrustedText

/// Reads a tenant's file line by line while it arrives, counts its lines and computes their digests. Only one task may
/// use it.
final class TenantFileReader {
    let header: TenantFile.Header
    /// The row at which the reader is; nil after the last row.
    private(set) var row: Row?
    /// The footer; nil until all rows were read.
    private(set) var footer: TenantFile.Footer?
    /// The columns of each table, as the table's first row in the file has them.
    private(set) var columns: [String: Set<String>] = [:]
    private(set) var tally: TableDigests
    /// The number of rows before the current one.
    private(set) var passed = 0
    private let digest = RunningDigest()
    private let known: Set<String>
    private var lines: TenantFileLines

    /// A row of a table, as a line of the file.
    struct Row {
        let table: String
        let line: [UInt8]
    }

    /// Reads the header and the first row.
    ///
    /// - Parameters:
    ///   - source: returns the next part of the file, or nil at its end.
    ///   - tables: returns the tables that the file may contain.
    /// - Throws: `TenantFileFault` if the file isn't an exported tenant; any error of the source.
    init(_ source: @escaping () async throws -> [UInt8]?, tables: (TenantFile.Header) -> [ExportedTable]) async throws {
        var lines = TenantFileLines(source)
        guard let first = try await lines.next() else { throw TenantFileFault("The file is empty.") }
        let header = try TenantFile.Header(line: first)
        let known = tables(header).flatMap(\.withParts).map(\.name)
        (self.header, self.lines, self.known, tally) = (header, lines, Set(known), TableDigests(of: known))
        digest.add(first)
        try await readRow()
    }

    /// Reads only the header of a file.
    static func header(_ source: @escaping () async throws -> [UInt8]?) async throws -> TenantFile.Header {
        var lines = TenantFileLines(source)
        guard let first = try await lines.next() else { throw TenantFileFault("The file is empty.") }
        return try TenantFile.Header(line: first)
    }

    /// The digest of the header and of all rows before the current one. An interrupted import compares it to recognize
    /// the part that it has imported.
    var passedDigest: [UInt8] { digest.value }

    /// Moves on to the next row.
    func pass() async throws {
        guard let row else { return }
        let line = row.line + [UInt8(ascii: "\n")]
        tally.add(line, of: row.table)
        digest.add(line)
        passed += 1
        try await readRow()
    }

    private func readRow() async throws {
        guard let line = try await lines.next() else { throw TenantFileFault("The file is incomplete: it ends before its last line.") }
        guard let table = TenantFile.table(of: line) else { return try await end(line) }
        guard known.contains(table) else {
            throw TenantFileFault("The file has rows of \(table), which this program doesn't import.")
        }
        if columns[table] == nil { columns[table] = try Self.columns(of: line) }
        row = Row(table: table, line: line)
    }

    private func end(_ line: [UInt8]) async throws {
        guard let footer = try? JSONDecoder().decode(TenantFile.Footer.self, from: Data(line)) else {
            throw TenantFileFault("The file is damaged: its line \(passed + 2) isn't a row of a table.")
        }
        guard try await lines.next() == nil else { throw TenantFileFault("The file continues after its last line.") }
        // The footer may leave out a table without rows. Older programs do.
        let counted = tally.footer
        let differing = Set(footer.counts.keys).union(counted.counts.keys).filter { footer.rows(of: $0) != counted.rows(of: $0) }
        guard differing.isEmpty else {
            throw TenantFileFault("The file is damaged: check its rows of \(differing.sorted().joined(separator: ", ")).")
        }
        (row, self.footer) = (nil, footer)
    }

    private static func columns(of line: [UInt8]) throws -> Set<String> {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
            throw TenantFileFault("The file is damaged: a line isn't JSON.")
        }
        return Set(object.keys).subtracting(["t"])
    }
}

/// Splits a file into its lines, without their line breaks.
private struct TenantFileLines {
    private let source: () async throws -> [UInt8]?
    private var buffer: [UInt8] = []
    /// The number of bytes of the buffer that were returned as lines, and the number that were searched for a line
    /// break.
    private var (taken, seen) = (0, 0)
    private var passed = 0
    private var isOver = false

    init(_ source: @escaping () async throws -> [UInt8]?) {
        self.source = source
    }

    /// Returns the next line; nil at the end of the file.
    ///
    /// - Throws: `TenantFileFault` if a line is too long, isn't JSON, or would take too long to decode.
    mutating func next() async throws -> [UInt8]? {
        while true {
            if let end = buffer[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (taken, seen, passed) = (end + 1, end + 1, passed + 1) }
                let line = Array(buffer[taken..<end])
                guard Self.isJSON(line) else {
                    throw TenantFileFault("The file is damaged: its line \(passed + 1) isn't JSON.")
                }
                return line
            }
            seen = buffer.count
            guard buffer.count - taken <= TenantFile.longestLine else { throw TenantFileFault("The file has a line that is too long.") }
            guard !isOver else {
                defer { taken = buffer.count }
                let line = Array(buffer[taken...])
                guard !line.isEmpty else { return nil }
                guard Self.isJSON(line) else { throw TenantFileFault("The file is incomplete: it ends before its last line.") }
                return line
            }
            buffer.removeFirst(taken)
            (seen, taken) = (seen - taken, 0)
            if let part = try await source() { buffer += part } else { isOver = true }
        }
    }

    private static func isJSON(_ line: [UInt8]) -> Bool { (try? JSONSyntax.check(line)) != nil }
}

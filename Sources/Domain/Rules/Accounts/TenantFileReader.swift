import Foundation
import Secrets
import UntrustedText

/// Reads a tenant's file line by line as it comes, and counts and digests what it has read. It belongs to one task.
final class TenantFileReader {
    let header: TenantFile.Header
    /// The row that is next; nil behind the last.
    private(set) var row: Row?
    /// Known when all rows were read.
    private(set) var footer: TenantFile.Footer?
    /// Which columns each table has, by its first row.
    private(set) var columns: [String: Set<String>] = [:]
    private(set) var tally: TenantTally
    /// How many rows were passed.
    private(set) var passed = 0
    private let digest = RunningDigest()
    private let known: Set<String>
    private var lines: TenantFileLines

    /// A line of a table.
    struct Row {
        let table: String
        let line: [UInt8]
    }

    /// - Parameters:
    ///   - source: answers part after part of the file, then nil.
    ///   - tables: those that may be in it, by whether it has secrets.
    /// - Throws: `TenantFileFault` where it is no tenant's file; else what the source throws.
    init(_ source: @escaping () async throws -> [UInt8]?, tables: (_ secrets: Bool) -> [String]) async throws {
        var lines = TenantFileLines(source)
        guard let first = try await lines.next() else { throw TenantFileFault("The file is empty.") }
        let header = try TenantFile.Header(line: first)
        let known = tables(header.secrets)
        (self.header, self.lines, self.known, tally) = (header, lines, Set(known), TenantTally(of: known))
        digest.add(first)
        try await readRow()
    }

    /// The first line alone.
    static func header(_ source: @escaping () async throws -> [UInt8]?) async throws -> TenantFile.Header {
        var lines = TenantFileLines(source)
        guard let first = try await lines.next() else { throw TenantFileFault("The file is empty.") }
        return try TenantFile.Header(line: first)
    }

    /// The digest of all lines passed, the header too: what was read of this file before is known again by it.
    var passedDigest: [UInt8] { digest.value }

    /// Goes on to the next row.
    func pass() async throws {
        guard let row else { return }
        let line = row.line + [UInt8(ascii: "\n")]
        tally.add(line, of: row.table)
        digest.add(line)
        passed += 1
        try await readRow()
    }

    private func readRow() async throws {
        guard let line = try await lines.next() else { throw TenantFileFault("The file isn't whole: it ends before its last line.") }
        guard let table = TenantFile.table(of: line) else { return try await end(line) }
        guard known.contains(table) else {
            throw TenantFileFault("The file has rows of \(table), which this program takes along to no other house.")
        }
        if columns[table] == nil { columns[table] = try Self.columns(of: line) }
        row = Row(table: table, line: line)
    }

    private func end(_ line: [UInt8]) async throws {
        guard let footer = try? JSONDecoder().decode(TenantFile.Footer.self, from: Data(line)) else {
            throw TenantFileFault("The file isn't as it was written: its line \(passed + 2) is none of a table.")
        }
        guard try await lines.next() == nil else { throw TenantFileFault("The file goes on behind its last line.") }
        // What a table has no row of may be left out, as by an older program.
        let counted = tally.footer
        let differing = Set(footer.counts.keys).union(counted.counts.keys).filter { footer.rows(of: $0) != counted.rows(of: $0) }
        guard differing.isEmpty else {
            throw TenantFileFault("The file isn't as it was written: see its rows of \(differing.sorted().joined(separator: ", ")).")
        }
        (row, self.footer) = (nil, footer)
    }

    private static func columns(of line: [UInt8]) throws -> Set<String> {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any] else {
            throw TenantFileFault("The file isn't as it was written: a line of it is no JSON.")
        }
        return Set(object.keys).subtracting(["t"])
    }
}

/// Lines of a file, without their ends.
private struct TenantFileLines {
    private let source: () async throws -> [UInt8]?
    private var buffer: [UInt8] = []
    /// What of the buffer was taken, and looked through.
    private var (taken, seen) = (0, 0)
    private var passed = 0
    private var isOver = false

    init(_ source: @escaping () async throws -> [UInt8]?) {
        self.source = source
    }

    /// - Throws: `TenantFileFault` for a line that is too long, and for one that is no JSON or would take long to decode.
    mutating func next() async throws -> [UInt8]? {
        while true {
            if let end = buffer[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (taken, seen, passed) = (end + 1, end + 1, passed + 1) }
                let line = Array(buffer[taken..<end])
                guard Self.isJSON(line) else {
                    throw TenantFileFault("The file isn't as it was written: its line \(passed + 1) is no JSON.")
                }
                return line
            }
            seen = buffer.count
            guard buffer.count - taken <= TenantFile.longestLine else { throw TenantFileFault("The file has a line that is too long.") }
            guard !isOver else {
                defer { taken = buffer.count }
                let line = Array(buffer[taken...])
                guard !line.isEmpty else { return nil }
                guard Self.isJSON(line) else { throw TenantFileFault("The file isn't whole: it ends before its last line.") }
                return line
            }
            buffer.removeFirst(taken)
            (seen, taken) = (seen - taken, 0)
            if let part = try await source() { buffer += part } else { isOver = true }
        }
    }

    private static func isJSON(_ line: [UInt8]) -> Bool { (try? JSONSyntax.check(line)) != nil }
}

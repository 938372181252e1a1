import Foundation
import Synchronization

/// Counts the rows of each table in the text that `pg_restore` prints of a backup, part by part.
///
/// The text has a line `COPY public.rooms (tenant_id, id, …) FROM stdin;` for each table, then a line for each row, and a
/// line `\.` at the end.
final class CopiedRows: Sendable {
    /// A table's rows.
    struct Table: Sendable {
        var columns: [String]
        var count = 0
        /// The first fields of each row, of the tables for which they are wanted.
        var firstFields: [[String]] = []
    }

    private struct State {
        var tables: [String: Table] = [:]
        /// The table whose rows are being read.
        var current: String?
        /// The beginning of a line whose end hasn't arrived.
        var line: [UInt8] = []
    }

    /// The number of bytes of a line that are kept. The rest is long content, such as that of a file.
    private static let kept = 8192
    private let state = Mutex(State())
    private let wanted: Set<String>

    /// Creates a counter.
    /// - Parameter wanted: the tables whose rows' first fields are kept.
    init(wanted: Set<String> = []) { self.wanted = wanted }

    /// The tables that were read so far, by name.
    var tables: [String: Table] { state.withLock(\.tables) }

    /// Reads the next part of the text.
    func take(_ part: Data) {
        state.withLock { state in
            var rest = part[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                append(rest[..<end], to: &state.line)
                read(&state)
                state.line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            append(rest, to: &state.line)
        }
    }

    private func append(_ bytes: Data, to line: inout [UInt8]) {
        line.append(contentsOf: bytes.prefix(Self.kept - line.count))
    }

    private func read(_ state: inout State) {
        guard let table = state.current else {
            guard state.line.starts(with: "COPY public.".utf8), let begun = Self.table(in: String(decoding: state.line, as: UTF8.self))
            else {
                return
            }
            state.current = begun.name
            state.tables[begun.name] = Table(columns: begun.columns)
            return
        }
        if state.line == Array(#"\."#.utf8) { return state.current = nil }
        state.tables[table]?.count += 1
        guard wanted.contains(table) else { return }
        let fields = state.line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).prefix(8)
        state.tables[table]?.firstFields.append(fields.map { String(decoding: $0, as: UTF8.self) })
    }

    /// Parses the line at which a table's rows begin; nil for another line.
    private static func table(in line: String) -> (name: String, columns: [String])? {
        guard let match = line.wholeMatch(of: /COPY public\.("[^"]+"|\S+) \((.*)\) FROM stdin;/) else { return nil }
        let columns = match.2.split(separator: ", ").map { unquoted($0) }
        return (unquoted(match.1), columns)
    }

    private static func unquoted(_ name: Substring) -> String {
        String(name.filter { $0 != "\"" })
    }
}

extension CopiedRows.Table {
    /// The values of a column that is among the first ones.
    func values(of column: String) -> [String] {
        guard let index = columns.firstIndex(of: column) else { return [] }
        return firstFields.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
}

import CLibPQ

/// What one statement returned. Values are read where libpq put them; the memory is freed with the last row of it.
public struct Rows: Sendable, RandomAccessCollection {
    let result: QueryResult

    public var startIndex: Int { 0 }
    public var endIndex: Int { result.rowCount }

    /// The row at a position, counted from 0. There must be one.
    public subscript(_ position: Int) -> Row {
        precondition(position >= 0 && position < result.rowCount, "row \(position) of \(result.rowCount)")
        return Row(result: result, index: Int32(truncatingIfNeeded: position))
    }

    /// How many rows the statement inserted, updated, deleted or selected.
    public var affected: Int { result.affected }
}

/// One row of a result.
public struct Row: Sendable {
    let result: QueryResult
    let index: Int32

    /// The value of a column: `let id: UUID = try row["id"]`. Throws `PostgresError.decoding` when the column is missing, of another type,
    /// or NULL where the wanted type isn't optional.
    @inlinable
    public subscript<Value: PostgresDecodable>(_ column: String) -> Value {
        get throws {
            // The value points into the result's memory, so the row must outlive its decoding.
            try withExtendedLifetime(self) {
                let value = try value(of: column)
                do {
                    return value.isNull ? try Value(postgresNull: ()) : try Value(postgres: value)
                } catch {
                    throw Self.naming(column, error)
                }
            }
        }
    }

    /// Decodes a `json` or `jsonb` column. NULL decodes as JSON's null, so an optional type takes it.
    public func json<Value: Decodable>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        try withExtendedLifetime(self) {
            let value = try value(of: column)
            do {
                guard value.isNull else { return try JSONText.decode(type, from: value) }
                return try Array("null".utf8).withUnsafeBufferPointer {
                    try JSONText.decode(type, from: PostgresValue(bytes: $0, type: .json))
                }
            } catch {
                throw Self.naming(column, error)
            }
        }
    }

    /// Puts the column's name into an error of decoding it.
    @usableFromInline
    static func naming(_ column: String, _ error: any Error) -> any Error {
        guard case PostgresError.decoding(column: "", let reason) = error else { return error }
        return PostgresError.decoding(column: column, reason: reason)
    }

    @usableFromInline
    func value(of column: String) throws -> PostgresValue {
        guard let position = result.position(of: column, row: index) else { throw result.lacks(column) }
        return result.value(row: index, column: position)
    }
}

/// Owns a `PGresult`.
///
/// `@unchecked`: libpq never changes a result after handing it over, and it is cleared once, when nobody can reach it any more.
final class QueryResult: @unchecked Sendable {
    private let pointer: OpaquePointer
    let rowCount: Int
    let columns: Columns

    /// Takes over the result.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        rowCount = Int(PQntuples(pointer))
        columns = Columns(of: pointer)
    }

    deinit { PQclear(pointer) }

    var affected: Int {
        PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0
    }

    func position(of name: String, row: Int32) -> Int? { columns.position(of: name, row: row) }

    func lacks(_ column: String) -> PostgresError {
        .decoding(column: column, reason: "is not in the result (\(columns.names.joined(separator: ", ")))")
    }

    /// Inlined, since copying the value would cost as much as finding it.
    @inline(__always)
    func value(row: Int32, column: Int) -> PostgresValue {
        let index = Int32(truncatingIfNeeded: column)
        let count = Int(PQgetlength(pointer, row, index))
        var start = UnsafeRawPointer(PQgetvalue(pointer, row, index))?.assumingMemoryBound(to: UInt8.self)
        if count == 0, PQgetisnull(pointer, row, index) == 1 { start = nil }
        return PostgresValue(bytes: UnsafeBufferPointer(start: start, count: count), type: columns.type(column))
    }
}

import CLibPQ

/// The rows that one statement returned. The values stay in libpq's memory, which is freed when the last `Rows` or
/// `Row` of the result is gone.
public struct Rows: Sendable, RandomAccessCollection {
    let result: QueryResult

    public var startIndex: Int { 0 }
    public var endIndex: Int { result.rowCount }

    /// The row at a position, counted from 0. The position must exist.
    public subscript(_ position: Int) -> Row {
        precondition(position >= 0 && position < result.rowCount, "row \(position) of \(result.rowCount)")
        return Row(result: result, index: Int32(truncatingIfNeeded: position))
    }

    /// The number of rows that the statement inserted, updated, deleted or selected.
    public var affected: Int { result.affected }
}

/// One row of a result.
public struct Row: Sendable {
    let result: QueryResult
    let index: Int32

    /// The value of a column: `let id: UUID = try row["id"]`.
    ///
    /// Throws `PostgresError.decoding` in three cases: the column is missing, it can't be read as the wanted type, or
    /// it is NULL and the wanted type isn't optional.
    @inlinable
    public subscript<Value: PostgresDecodable>(_ column: StaticString) -> Value {
        get throws {
            // The value points into the result's memory, so the row must outlive its decoding.
            try withExtendedLifetime(self) {
                let value = try value(of: column)
                do { return try Self.decode(value) } catch { throw Self.naming(column.description, error) }
            }
        }
    }

    /// The value of a column whose name is built at run time. Finding it takes longer than finding a column that a
    /// literal names.
    public subscript<Value: PostgresDecodable>(named column: String) -> Value {
        get throws {
            try withExtendedLifetime(self) {
                let value = try value(named: column)
                do { return try Self.decode(value) } catch { throw Self.naming(column, error) }
            }
        }
    }

    /// Decodes a `json` or `jsonb` column. NULL is decoded like JSON's `null`, so an optional type gets nil.
    public func json<Value: Decodable>(_ column: StaticString, as type: Value.Type = Value.self) throws -> Value {
        try withExtendedLifetime(self) {
            let value = try value(of: column)
            do {
                guard value.isNull else { return try JSONText.decode(type, from: value) }
                return try Array("null".utf8).withUnsafeBufferPointer {
                    try JSONText.decode(type, from: PostgresValue(bytes: $0, type: .json))
                }
            } catch {
                throw Self.naming(column.description, error)
            }
        }
    }

    @inlinable
    static func decode<Value: PostgresDecodable>(_ value: PostgresValue) throws -> Value {
        value.isNull ? try Value(postgresNull: ()) : try Value(postgres: value)
    }

    /// Returns a decoding error with the column's name added, and any other error unchanged.
    @usableFromInline
    static func naming(_ column: String, _ error: any Error) -> any Error {
        guard case PostgresError.decoding(column: "", let reason) = error else { return error }
        return PostgresError.decoding(column: column, reason: reason)
    }

    @usableFromInline
    func value(of column: StaticString) throws -> PostgresValue {
        guard let position = result.columns.position(of: column) else { throw result.lacks(column.description) }
        return result.value(row: index, column: position)
    }

    private func value(named column: String) throws -> PostgresValue {
        guard let position = result.columns.position(of: column) else { throw result.lacks(column) }
        return result.value(row: index, column: position)
    }
}

/// Owns a `PGresult`.
///
/// `@unchecked`: libpq never changes a result after it has returned it. The result is cleared once, in `deinit`, when
/// no reference is left.
final class QueryResult: @unchecked Sendable {
    private let pointer: OpaquePointer
    let rowCount: Int
    let columns: Columns

    /// Takes ownership of the `PGresult`.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        rowCount = Int(PQntuples(pointer))
        columns = Columns(of: pointer)
    }

    deinit { PQclear(pointer) }

    var affected: Int {
        PQcmdTuples(pointer).flatMap { Int(String(cString: $0)) } ?? 0
    }

    func lacks(_ column: String) -> PostgresError {
        .decoding(column: column, reason: "is not in the result (\(columns.names.joined(separator: ", ")))")
    }

    /// Returns the value of a column in a row. It is inlined, because copying the value would cost as much as finding
    /// it.
    @inline(__always)
    func value(row: Int32, column: Int) -> PostgresValue {
        let index = Int32(truncatingIfNeeded: column)
        let count = Int(PQgetlength(pointer, row, index))
        // libpq's values are bytes, as many as it says, and live as long as this result.
        var start = UnsafeRawPointer(PQgetvalue(pointer, row, index))?.assumingMemoryBound(to: UInt8.self)
        if count == 0, PQgetisnull(pointer, row, index) == 1 { start = nil }
        return PostgresValue(bytes: UnsafeBufferPointer(start: start, count: count), type: columns.type(column))
    }
}

/// A statement and its bound parameters. Interpolating a value binds it. Text becomes part of the statement only as a
/// literal, as another `SQL` (`\(fragment:)`) or as `\(unsafeRaw:)`.
///
///     let statement: SQL = "SELECT name FROM users WHERE id = \(id)"     // SELECT name FROM users WHERE id = $1
///
/// Parameters are sent as text and the server infers their types. Where the server can't infer a type, write a cast in
/// the statement: `\(n)::int`.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement's text in pieces, with nil in place of each bound value. Splicing in another statement adds its
    /// pieces to this list. So each text is copied only once, when the statement is sent.
    private var pieces: [String?]
    /// The bound values in PostgreSQL's text format. `nil` is NULL.
    public private(set) var parameters: [String?]

    /// Creates a statement without parameters from text that isn't escaped. Never build the text from a user's input.
    public init(unsafeRaw text: String) {
        pieces = [text]
        parameters = []
    }

    private init(reservingValues count: Int) {
        (pieces, parameters) = ([], [])
        pieces.reserveCapacity(2 * count + 1)
        parameters.reserveCapacity(count)
    }

    /// Creates a statement without parameters from a literal in the program.
    public init(stringLiteral text: String) {
        self.init(unsafeRaw: text)
    }

    /// Creates a statement from an interpolated literal, with its bound values and spliced statements.
    public init(stringInterpolation interpolation: StringInterpolation) {
        self = interpolation.sql
    }

    private mutating func bind(_ value: String?) {
        parameters.append(value)
        pieces.append(nil)
    }

    /// The statement's text with `$1`, `$2` … in place of the values. It is built anew at each call.
    public var text: String {
        let room = pieces.reduce(0) { $0 + ($1?.utf8.count ?? Self.placeholderRoom) }
        return String(unsafeUninitializedCapacity: room) { buffer in
            var (count, number) = (0, 0)
            for piece in pieces {
                if var piece {
                    piece.withUTF8 { count += UnsafeMutableBufferPointer(rebasing: buffer[count...]).update(fromContentsOf: $0) }
                } else {
                    number += 1
                    count += Self.write(placeholder: number, to: UnsafeMutableBufferPointer(rebasing: buffer[count...]))
                }
            }
            return count
        }
    }

    /// The length in bytes of the longest placeholder, such as `$65535`.
    private static let placeholderRoom = 1 + "\(Int.max)".utf8.count

    /// Writes the placeholder of a parameter, such as `$1`, and returns its length in bytes. Parameters are counted
    /// from 1.
    private static func write(placeholder number: Int, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var (length, bound) = (1, 10)
        while number >= bound { (length, bound) = (length + 1, bound * 10) }
        buffer[0] = UInt8(ascii: "$")
        var rest = number
        for place in (1...length).reversed() {
            buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return length + 1
    }

    /// Whether the statement's text contains a NUL character. A C function would take it for the end of the text.
    var hasNUL: Bool { pieces.contains { $0?.hasNUL ?? false } }

    /// Collects the literals and values of an interpolated statement.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var sql: SQL

        /// Creates an empty statement with memory for its values and the texts around them.
        public init(literalCapacity _: Int, interpolationCount: Int) {
            sql = SQL(reservingValues: interpolationCount)
        }

        /// Appends a part of the literal to the statement's text.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { sql.pieces.append(literal) }
        }

        /// Binds an interpolated value to the statement's next parameter.
        public mutating func appendInterpolation(_ value: some PostgresEncodable) {
            sql.bind(value.postgresText)
        }

        /// Binds an interpolated value to the statement's next parameter. `nil` becomes NULL.
        public mutating func appendInterpolation(_ value: (some PostgresEncodable)?) {
            sql.bind(value?.postgresText)
        }

        /// Splices in another statement and renumbers its parameters.
        public mutating func appendInterpolation(fragment: SQL) {
            sql.pieces += fragment.pieces
            sql.parameters += fragment.parameters
        }

        /// Appends text that isn't escaped, such as a column's name that the program has chosen. Never pass a user's
        /// input.
        public mutating func appendInterpolation(unsafeRaw: String) {
            sql.pieces.append(unsafeRaw)
        }

        /// Binds a value as JSON text. Its dates have the form that PostgreSQL gives them in JSON. Throws an error of
        /// encoding.
        public mutating func appendInterpolation(json value: some Encodable) throws {
            sql.bind(try JSONText.encode(value))
        }
    }
}

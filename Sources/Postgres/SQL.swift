/// A statement and its bound parameters. Interpolating a value binds it; text reaches the statement only as a literal,
/// as another `SQL` (`\(fragment:)`) or as `\(unsafeRaw:)`.
///
///     let statement: SQL = "SELECT name FROM users WHERE id = \(id)"     // SELECT name FROM users WHERE id = $1
///
/// Parameters travel as text and the server infers their types; where it can't, the statement says so: `\(n)::int`.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement's text in pieces, nil where a bound value stands: pieces of another are spliced in as they are, and texts are copied
    /// once, when it is sent.
    private var pieces: [String?]
    /// The bound values in PostgreSQL's text format; `nil` is NULL.
    public private(set) var parameters: [String?]

    /// A statement without parameters, exactly as given: never build it from what a user typed.
    public init(unsafeRaw text: String) {
        pieces = [text]
        parameters = []
    }

    private init(reservingValues count: Int) {
        (pieces, parameters) = ([], [])
        pieces.reserveCapacity(2 * count + 1)
        parameters.reserveCapacity(count)
    }

    /// A statement without parameters, as it stands in the program.
    public init(stringLiteral text: String) {
        self.init(unsafeRaw: text)
    }

    /// A statement with what was bound and spliced into it.
    public init(stringInterpolation interpolation: StringInterpolation) {
        self = interpolation.sql
    }

    private mutating func bind(_ value: String?) {
        parameters.append(value)
        pieces.append(nil)
    }

    /// The statement with `$1`, `$2` … in place of its values, made anew each time.
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

    /// How many bytes what stands for a value takes at most.
    private static let placeholderRoom = 1 + "\(Int.max)".utf8.count

    /// Writes what stands for a value, counted from 1, and returns how many bytes it took.
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

    /// Whether C would see the statement end before it does.
    var hasNUL: Bool { pieces.contains { $0?.hasNUL ?? false } }

    /// Builds the statement from its literal and its interpolations.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var sql: SQL

        /// Begins with nothing, and memory for so many values and the texts around them.
        public init(literalCapacity _: Int, interpolationCount: Int) {
            sql = SQL(reservingValues: interpolationCount)
        }

        /// Text as it stands in the program.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { sql.pieces.append(literal) }
        }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some PostgresEncodable) {
            sql.bind(value.postgresText)
        }

        /// Binds a value; `nil` is NULL.
        public mutating func appendInterpolation(_ value: (some PostgresEncodable)?) {
            sql.bind(value?.postgresText)
        }

        /// Splices another statement, its parameters renumbered.
        public mutating func appendInterpolation(fragment: SQL) {
            sql.pieces += fragment.pieces
            sql.parameters += fragment.parameters
        }

        /// Text as it stands, such as a column's name chosen by the program. Never what a user typed.
        public mutating func appendInterpolation(unsafeRaw: String) {
            sql.pieces.append(unsafeRaw)
        }

        /// Binds a value as JSON text, dates as PostgreSQL writes them in JSON. Throws what encoding throws.
        public mutating func appendInterpolation(json value: some Encodable) throws {
            sql.bind(try JSONText.encode(value))
        }
    }
}

/// A statement and its bound parameters. Interpolating a value binds it; text reaches the statement only as a literal,
/// as another `SQL` (`\(fragment:)`) or as `\(unsafeRaw:)`.
///
///     let statement: SQL = "SELECT name FROM users WHERE id = \(id)"     // SELECT name FROM users WHERE id = $1
///
/// Parameters travel as text and the server infers their types; where it can't, the statement says so: `\(n)::int`.
public struct SQL: Sendable, ExpressibleByStringInterpolation {
    /// The statement with `$1`, `$2` … in place of its values.
    public private(set) var text: String
    /// The bound values in PostgreSQL's text format; `nil` is NULL.
    public private(set) var parameters: [String?]
    /// Where each placeholder starts in `text`, so that splicing renumbers those and no `$1` inside a string constant.
    private var placeholders: [Int]

    /// A statement without parameters, exactly as given: never build it from what a user typed.
    public init(unsafeRaw text: String) {
        self.text = text
        parameters = []
        placeholders = []
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
        placeholders.append(text.utf8.count)
        text += Self.placeholder(parameters.count)
    }

    private mutating func splice(_ fragment: SQL) {
        let source = fragment.text.utf8
        var start = source.startIndex
        for (index, offset) in fragment.placeholders.enumerated() {
            let end = source.index(source.startIndex, offsetBy: offset)
            text += Substring(source[start..<end])
            bind(fragment.parameters[index])
            start = source.index(end, offsetBy: Self.placeholder(index + 1).utf8.count)
        }
        text += Substring(source[start...])
    }

    /// What stands for a parameter, counted from 1.
    private static func placeholder(_ number: Int) -> String {
        number <= common.count ? common[number - 1] : "$\(number)"
    }

    /// Made once, since each request has dozens.
    private static let common = (1...64).map { "$\($0)" }

    /// Builds the statement from its literal and its interpolations.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var sql = SQL(unsafeRaw: "")

        /// Begins with nothing, and memory for that much text and so many values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            sql.text.reserveCapacity(literalCapacity + 4 * interpolationCount)
            sql.parameters.reserveCapacity(interpolationCount)
            sql.placeholders.reserveCapacity(interpolationCount)
        }

        /// Text as it stands in the program.
        public mutating func appendLiteral(_ literal: String) {
            sql.text += literal
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
            sql.splice(fragment)
        }

        /// Text as it stands, such as a column's name chosen by the program. Never what a user typed.
        public mutating func appendInterpolation(unsafeRaw: String) {
            sql.text += unsafeRaw
        }

        /// Binds a value as JSON text, dates as PostgreSQL writes them in JSON. Throws what encoding throws.
        public mutating func appendInterpolation(json value: some Encodable) throws {
            sql.bind(try JSONText.encode(value))
        }
    }
}

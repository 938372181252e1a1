/// A type whose values can be bound to a statement's parameter.
public protocol PostgresEncodable: Sendable {
    /// The value in PostgreSQL's text format, or `nil` for NULL. The text must not contain a NUL character.
    var postgresText: String? { get }
}

/// A type whose values can be read from a column.
public protocol PostgresDecodable: Sendable {
    /// Reads a value that is not NULL. Throws `value.mismatch(_:)` if the column has another type than this one reads,
    /// and `value.failure(_:)` if the content is invalid.
    init(postgres value: PostgresValue) throws

    /// Creates the Swift value for NULL, such as an optional's nil. Throws if the Swift type has none.
    init(postgresNull: ()) throws
}

/// A type whose values can be bound to a parameter and read from a column.
public typealias PostgresCodable = PostgresEncodable & PostgresDecodable

extension PostgresDecodable {
    /// Throws, because by default a Swift type has no value for NULL.
    public init(postgresNull: ()) throws {
        throw PostgresError.decoding(column: "", reason: "wanted \(Self.self), found NULL")
    }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    public var postgresText: String? { self?.postgresText }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    /// Reads a value that is not NULL, in the same way as the wrapped type.
    @inlinable
    public init(postgres value: PostgresValue) throws {
        self = try Wrapped(postgres: value)
    }

    /// Creates nil for NULL.
    @inlinable
    public init(postgresNull: ()) throws {
        self = nil
    }
}

extension PostgresEncodable where Self: RawRepresentable, RawValue: PostgresEncodable {
    public var postgresText: String? { rawValue.postgresText }
}

extension PostgresDecodable where Self: RawRepresentable, RawValue: PostgresDecodable {
    /// Reads the enum's raw value. Throws `value.failure(_:)` if no case has it.
    @inlinable
    public init(postgres value: PostgresValue) throws {
        guard let known = Self(rawValue: try RawValue(postgres: value)) else {
            throw value.failure("no \(Self.self) has this value")
        }
        self = known
    }
}

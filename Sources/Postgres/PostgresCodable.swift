/// A type whose values can be bound to a statement's parameter.
public protocol PostgresEncodable: Sendable {
    /// The value in PostgreSQL's text format, or `nil` for NULL. It must not hold a NUL character.
    var postgresText: String? { get }
}

/// A type whose values can be read from a column.
public protocol PostgresDecodable: Sendable {
    /// Reads a value that is not NULL. Throws `value.mismatch(_:)` if the column has another type, and
    /// `value.failure(_:)` if the content is invalid.
    init(postgres value: PostgresValue) throws

    /// Makes the value for NULL. Throws unless the type has one, as `Optional` does.
    init(postgresNull: ()) throws
}

/// A type whose values can be bound and read.
public typealias PostgresCodable = PostgresEncodable & PostgresDecodable

extension PostgresDecodable {
    /// Throws, because the type has no value for NULL.
    public init(postgresNull: ()) throws {
        throw PostgresError.decoding(column: "", reason: "wanted \(Self.self), found NULL")
    }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    public var postgresText: String? { self?.postgresText }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    /// Reads the value as the wrapped type does.
    @inlinable
    public init(postgres value: PostgresValue) throws {
        self = try Wrapped(postgres: value)
    }

    /// Makes nil for NULL.
    @inlinable
    public init(postgresNull: ()) throws {
        self = nil
    }
}

extension PostgresEncodable where Self: RawRepresentable, RawValue: PostgresEncodable {
    public var postgresText: String? { rawValue.postgresText }
}

extension PostgresDecodable where Self: RawRepresentable, RawValue: PostgresDecodable {
    /// Reads the raw value. Throws `value.failure(_:)` if no case has it.
    @inlinable
    public init(postgres value: PostgresValue) throws {
        guard let known = Self(rawValue: try RawValue(postgres: value)) else {
            throw value.failure("no \(Self.self) has this value")
        }
        self = known
    }
}

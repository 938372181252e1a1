/// What can be bound to a statement's parameter.
public protocol PostgresEncodable: Sendable {
    /// The value in PostgreSQL's text format, `nil` for NULL. It may hold no NUL character.
    var postgresText: String? { get }
}

/// What can be read from a column.
public protocol PostgresDecodable: Sendable {
    /// Reads a value that is not NULL. Throws `value.mismatch(_:)` when the column has another type and `value.failure(_:)` when the
    /// content isn't good.
    init(postgres value: PostgresValue) throws

    /// Stands for NULL. Throws unless the type has a meaning for it, as `Optional` does.
    init(postgresNull: ()) throws
}

/// What can be bound and read.
public typealias PostgresCodable = PostgresEncodable & PostgresDecodable

extension PostgresDecodable {
    /// Throws: the type has no meaning for NULL.
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

    /// NULL is nil.
    @inlinable
    public init(postgresNull: ()) throws {
        self = nil
    }
}

extension PostgresEncodable where Self: RawRepresentable, RawValue: PostgresEncodable {
    public var postgresText: String? { rawValue.postgresText }
}

extension PostgresDecodable where Self: RawRepresentable, RawValue: PostgresDecodable {
    /// Reads the raw value. Throws `value.failure(_:)` where no case has it.
    @inlinable
    public init(postgres value: PostgresValue) throws {
        guard let known = Self(rawValue: try RawValue(postgres: value)) else {
            throw value.failure("no \(Self.self) has this value")
        }
        self = known
    }
}

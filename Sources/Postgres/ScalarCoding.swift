// Strings, numbers and booleans. Decoding is strict: it never turns an integer into a string, nor a wider integer
// into a narrower one.

extension String: PostgresCodable {
    public var postgresText: String? { self }

    /// Reads `text`, `varchar`, `char` and `name`, and types that the schema declares, such as an enum.
    public init(postgres value: PostgresValue) throws {
        switch value.type {
        case .text, .varchar, .bpchar, .name: break
        default: guard value.type.isUserDefined else { throw value.mismatch(String.self) }
        }
        self = value.string
    }
}

extension Bool: PostgresCodable {
    public var postgresText: String? { self ? "t" : "f" }

    /// Reads `boolean`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .bool else { throw value.mismatch(Bool.self) }
        self = try value.number(UInt8.self) != 0
    }
}

extension Double: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `float8` and `float4`.
    public init(postgres value: PostgresValue) throws {
        switch value.type {
        case .float8: self.init(bitPattern: try value.number(UInt64.self))
        case .float4: self.init(Float(bitPattern: try value.number(UInt32.self)))
        default: throw value.mismatch(Double.self)
        }
    }
}

extension Int: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `bigint`, `integer` and `smallint`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .int8 || value.type == .int4 || value.type == .int2 else { throw value.mismatch(Int.self) }
        self = Int(try value.integer())
    }
}

extension Int64: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `bigint`, `integer` and `smallint`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .int8 || value.type == .int4 || value.type == .int2 else { throw value.mismatch(Int64.self) }
        self = try value.integer()
    }
}

extension Int32: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `integer` and `smallint`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .int4 || value.type == .int2 else { throw value.mismatch(Int32.self) }
        self = Int32(truncatingIfNeeded: try value.integer())
    }
}

extension Int16: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `smallint`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .int2 else { throw value.mismatch(Int16.self) }
        self = try value.number(Int16.self)
    }
}

extension PostgresValue {
    /// Reads the number of a `bigint`, `integer` or `smallint`.
    @inline(__always)
    fileprivate func integer() throws -> Int64 {
        switch type {
        case .int8: try number(Int64.self)
        case .int4: Int64(try number(Int32.self))
        default: Int64(try number(Int16.self))
        }
    }
}

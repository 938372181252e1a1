// Strings, numbers and truth. Decoding is strict: an integer column never becomes a string, a wider integer never a narrower one.

extension String: PostgresCodable {
    public var postgresText: String? { self }

    /// Reads `text`, `varchar`, `char`, `name`, and what has a type of the schema's own, such as an enumeration.
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
        self = value.bytes.first == UInt8(ascii: "t")
    }
}

extension Double: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `float8` and `float4`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .float8 || value.type == .float4 else { throw value.mismatch(Double.self) }
        guard let number = Double(value.string) else { throw value.malformed() }
        self = number
    }
}

extension Int: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `bigint`, `integer` and `smallint`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .int8 || value.type == .int4 || value.type == .int2 else { throw value.mismatch(Int.self) }
        self = try value.integer()
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
        self = try value.integer()
    }
}

extension Int16: PostgresCodable {
    public var postgresText: String? { description }

    /// Reads `smallint`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .int2 else { throw value.mismatch(Int16.self) }
        self = try value.integer()
    }
}

extension PostgresValue {
    /// Decimal digits with an optional minus, straight from the bytes.
    fileprivate func integer<Number: FixedWidthInteger & SignedInteger>() throws -> Number {
        var rest = bytes[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }
        guard !rest.isEmpty else { throw malformed() }
        var number: Number = 0
        for byte in rest {
            let digit = byte &- UInt8(ascii: "0")
            let (shifted, overflow) = number.multipliedReportingOverflow(by: 10)
            let step = isNegative ? -Number(truncatingIfNeeded: digit) : Number(truncatingIfNeeded: digit)
            let (sum, carry) = shifted.addingReportingOverflow(step)
            guard digit < 10, !overflow, !carry else { throw malformed() }
            number = sum
        }
        return number
    }
}

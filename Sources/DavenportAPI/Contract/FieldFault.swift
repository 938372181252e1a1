/// One fault in one field of a request.
public struct FieldFault: Codable, Sendable, Equatable {
    /// The kind of a fault. Clients can choose their own texts by it, because codes don't change.
    public struct Code: OpenEnumeration {
        public static let missing = Self(keeping: "missing")
        public static let wrongType = Self(keeping: "wrong_type")
        public static let malformed = Self(keeping: "malformed")
        public static let tooShort = Self(keeping: "too_short")
        public static let tooLong = Self(keeping: "too_long")
        public static let outOfRange = Self(keeping: "out_of_range")
        public static let notAllowed = Self(keeping: "not_allowed")
        public static let tooCommon = Self(keeping: "too_common")
        public static let unknown = Self(keeping: "unknown")

        public static let allCases = [missing, wrongType, malformed, tooShort, tooLong, outOfRange, notAllowed, tooCommon, unknown]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    /// The field's name as in the request, such as `quietHours.from` for a field inside an object.
    public let field: String
    public let code: Code
    /// The expected value in English, as the continuation of a sentence that begins with the field's name.
    public let message: String

    /// Creates a fault. The message describes the expected value in English and continues a sentence that begins with
    /// the field's name.
    public init(field: String, code: Code, message: String) {
        self.field = field
        self.code = code
        self.message = message
    }
}

/// The reason why a value doesn't fit its field, before the field's name is known.
public struct FieldReason: Error, Sendable {
    public let code: FieldFault.Code
    /// The expected value in English, as the continuation of a sentence that begins with the field's name.
    public let message: String

    /// Creates a reason. The message describes the expected value in English and continues a sentence that begins with
    /// the field's name.
    public init(_ code: FieldFault.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// One thing that is wrong with one field of a request.
public struct FieldFault: Codable, Sendable, Equatable {
    /// The kinds of fault. Stable: clients choose their texts by them.
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

    /// The field's name as in the request; `quietHours.from` for one inside an object.
    public let field: String
    public let code: Code
    /// What is expected, in English, to follow the field's name.
    public let message: String

    /// A fault of a field, with what is expected of it, in English, to follow the field's name.
    public init(field: String, code: Code, message: String) {
        self.field = field
        self.code = code
        self.message = message
    }
}

/// Why a value doesn't fit its field, before the field's name is known.
public struct FieldReason: Error, Sendable {
    public let code: FieldFault.Code
    /// What is expected, in English, to follow the field's name.
    public let message: String

    /// Why a value doesn't fit, with what is expected, in English, to follow the field's name.
    public init(_ code: FieldFault.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// One fault in one field of a request.
public struct FieldFault: Codable, Sendable, Equatable {
    /// The kind of a fault. Kinds don't change, so a client can choose its own text for each.
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
        /// The text has a word that the community filters.
        public static let filtered = Self(keeping: "filtered")
        /// The text has a link, and its author came by open sign-up less than a day ago.
        public static let linkTooEarly = Self(keeping: "link_too_early")

        public static let allCases = [
            missing, wrongType, malformed, tooShort, tooLong, outOfRange, notAllowed, tooCommon, unknown, filtered, linkTooEarly,
        ]

        public let rawValue: String

        public init(keeping text: String) { rawValue = text }
    }

    /// The field's name as in the request. A field inside an object has the object's name before it, as
    /// `quietHours.from`.
    public let field: String
    public let code: Code
    /// The value that the field requires, in English. It continues a sentence that begins with the field's name: "must
    /// be a date".
    public let message: String

    /// Creates a fault.
    /// - Parameter message: the value that the field requires, in English. It continues a sentence that begins with the
    ///   field's name: "must be a date".
    public init(field: String, code: Code, message: String) {
        self.field = field
        self.code = code
        self.message = message
    }
}

/// The reason why a value doesn't fit its field. It doesn't contain the field's name, which the code that checks the
/// value doesn't know.
public struct FieldReason: Error, Sendable {
    public let code: FieldFault.Code
    /// The value that the field requires, in English. It continues a sentence that begins with the field's name: "must
    /// be a date".
    public let message: String

    /// Creates a reason.
    /// - Parameter message: the value that the field requires, in English. It continues a sentence that begins with the
    ///   field's name: "must be a date".
    public init(_ code: FieldFault.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// One thing that is wrong with one field of a request.
public struct FieldFault: Codable, Sendable, Equatable {
    /// The kinds of fault. Stable: clients choose their texts by them.
    public enum Code: String, Codable, Sendable, CaseIterable {
        case missing
        case wrongType = "wrong_type"
        case malformed
        case tooShort = "too_short"
        case tooLong = "too_long"
        case outOfRange = "out_of_range"
        case notAllowed = "not_allowed"
        case tooCommon = "too_common"
        case unknown
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

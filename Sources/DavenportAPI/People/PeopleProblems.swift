extension Problem.Code {
    /// A code that is used up, expired, withdrawn, unknown or another tenant's, or whose maker may not give that role any more.
    public static let inviteInvalid = Self("invite_invalid", 422, "This invite can't be used.")
    /// Somebody named is none whom the caller may bring together with themselves, whether they exist or not: named by the areas in which
    /// people are brought together.
    public static let unknownUser = Self("unknown_user", 422, "There is no such person to bring in.")
}

extension [Problem.Code] {
    /// What the area's endpoints name; of each, `errors` says where. A test finds one that is missing.
    static let people: Self = [.inviteInvalid]
}

extension Problem {
    /// Somebody who can't be brought together with the caller, whether they exist or not.
    /// - Parameter field: the one that names them.
    package static func unknownUser(field: String) -> Problem {
        Problem(.unknownUser, errors: [FieldFault(field: field, code: .unknown, message: "names somebody you can't bring in")])
    }
}

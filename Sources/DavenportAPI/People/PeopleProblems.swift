extension Problem.Code {
    /// The code is used up, expired, withdrawn, unknown or another tenant's, or its maker may no longer give that role.
    public static let inviteInvalid = Self("invite_invalid", 422, "This invite can't be used.")
    /// The request names a person that the caller can't involve, whether or not that person exists. The areas that
    /// bring people together declare it.
    public static let unknownUser = Self("unknown_user", 422, "There is no such person to bring in.")
}

extension [Problem.Code] {
    /// The codes that only this area's endpoints declare. A test finds a code that is missing here.
    static let people: Self = [.inviteInvalid]
}

extension Problem {
    /// A field names a person that the caller can't involve, whether or not that person exists.
    /// - Parameter field: the name of the field that has the person's id.
    package static func unknownUser(field: String) -> Problem {
        Problem(.unknownUser, errors: [FieldFault(field: field, code: .unknown, message: "names somebody you can't bring in")])
    }
}

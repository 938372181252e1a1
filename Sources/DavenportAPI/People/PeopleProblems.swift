extension Problem.Code {
    /// The invite can't be used: nobody has such a code, the invite is used up, expired, withdrawn or another tenant's,
    /// or its maker may no longer give its role.
    public static let inviteInvalid = Self("invite_invalid", 422, "This invite can't be used.")
    /// The request names a person that the caller can't bring in, or who doesn't exist; the answer doesn't say which.
    /// The areas that bring people together declare this code.
    public static let unknownUser = Self("unknown_user", 422, "There is no such person to bring in.")
}

extension [Problem.Code] {
    /// The codes that the endpoints for invites, friends, blocks and mutes declare, and no other shared area. A test finds a
    /// code that is missing in this list.
    static let people: Self = [.inviteInvalid, .roomFull]
}

extension Problem {
    /// Returns the problem that a field names a person that the caller can't bring in, or who doesn't exist.
    /// - Parameter field: the name of the field that has the person's id.
    package static func unknownUser(field: String) -> Problem {
        Problem(.unknownUser, errors: [FieldFault(field: field, code: .unknown, message: "names somebody you can't bring in")])
    }
}

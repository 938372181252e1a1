extension Problem.Code {
    public static let wrongPassword = Self("wrong_password", 403, "The current password is wrong.")
    public static let emailTaken = Self("email_taken", 409, "This e-mail address has an account already.")
    public static let usernameTaken = Self("username_taken", 409, "This username is taken.")
    /// Nobody would be left who owns the community and isn't suspended.
    public static let lastOwner = Self("last_owner", 409, "A community always keeps an owner.")
}

extension [Problem.Code] {
    /// What the area's endpoints name, in the order of the documentation; of each, `errors` says where. A test finds one that is missing.
    static let accounts: Self = [.wrongPassword, .emailTaken, .usernameTaken, .lastOwner, .idTaken]
}

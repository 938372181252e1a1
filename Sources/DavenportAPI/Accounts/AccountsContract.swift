extension AreaContract {
    /// Communities, and the accounts of their people.
    public static let accounts = AreaContract(
        "accounts", isShared: true,
        chapters: [
            Chapter("Community", "What the community that a request is for is called and does.", Endpoints.tenant),
            Chapter(
                "Accounts", "Signing up, logging in, and what one can change of oneself.",
                Endpoints.accounts + Endpoints.members + Endpoints.avatars),
        ],
        codes: [.wrongPassword, .emailTaken, .usernameTaken, .lastOwner], words: .accounts)
}

extension Problem.Code {
    public static let wrongPassword = Self("wrong_password", 403, "The current password is wrong.")
    public static let emailTaken = Self("email_taken", 409, "This e-mail address has an account already.")
    public static let usernameTaken = Self("username_taken", 409, "This username is taken.")
    /// Nobody would be left who owns the community and isn't suspended.
    public static let lastOwner = Self("last_owner", 409, "A community always keeps an owner.")
}

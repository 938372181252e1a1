extension Problem.Code {
    public static let wrongPassword = Self("wrong_password", 403, "The current password is wrong.")
    /// A page of another origin tried to begin a session in a cookie, which only the server's own pages may do. The
    /// server decides by the header `Sec-Fetch-Site`.
    public static let crossOrigin = Self("cross_origin", 403, "A page of another origin can't begin a session in a cookie.")
    /// The caller is a bot, and only people may do this.
    public static let notForBots = Self("not_for_bots", 403, "A bot can't do this.")
    public static let emailTaken = Self("email_taken", 409, "This e-mail address has an account already.")
    public static let usernameTaken = Self("username_taken", 409, "This username is taken.")
    /// Nobody has such a code, or its link was used, has ended or expired, or its maker may no longer set the password.
    public static let linkInvalid = Self("link_invalid", 404, "This link is wrong, used or over.")
    /// The password was set by a link, but the account is suspended, so nobody is logged in.
    public static let suspended = Self("suspended", 403, "The password is set, but the account is suspended.")
    /// The change would leave the community without an owner who isn't suspended.
    public static let lastOwner = Self("last_owner", 409, "A community must keep at least one owner.")
}

extension [Problem.Code] {
    /// The codes that only the endpoints for communities and accounts declare, in the documentation's order. A test
    /// finds a code that is missing in this list.
    static let accounts: Self = [
        .wrongPassword, .crossOrigin, .notForBots, .emailTaken, .usernameTaken, .linkInvalid, .suspended, .lastOwner,
        .idTaken,
    ]
}

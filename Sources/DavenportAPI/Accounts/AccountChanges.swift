/// The changes to the caller's own account. An omitted field keeps its value, and `null` clears an optional field.
public struct AccountChange: Input {
    /// The new username: 2 to 30 letters, digits, `_`, `.` and `-`. Nil keeps the username.
    public let username: String?
    /// The new given name: 1 to 60 characters.
    public let givenName: Patch<String>
    /// The new family name: 1 to 60 characters.
    public let familyName: Patch<String>
    /// The new date of birth. A teacher can't clear it: the server answers `invalid`.
    public let birthday: Patch<CalendarDate>
    /// The new e-mail address. It requires `currentPassword`, or a session that is confirmed. Nil keeps the address.
    public let email: String?
    /// The current password, required when `email` is given and the session isn't confirmed (`confirm`).
    public let currentPassword: String?
    /// How often the caller gets a digest.
    public let digest: Patch<DigestFrequency>
    /// The language of the web client, browsers' notifications and mails. Without one, the browser's counts.
    public let language: Patch<Language>

    /// Creates the input without checking it; the server enforces the limits.
    public init(
        username: String? = nil, givenName: Patch<String> = .keep, familyName: Patch<String> = .keep,
        birthday: Patch<CalendarDate> = .keep, email: String? = nil, currentPassword: String? = nil,
        digest: Patch<DigestFrequency> = .keep, language: Patch<Language> = .keep
    ) {
        self.username = username
        self.givenName = givenName
        self.familyName = familyName
        self.birthday = birthday
        self.email = email
        self.currentPassword = currentPassword
        self.digest = digest
        self.language = language
    }

    public init(_ fields: inout Fields) {
        username = fields.optional("username", .username)
        givenName = fields.patch("givenName", .nameOfPerson)
        familyName = fields.patch("familyName", .nameOfPerson)
        birthday = fields.patch("birthday", .date)
        email = fields.optional("email", .email)
        currentPassword = fields.optional("currentPassword", .currentPassword)
        digest = fields.patch("digest", .oneOf(DigestFrequency.self, placeholder: .daily))
        language = fields.patch("language", .oneOf(Language.self, placeholder: .english))
    }
}

/// A new password, with the current one as proof that the caller owns the account.
public struct PasswordChange: Input {
    /// The current password; nil if the session is confirmed (`confirm`). The server answers `wrong_password` if it doesn't
    /// match.
    public let currentPassword: String?
    /// The new password: 8 to 128 characters. It can't be a common password, the username or the e-mail address.
    public let newPassword: String
    /// Whether the server also withdraws the caller's open invites. Somebody who knew the old password may have made some.
    public let endInvites: Bool

    public init(currentPassword: String? = nil, newPassword: String, endInvites: Bool = false) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
        self.endInvites = endInvites
    }

    public init(_ fields: inout Fields) {
        currentPassword = fields.optional("currentPassword", .currentPassword)
        newPassword = fields.required("newPassword", .password)
        endInvites = fields.optional("endInvites", .boolean, default: false)
    }
}

/// The request to delete the caller's account permanently, confirmed with the password.
public struct AccountDeletion: Input {
    /// The current password; nil if the session is confirmed (`confirm`). The server answers `wrong_password` if it doesn't
    /// match.
    public let currentPassword: String?
    /// Whether the server also deletes the texts that the caller wrote in every area: comments, messages and feedback.
    /// Otherwise the texts stay, without an author.
    public let eraseComments: Bool

    public init(currentPassword: String? = nil, eraseComments: Bool = false) {
        self.currentPassword = currentPassword
        self.eraseComments = eraseComments
    }

    public init(_ fields: inout Fields) {
        currentPassword = fields.optional("currentPassword", .currentPassword)
        eraseComments = fields.optional("eraseComments", .boolean, default: false)
    }
}

extension Endpoints {
    public static let changeMe = Endpoint<AccountChange, Me>(
        "changeMe", .patch, "/me", .user, errors: [.wrongPassword, .confirmFirst, .emailTaken, .usernameTaken, .tooManyRequests],
        summary: "Change your account. A new e-mail address requires the current password, or a confirmed session.")
    public static let changePassword = Endpoint<PasswordChange, NoContent>(
        "changePassword", .put, "/me/password", .user, success: 204, errors: [.wrongPassword, .confirmFirst, .tooManyRequests],
        isIdempotent: false, summary: "Change your password, and end all of your other sessions and your keys.",
        details: """
            A client asks whether open invites end too, if there are any. Somebody without a password sets their first one with a \
            confirmed session.
            """)
    public static let deleteAccount = Endpoint<AccountDeletion, NoContent>(
        "deleteAccount", .post, "/me/deletion", .user, success: 204,
        errors: [.wrongPassword, .confirmFirst, .lastOwner, .tooManyRequests], sessionEffect: .ends,
        summary: "Delete your account permanently.")
}

/// What shall change in one's own account. What is left out stays; `null` clears what is optional.
public struct AccountChange: Input {
    /// 2 to 30 letters, digits, `_`, `.` and `-`.
    public let username: String?
    /// 1 to 60 characters.
    public let givenName: Patch<String>
    /// 1 to 60 characters.
    public let familyName: Patch<String>
    /// A teacher keeps theirs: clearing it is `invalid`.
    public let birthday: Patch<CalendarDate>
    /// Takes the current password too.
    public let email: String?
    /// The password as it is; needed where `email` is given.
    public let currentPassword: String?

    /// A change as a program makes it; the limits are those of the API.
    public init(
        username: String? = nil, givenName: Patch<String> = .keep, familyName: Patch<String> = .keep,
        birthday: Patch<CalendarDate> = .keep, email: String? = nil, currentPassword: String? = nil
    ) {
        self.username = username
        self.givenName = givenName
        self.familyName = familyName
        self.birthday = birthday
        self.email = email
        self.currentPassword = currentPassword
    }

    public init(_ fields: inout Fields) {
        username = fields.optional("username", .username)
        givenName = fields.patch("givenName", .nameOfPerson)
        familyName = fields.patch("familyName", .nameOfPerson)
        birthday = fields.patch("birthday", .date)
        email = fields.optional("email", .email)
        currentPassword = fields.optional("currentPassword", .currentPassword)
        fields.require("currentPassword", with: "email", "is required to change the e-mail address")
    }
}

/// A new password, and the old one to show that it is oneself.
public struct PasswordChange: Input {
    public let currentPassword: String
    /// 8 to 128 characters; none of the commonest, and neither username nor e-mail address.
    public let newPassword: String

    public init(currentPassword: String, newPassword: String) {
        self.currentPassword = currentPassword
        self.newPassword = newPassword
    }

    public init(_ fields: inout Fields) {
        currentPassword = fields.required("currentPassword", .currentPassword)
        newPassword = fields.required("newPassword", .password)
    }
}

/// Deletes the caller's account for good.
public struct AccountDeletion: Input {
    public let currentPassword: String
    /// Whether the caller's texts are deleted too: comments, messages and feedback, in every area. Otherwise they stay without an author.
    public let eraseComments: Bool

    public init(currentPassword: String, eraseComments: Bool = false) {
        self.currentPassword = currentPassword
        self.eraseComments = eraseComments
    }

    public init(_ fields: inout Fields) {
        currentPassword = fields.required("currentPassword", .currentPassword)
        eraseComments = fields.optional("eraseComments", .boolean, default: false)
    }
}

extension Endpoints {
    public static let changeMe = Endpoint<AccountChange, Me>(
        "changeMe", .patch, "/me", .user, errors: [.wrongPassword, .emailTaken, .usernameTaken, .tooManyRequests],
        summary: "Change my account; a new e-mail address takes the password.")
    public static let changePassword = Endpoint<PasswordChange, NoContent>(
        "changePassword", .put, "/me/password", .user, success: 204, errors: [.wrongPassword, .tooManyRequests], isIdempotent: false,
        summary: "Change my password and log out everywhere but here.")
    public static let deleteAccount = Endpoint<AccountDeletion, NoContent>(
        "deleteAccount", .post, "/me/deletion", .user, success: 204, errors: [.wrongPassword, .lastOwner, .tooManyRequests],
        summary: "Delete my account for good.")
}

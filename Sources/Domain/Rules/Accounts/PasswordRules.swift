import DavenportAPI
import Foundation

/// Refuses weak passwords (rules 2). Their length is checked elsewhere: by the request's field.
enum PasswordRules {
    /// Refuses a common password, and one that equals the user's own username or e-mail address.
    ///
    /// - Parameters:
    ///   - username: the username; nil if the server makes one, which is never the password.
    ///   - field: the name of the password's field in the request.
    /// - Throws: `invalid`, naming the field.
    static func refuseWeak(_ password: String, username: String?, email: String, field: String = "password") throws {
        let guess = password.folded
        if CommonPasswords.list.contains(guess) { throw Problem.invalid(field, .tooCommon, "is one of the commonest passwords") }
        if guess == username?.folded || guess == email.folded {
            throw Problem.invalid(field, .notAllowed, "must not be the username or the e-mail address")
        }
    }
}

extension NewUser {
    /// Returns the new user's password.
    /// - Throws: `invalid`, naming `password`, if there is none, or it is common, or equals the user's own username or e-mail address.
    func strongPassword() throws -> String {
        guard let password else { throw Problem.invalid("password", .missing, "is required") }
        try PasswordRules.refuseWeak(password, username: username, email: email)
        return password
    }
}

import DavenportAPI
import Foundation

/// Refuses weak passwords (rules 2). Their length is checked elsewhere.
enum PasswordRules {
    /// Refuses common passwords, and the user's own username or e-mail address.
    ///
    /// - Parameter field: the password's name in the request.
    /// - Throws: `invalid` naming the field.
    static func refuseWeak(_ password: String, username: String, email: String, field: String = "password") throws {
        let guess = password.folded
        if CommonPasswords.list.contains(guess) { throw Problem.invalid(field, .tooCommon, "is one of the commonest passwords") }
        if guess == username.folded || guess == email.folded {
            throw Problem.invalid(field, .notAllowed, "must not be the username or the e-mail address")
        }
    }
}

extension NewUser {
    /// Refuses common passwords, and the user's own username or e-mail address.
    func refuseWeakPassword() throws {
        try PasswordRules.refuseWeak(password, username: username, email: email)
    }
}

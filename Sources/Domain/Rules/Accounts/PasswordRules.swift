import DavenportAPI
import Foundation

/// What a password must not be (rules 2), whatever its length.
enum PasswordRules {
    /// Refuses the passwords that anybody would try first.
    /// - Parameter field: the password's name in the request.
    static func refuseWeak(_ password: String, username: String, email: String, field: String = "password") throws {
        let guess = password.folded
        if CommonPasswords.list.contains(guess) { throw Problem.invalid(field, .tooCommon, "is one of the commonest passwords") }
        if guess == username.folded || guess == email.folded {
            throw Problem.invalid(field, .notAllowed, "must not be the username or the e-mail address")
        }
    }
}

extension NewUser {
    /// Refuses the passwords that anybody would try first.
    func refuseWeakPassword() throws {
        try PasswordRules.refuseWeak(password, username: username, email: email)
    }
}

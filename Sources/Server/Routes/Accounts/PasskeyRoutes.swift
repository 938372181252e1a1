import DavenportAPI
import Domain

extension Mount {
    func passkeys() throws {
        try on(Endpoints.listPasskeys, UseCases.listPasskeys)
        try on(Endpoints.makePasskeyOptions, UseCases.makePasskeyOptions)
        try on(Endpoints.addPasskey, UseCases.addPasskey)
        try on(Endpoints.removePasskey, UseCases.removePasskey)
        try on(Endpoints.makePasskeyLogInOptions, UseCases.makePasskeyLogInOptions)
        try on(Endpoints.logInWithPasskey, UseCases.logInWithPasskey)
        try on(Endpoints.makeConfirmationOptions, UseCases.makeConfirmationOptions)
        try on(Endpoints.confirm, UseCases.confirm)
        try on(Endpoints.makePasskeySignUpOptions, UseCases.makePasskeySignUpOptions)
    }
}

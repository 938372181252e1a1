extension Endpoints {
    static let passkeys: [any EndpointDeclaration] = [
        listPasskeys, makePasskeyOptions, addPasskey, removePasskey, makePasskeyLogInOptions, logInWithPasskey, makeConfirmationOptions,
        confirm, makePasskeySignUpOptions,
    ]

    public static let listPasskeys = Endpoint<NoInput, PasskeyList>(
        "listPasskeys", .get, "/me/passkeys", .user, summary: "List your passkeys.")
    public static let makePasskeyOptions = Endpoint<NoInput, PasskeyCreationOptions>(
        "makePasskeyOptions", .post, "/me/passkeys/options", .user, success: 201, errors: [.featureOff, .confirmFirst, .limitReached],
        summary: "Begin to add a passkey: get what a device needs to make it.",
        details: "The session must be confirmed (`confirm`). The challenge works once, for five minutes, with this session.")
    public static let addPasskey = Endpoint<NewPasskey, Passkey>(
        "addPasskey", .post, "/me/passkeys", .user, success: 201, errors: [.featureOff, .passkeyKnown, .limitReached],
        summary: "Add the passkey that a device has made with the options of `makePasskeyOptions`.")
    public static let removePasskey = Endpoint<PasskeyReference, NoContent>(
        "removePasskey", .delete, "/me/passkeys/{passkeyID}", .user, success: 204, errors: [.confirmFirst, .lastPasskey],
        isIdempotent: false, summary: "Remove one of your passkeys. It doesn't log you in any more.",
        details: "The session must be confirmed (`confirm`). Somebody without a password keeps their last passkey.")
    public static let makePasskeyLogInOptions = Endpoint<NoInput, PasskeyRequestOptions>(
        "makePasskeyLogInOptions", .post, "/passkey-sessions/options", .anyone, success: 201, errors: [.featureOff, .tooManyRequests],
        summary: "Begin to log in with a passkey: get what a device needs to sign.")
    public static let logInWithPasskey = Endpoint<PasskeyLogIn, SignedIn>(
        "logInWithPasskey", .post, "/passkey-sessions", .anyone, success: 201,
        errors: [.featureOff, .crossOrigin, .passkeyInvalid, .tooManyRequests], sessionEffect: .begins,
        summary: "Log in on this device, with a passkey.",
        details: "Whatever is wrong, the answer is the same: the signature, the challenge, an unknown passkey, or a suspended account.")
    public static let makeConfirmationOptions = Endpoint<NoInput, PasskeyRequestOptions>(
        "makeConfirmationOptions", .post, "/me/confirmation/options", .user, success: 201, errors: [.featureOff],
        summary: "Begin to confirm with a passkey: get what a device needs to sign.")
    public static let confirm = Endpoint<OwnershipProof, NoContent>(
        "confirm", .post, "/me/confirmation", .user, success: 204,
        errors: [.featureOff, .wrongPassword, .wrongPasskey, .tooManyRequests],
        summary: "Show that you own the account, with your password or a passkey. It holds for this session, for five minutes.",
        details: "Endpoints that can answer `confirm_first` then need no password.")
    public static let makePasskeySignUpOptions = Endpoint<NewPasskeyUser, PasskeyCreationOptions>(
        "makePasskeySignUpOptions", .post, "/passkey-sign-ups/options", .anyone, success: 201,
        errors: [.featureOff, .inviteInvalid, .tooManyRequests],
        summary: "Begin to sign up with a passkey: get what a device needs to make it.",
        details: "`POST /v1/users` then takes the passkey in place of a password.")
}

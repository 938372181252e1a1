extension FieldMeanings {
    static let accounts: FieldMeanings = [
        "Me.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "User.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "UserStub.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "username": .init(example: "ada"),
        "AccountDeletion.eraseComments": .init(
            meaning: """
                Whether everything you wrote is deleted as well, in every area: comments, messages, and the texts and files of your \
                entries. Otherwise it stays visible to others, without your name.
                """),
        "email": .init(meaning: "An e-mail address, unique in the community regardless of case.", example: "ada@example.org"),
        "password": .init(example: "popcorn-and-sofa"),
        "currentPassword": .init(meaning: "The current password, as proof that you own the account.", example: "one-old-sofa"),
        "newPassword": .init(example: "two-seas-and-a-lamp"),
        "endInvites": .init(
            meaning: "Whether your open invites are withdrawn as well. Somebody who knew the old password may have made some.",
            example: true),
        "givenName": .init(example: "Ada"),
        "familyName": .init(example: "Lovelace"),
        "birthday": .init(example: "1991-12-10"),
        "identityColor": .init(
            meaning: "The person's colour in clients, as `#rrggbb`.", example: "#d1495b", form: ["pattern": "^#[0-9a-f]{6}$"]),
        "avatarURL": .init(
            meaning: "The path of the person's picture on this server; absent if there is none.",
            example: "/v1/users/01a1fcfb-0de5-73ef-bd13-f4e36c848d1e/avatar?v=Zm9vYmFy", form: ["format": "uri-reference"]),
        "bot": .init(meaning: "True if it is a bot, which is a program; absent for a person.", example: true),
        "userID": .init(meaning: "A user of this community.", example: "01a1fcfb-1122-7385-aa0f-60ec636e3f78"),
        "beginning": .init(meaning: "The beginning of the usernames of the listed members, in any case.", example: "be"),
        "deviceName": .init(meaning: "The person's name for the device.", example: "iPhone"),
        "token": .init(
            meaning: "The session's bearer token. No other answer contains it. Absent if the token is in a cookie.",
            example: "davenport_AaH8-wpdcSisW7pfHF4g4b4ZuWz5IPH-1S6qoPguxo4ztCHaKUsOf4icxrqHd7WfeV4Fwg"),
        "sessionID": .init(meaning: "One of your sessions.", example: "01a1fcfb-1122-7928-8dda-35a9396e059b"),
        "lastUsedAt": .init(meaning: "The time of the session's last use, updated at most once an hour."),
        "current": .init(meaning: "Whether the request was authenticated with this session's token.", example: true),
        "suspended": .init(meaning: "Whether the person is suspended. Returned to admins and owners only."),
        "suspendedUntil": .init(meaning: "The end of the suspension; the first log-in from then on lifts it. For admins and owners only."),
        "MemberChange.suspendedUntil": .init(
            meaning: "The end of the suspension, 1 hour to 365 days from now. Without it, `suspended` has no end."),
        "Me.warnings": .init(meaning: "Your warnings that you haven't confirmed; absent if there are none."),
        "Me.passwordLink": .init(
            meaning: "A link that somebody made, with which your password can be set; absent if there is none that works."),
        "Me.emailState": .init(meaning: "What is known of your e-mail address; absent for a bot.", example: "verified"),
        "Me.digest": .init(
            meaning: """
                How often you want a digest. Absent if you chose nothing: you get one daily while no device of yours gets notifications.
                """,
            example: "weekly"),
        "VerifiedEmail.digest": .init(
            meaning: "How often the account gets a digest from now on; absent if a device gets its notifications.", example: "daily"),
        "Me.language": .init(
            meaning: "The language that you chose for the web client, browsers' notifications and mails; absent if you chose none.",
            example: "de"),
        "AccountChange.language": .init(
            meaning: "The language of the web client, browsers' notifications and mails. Without one, the browser's counts.",
            example: "de"),
        "Me.hasPassword": .init(meaning: "Whether you have a password, rather than passkeys alone; absent for a bot.", example: true),
        "NewUser.password": .init(
            meaning: "The password. Exactly one of `password` and `passkey` is required.", example: "popcorn-and-sofa"),
        "passkey": .init(meaning: "The passkey that a device has made with the options of `POST /v1/passkey-sign-ups/options`."),
        "passkeyID": .init(meaning: "One of your passkeys.", example: "01a1fcfb-1122-7f01-9dc0-5b1d2c3f4a10"),
        "Passkey.name": .init(meaning: "The device or service that keeps the passkey, if it is known.", example: "iCloud Keychain"),
        "Passkey.lastUsedAt": .init(meaning: "The time of the last sign-in or confirmation with it; absent if there was none."),
        "isBackedUp": .init(meaning: "Whether the passkey outlives the loss of one device.", example: true),
        "publicKey": .init(meaning: "The options, as WebAuthn's `parse…OptionsFromJSON` functions take them."),
        "PasskeyCreationOptions.PublicKey.challenge": .init(
            meaning: "What the device signs: 32 bytes in base64url.", example: "mHmBMqOBdBQxnRJbFyJMzUS1ae9gFUYZT0kcA3T8nC4"),
        "PasskeyRequestOptions.PublicKey.challenge": .init(
            meaning: "What the device signs: 32 bytes in base64url.", example: "mHmBMqOBdBQxnRJbFyJMzUS1ae9gFUYZT0kcA3T8nC4"),
        "rp": .init(meaning: "The place where the passkey works."),
        "rpId": .init(meaning: "The host where the passkey works.", example: "sofa.example.org"),
        "PasskeyCreationOptions.RelyingParty.id": .init(meaning: "The host where the passkey works.", example: "sofa.example.org"),
        "PasskeyCreationOptions.PublicKey.user": .init(meaning: "The person who gets the passkey."),
        "PasskeyCreationOptions.User.id": .init(
            meaning: "The bytes by which the passkey names its person, in base64url.", example: "AaH8-w3lc--9E_Tjbw8uBA"),
        "PasskeyCreationOptions.User.name": .init(meaning: "The person's username.", example: "ada"),
        "displayName": .init(meaning: "The person's name, or else the username.", example: "Ada Lovelace"),
        "pubKeyCredParams": .init(meaning: "The algorithms that the server accepts, best first."),
        "alg": .init(meaning: "The algorithm's number in COSE's registry.", example: -7),
        "timeout": .init(meaning: "The number of milliseconds for which it works.", example: 300_000),
        "PasskeyDescriptor.type": .init(meaning: "Always `public-key`.", example: "public-key"),
        "PasskeyCreationOptions.Parameter.type": .init(meaning: "Always `public-key`.", example: "public-key"),
        "attestation": .init(meaning: "Always `none`: the server doesn't ask who made the device.", example: "none"),
        "residentKey": .init(meaning: "Always `required`: the device keeps whose passkey it is.", example: "required"),
        "requireResidentKey": .init(meaning: "Always true. Older devices read it instead of `residentKey`.", example: true),
        "userVerification": .init(
            meaning: "Always `preferred`: the device asks for a finger, a face or a PIN if it can.", example: "preferred"),
        "excludeCredentials": .init(meaning: "Your passkeys, so that no device makes a second one."),
        "allowCredentials": .init(meaning: "The passkeys that may sign; empty if any may."),
        "authenticatorSelection": .init(meaning: "What the device must be able to do."),
        "PasskeyDescriptor.id": .init(meaning: "The passkey's id in WebAuthn, in base64url.", example: "gAAAAABnQ0a7"),
        "NewPasskey.id": .init(meaning: "The passkey's id in WebAuthn, in base64url.", example: "gAAAAABnQ0a7"),
        "PasskeySignature.id": .init(meaning: "The passkey's id in WebAuthn, in base64url.", example: "gAAAAABnQ0a7"),
        "clientDataJSON": .init(
            meaning: "What the browser or the system says of the request, in base64url.", example: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"),
        "attestationObject": .init(
            meaning: "The new public key and what the device says of itself, in base64url.", example: "o2NmbXRkbm9uZQ"),
        "authenticatorData": .init(meaning: "What the device says of the signature, in base64url.", example: "SZYN5YgOjGh0NBcPZHZgW4"),
        "PasskeySignature.Response.signature": .init(meaning: "The signature, in base64url.", example: "MEUCIQDSignature"),
        "userHandle": .init(
            meaning: "The bytes by which the passkey names its person, in base64url. A log-in requires them.",
            example: "AaH8-w3lc--9E_Tjbw8uBA"),
        "NewPasskey.response": .init(meaning: "What the device answered, as `PublicKeyCredential.toJSON()` gives it."),
        "PasskeySignature.response": .init(meaning: "What the device answered, as `PublicKeyCredential.toJSON()` gives it."),
        "PasskeyLogIn.credential": .init(meaning: "The signature by a passkey, as `PublicKeyCredential.toJSON()` gives it."),
        "OwnershipProof.credential": .init(
            meaning: "The signature by a passkey of yours. Exactly one of `currentPassword` and `credential` is required."),
        "EmailVerification.code": .init(
            meaning: "The code of the link. Case, spaces and hyphens don't matter.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T7K"),
        "stopCode": .init(
            meaning: "The code of the link.",
            example: "invites.mHmBMqOBdBQxnRJbFyJMzUS1ae9gFUYZT0kcA3T8nC4.IaVjGkEJzMA5VbG4yVJqC2qgSg4yUSnYbTXT2tQJH2U"),
        "NewInvite.email": .init(
            meaning: "The address to which the invite is sent. Nobody sends more than two a week to it.", example: "bea@example.org"),
        "VerifiedEmail.tenant": .init(meaning: "The community of the account."),
        "PasswordLinkPreview.restoredEmail": .init(
            meaning: "The earlier address that the account gets back when the link is used; absent if it keeps the one it has.",
            example: "ada@example.org"),
        "OpenPasswordLink.by": .init(meaning: "Who made the link; absent if an operator did."),
        "PasswordLink.code": .init(
            meaning: "The code of the link. No other answer contains it.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T"),
        "PasswordLink.url": .init(
            meaning: "The address of the page for the code, on the community's host; absent if it has none.",
            example: "https://sofa.example.org/new-password#C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T"),
        "PasswordLinkQuery.code": .init(
            meaning: "The code of the link. Case, spaces and hyphens don't matter.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T"),
        "PasswordLinkUse.code": .init(
            meaning: "The code of the link. Case, spaces and hyphens don't matter.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR-4T"),
        "PasswordLinkPreview.tenant": .init(meaning: "The community of the account."),
        "TenantInfo.email": .init(meaning: "Whether the community sends e-mails, such as links for new passwords.", example: true),
        "TenantInfo.description": .init(
            meaning: "What the community says of itself, in any number of lines. Absent if its owners wrote nothing.",
            example: "Four friends, one sofa, no spoilers."),
        "TenantChange.description": .init(
            meaning: "What the community says of itself, in any number of lines.", example: "Four friends, one sofa, no spoilers."),
        "TenantInfo.identityColor": .init(
            meaning: "The community's colour in clients, as `#rrggbb`.", example: "#2a6fdb", form: ["pattern": "^#[0-9a-f]{6}$"]),
        "pictureURL": .init(
            meaning: "The path of the community's picture on this server; absent if there is none.",
            example: "/v1/tenant/picture?v=Zm9vYmFyZm9v", form: ["format": "uri-reference"]),
        "openReports": .init(meaning: "The number of things with open reports that you may decide.", example: 1),
        "openInvites": .init(meaning: "The number of invites with which somebody can sign up now.", example: 3),
        "newFeedback": .init(meaning: "The number of feedback messages in the state `created`.", example: 2),
        "passwordLinks": .init(meaning: "Who may make links for new passwords of members.", example: "admins"),
        "name": .init(example: "The Sofa"),
        "slug": .init(meaning: "The community's identifier in headers and commands.", example: "sofa"),
        "features": .init(meaning: "The features that the community uses."),
        "NewTenant.slug": .init(
            meaning: "The identifier of the new community: a–z, 0–9 and `-`. Some are reserved, such as `www` and `admin`.", example: "loft"
        ),
        "CreatedTenant.tenant": .init(meaning: "The new community. Name its slug in the header `Davenport-Tenant` to log in."),
        "CreatedTenant.owner": .init(meaning: "The account that owns the community."),
        "signup": .init(meaning: "Whether sign-up requires an invite."),
        "signupRoles": .init(
            meaning: "The roles to choose from at a sign-up without an invite. If it is empty, everybody gets the usual role."),
        "catalogue": .init(meaning: "Whether the server has a catalogue of shows and movies. Otherwise clients name them.", example: true),
        "webPushKey": .init(
            meaning: "The `applicationServerKey` with which a browser subscribes to pushes, in base64url. Missing if browsers get none.",
            example: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"),
        "fetchesSubtitles": .init(meaning: "Whether the server can fetch subtitles. Otherwise people can only upload them.", example: true),
        "contact": .init(meaning: "Where to turn to about the community: an e-mail address or a URL.", example: "help@example.org"),
        "terms": .init(meaning: "The URL of the community's terms.", example: "https://example.org/terms"),
        "NewFeedback.id": .init(
            meaning: "A UUID that the client chooses, so that a retry creates nothing twice. The server chooses one if it is omitted."),
        "feedbackID": .init(meaning: "A feedback message of this community.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedd"),
        "Feedback.author": .init(meaning: "The author; absent if the account was deleted."),
        "Feedback.state": .init(meaning: "The progress of the people who run the community."),
        "FeedbackChange.state": .init(meaning: "The new state. Every transition is allowed.", example: "solving"),
        "event": .init(meaning: "The name of the listed events.", example: "role.changed"),
        "AuditEntry.event": .init(meaning: "The name of the event. A newer server may add names.", example: "role.changed"),
        "AuditEntry.actor": .init(meaning: "Who caused the event. `anybody` was not signed in."),
        "AuditEntry.actorID": .init(
            meaning: "The id of the person who caused the event; absent unless `actor` is `user`.",
            example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "AuditEntry.by": .init(
            meaning: "The person who caused the event; absent if nobody of the community did, or the account is deleted."),
        "AuditEntry.subjectID": .init(
            meaning: "The id of the person or thing that the event is about; absent if that is the actor or the community.",
            example: "01a1fcfb-1122-7385-aa0f-60ec636e3f78"),
        "AuditEntry.about": .init(
            meaning: "The person that the event is about; absent if it is about something else, or the account is deleted."),
        "AuditEntry.detail": .init(meaning: "A word of the server on the event, such as the new role.", example: "admin"),
        "text": .init(example: "Where do I mute a room?"),
        "context": .init(meaning: "What the feedback refers to, such as the app's version.", example: "Sofa 1.4 on iOS 19"),
        "Changes.me": .init(meaning: "The answer of `GET /me`, if it differs from the last version sent."),
    ]
}

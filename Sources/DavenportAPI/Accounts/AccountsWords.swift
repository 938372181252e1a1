extension Words {
    static let accounts: Words = [
        "Me.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "User.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "UserStub.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "username": .init(example: "ada"),
        "AccountDeletion.eraseComments": .init(
            meaning: """
                Whether what one has said goes too, wherever that was: comments, messages, the texts of what one did and their files. \
                Otherwise it stays for the others, under nobody's name.
                """),
        "email": .init(meaning: "An e-mail address, unique in the community in any case.", example: "ada@example.org"),
        "password": .init(example: "popcorn-and-sofa"),
        "currentPassword": .init(meaning: "The password as it is, to show that it is oneself.", example: "one-old-sofa"),
        "newPassword": .init(example: "two-seas-and-a-lamp"),
        "givenName": .init(example: "Ada"),
        "familyName": .init(example: "Lovelace"),
        "birthday": .init(example: "1991-12-10"),
        "identityColor": .init(
            meaning: "The colour that stands for the person, `#rrggbb`.", example: "#d1495b", form: ["pattern": "^#[0-9a-f]{6}$"]),
        "avatarURL": .init(
            meaning: "Where the person's picture is, as a path of this server; absent where there is none.",
            example: "/v1/users/01a1fcfb-0de5-73ef-bd13-f4e36c848d1e/avatar?v=Zm9vYmFy", form: ["format": "uri-reference"]),
        "userID": .init(meaning: "A person.", example: "01a1fcfb-1122-7385-aa0f-60ec636e3f78"),
        "deviceName": .init(meaning: "What the person calls the device.", example: "iPhone"),
        "token": .init(
            meaning: "The session's bearer token, shown this once.",
            example: "davenport_AaH8-wpdcSisW7pfHF4g4b4ZuWz5IPH-1S6qoPguxo4ztCHaKUsOf4icxrqHd7WfeV4Fwg"),
        "sessionID": .init(meaning: "A log-in on one device.", example: "01a1fcfb-1122-7928-8dda-35a9396e059b"),
        "lastUsedAt": .init(meaning: "Written at most hourly."),
        "current": .init(meaning: "Whether the request came with this session's token.", example: true),
        "suspended": .init(meaning: "Whether the person is kept out; told to admins and owners only."),
        "name": .init(example: "The Sofa"),
        "slug": .init(meaning: "The community's name in headers and commands.", example: "sofa"),
        "features": .init(meaning: "What the community does together."),
        "signup": .init(meaning: "Whether an invite is needed to sign up."),
        "NewFeedback.id": .init(meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "feedbackID": .init(meaning: "Of the community's.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedd"),
        "Feedback.author": .init(meaning: "Absent when the account is gone."),
        "Feedback.state": .init(meaning: "How far those who run the community are with it."),
        "FeedbackChange.state": .init(meaning: "Any may follow any.", example: "solving"),
        "text": .init(example: "Where do I mute a room?"),
        "context": .init(meaning: "What it is about, such as the app's version.", example: "Sofa 1.4 on iOS 19"),
    ]
}

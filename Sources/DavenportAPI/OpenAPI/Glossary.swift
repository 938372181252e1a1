/// What the fields of the wire mean. A name means the same everywhere, so it is explained once; `Type.name` is one that doesn't.
enum Glossary {
    /// A field's meaning, a real-looking value, and what its type in Swift doesn't say of its form in answers.
    struct Entry {
        var meaning: String?
        var example: JSONValue?
        var form: JSONValue = [:]
    }

    static func entry(_ name: String, of owner: String) -> Entry? {
        entries["\(owner).\(name)"] ?? entries[name]
    }

    /// A field's schema with its meaning in front of what is said of its form.
    static func explained(_ schema: JSONValue, _ name: String, of owner: String, isAnswer: Bool) -> JSONValue {
        guard let entry = entry(name, of: owner) else { return schema }
        let texts = [entry.meaning, schema["description"]?.text].compactMap { $0 }
        let described = texts.isEmpty ? schema : schema.merging(["description": .string(texts.joined(separator: " "))])
        return isAnswer ? described.merging(entry.form) : described
    }

    /// Every name that is explained.
    static var names: Set<String> { Set(entries.keys) }

    private static let entries: [String: Entry] = people.merging(things) { first, _ in first }

    private static let people: [String: Entry] = [
        "id": .init(example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "Me.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "User.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "UserStub.id": .init(example: "01a1fcfb-0de5-73ef-bd13-f4e36c848d1e"),
        "username": .init(example: "ada"),
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
        "eraseComments": .init(meaning: "Whether one's comments go too; otherwise they stay for the others, under nobody's name."),
        "suspended": .init(meaning: "Whether the person is kept out; told to admins and owners only."),
        "state": .init(meaning: "`requested` until the other asks too."),
        "incoming": .init(meaning: "Who asked me."),
        "outgoing": .init(meaning: "Whom I asked."),
        "inviter": .init(meaning: "Absent where an operator made the invite."),
    ]

    private static let things: [String: Entry] = [
        "invite": .init(meaning: "The code of an invite; needed unless the community is open.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "InviteWithCode.invite": .init(),
        "code": .init(meaning: "The invite's code. Whoever holds it can come in.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "InviteWithCode.code": .init(meaning: "Shown this once.", example: "C01J-C9H7-8TZ8-CBM5-0VZ3-XQWR"),
        "inviteID": .init(meaning: "An invite of one's own.", example: "01a1fcfb-0e15-7e12-a912-75331585c22b"),
        "NewInvite.role": .init(meaning: "The community's default role unless given; others only by those who may give them."),
        "maxUses": .init(meaning: "How many people can come in by it.", example: 1),
        "note": .init(meaning: "For whom it is, as its maker remembers.", example: "for Bea"),
        "redemptions": .init(meaning: "Who came in by it, and when."),
        "name": .init(example: "The Sofa"),
        "slug": .init(meaning: "The community's name in headers and commands.", example: "sofa"),
        "features": .init(meaning: "What the community does together."),
        "signup": .init(meaning: "Whether an invite is needed to sign up."),
        "subject": .init(meaning: "What it is about."),
        "showID": .init(meaning: "The show's number at TMDB.", example: 95396),
        "movieID": .init(meaning: "The movie's number at TMDB.", example: 13),
        "season": .init(meaning: "0 are specials.", example: 1),
        "episode": .init(example: 1),
        "showTitle": .init(example: "Severance"),
        "episodeTitle": .init(example: "Good News About Hell"),
        "title": .init(example: "Severance"),
        "NextEpisode.title": .init(example: "Half Loop"),
        "Subject.movie.title": .init(example: "Forrest Gump"),
        "memberIDs": .init(meaning: "The others; oneself is a member anyway.", example: ["01a1fcfb-1122-7385-aa0f-60ec636e3f78"]),
        "rewatch": .init(meaning: "Make the room although the same people have one for the same thing."),
        "roomID": .init(meaning: "A room that one is in.", example: "01a1fcfb-1172-778e-8c3f-4f8d0669bedb"),
        "members": .init(meaning: "Everybody in it, oneself included."),
        "isHost": .init(meaning: "The host may delete the room and any comment."),
        "watchedAt": .init(meaning: "Since when the person has watched; never in the future."),
        "completedAt": .init(meaning: "Since when everybody has watched; absent until then."),
        "lastActivityAt": .init(meaning: "When the last room, comment or watched mark was made."),
        "commentCount": .init(example: 2),
        "unreadCount": .init(meaning: "Comments by others that one has not read.", example: 1),
        "readNumber": .init(meaning: "The number of the last comment that one has read; 0 before the first.", example: 1),
        "attention": .init(
            meaning: "What it wants of one: to watch, to read what is new, to wait for somebody who has not watched, or to discuss."),
        "archived": .init(meaning: "Whether everybody has watched at least seven days ago."),
        "Room.muted": .init(meaning: "Whether it sends one no notifications."),
        "group": .init(meaning: "The id of its group, opaque.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "Dashboard.Section.group": .init(),
        "Group.id": .init(meaning: "Opaque; changes with the members.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "GroupCard.id": .init(meaning: "Opaque; changes with the members.", example: "tv-3516c8dab64492c01603836117dc1998"),
        "activeCount": .init(meaning: "How many of its rooms are on the dashboard.", example: 1),
        "archivedCount": .init(example: 6),
        "nextEpisode": .init(meaning: "The episode that the group could go on with."),
        "commentID": .init(meaning: "A comment of the room.", example: "01a1fcfb-119d-7d3f-9e7d-3a2aa7e5a59a"),
        "number": .init(meaning: "1, 2, 3 … within the room, in the order of creation.", example: 1),
        "seconds": .init(meaning: "From the start of the thing; 0 is the general thread.", example: 943),
        "content": .init(example: "that hallway!"),
        "NewComment.content": .init(
            meaning: "A timestamp at its head wins over `seconds` and is cut off: `15:43 that hallway!` lands at 15:43.",
            example: "15:43 that hallway!"),
        "literal": .init(meaning: "Leave the content as typed, timestamp or not."),
        "author": .init(meaning: "Absent when the author's account is gone."),
        "NewComment.id": .init(meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "NewRoom.id": .init(meaning: "Chosen by the client, so that sending again makes nothing twice; the server's choice otherwise."),
        "apnsToken": .init(
            meaning: "What Apple calls the device, in hexadecimal.",
            example: "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"),
        "Device.token": .init(meaning: "The last four characters of the token, to tell one's devices apart.", example: "e8f0"),
        "environment": .init(meaning: "Which of Apple's push services the app was built for."),
        "topic": .init(meaning: "The app's bundle id.", example: "org.example.sofa"),
        "muted": .init(meaning: "Kinds of notifications that one is not told at all.", example: ["summary"]),
        "mutedRooms": .init(meaning: "Rooms that one is told nothing of.", example: ["01a1fcfb-1172-778e-8c3f-4f8d0669bedb"]),
        "timeZone": .init(meaning: "By IANA's name; the quiet hours are those of its clocks.", example: "Europe/Berlin"),
        "quietHours": .init(meaning: "Notifications wait for their end. They may reach over midnight."),
        "from": .init(example: "22:00"),
        "to": .init(example: "07:30"),
        "after": .init(meaning: "The `next` of the page before.", example: "MjAyNi0xMS0yMQ"),
        "limit": .init(meaning: "How many at most."),
        "next": .init(meaning: "To be sent as `after` for the following page; absent at the end.", example: "MjAyNi0xMS0yMQ"),
        "type": .init(meaning: "A URN that names the code.", example: "urn:davenport:problem:room_full"),
        "status": .init(example: 409),
        "detail": .init(meaning: "What happened this time, in English.", example: "The room is full."),
        "Problem.code": .init(meaning: "Stable; clients decide by it.", example: "room_full"),
        "Problem.title": .init(example: "The room is full."),
        "errors": .init(meaning: "What is wrong with which field, everything at once."),
        "Problem.roomID": .init(meaning: "The room that exists already, with `room_exists`."),
        "requestID": .init(meaning: "Also in the header X-Request-ID and in the server's log.", example: "1h4d9qk3x0z7u"),
        "field": .init(meaning: "The field's name; `subject.season` for one inside an object.", example: "subject.season"),
        "FieldFault.code": .init(example: "out_of_range"),
        "message": .init(meaning: "What is expected, in English, to follow the field's name.", example: "must be from 0 to 9999"),
    ]
}

import DavenportAPI
import Foundation
import TestSupport

/// The ids that a request can contain, by name: path parameters, and references in bodies and queries.
typealias Targets = [String: String]

/// The smallest valid input of each endpoint that needs one, or that would do nothing without one.
enum AccessInputs {
    /// The body, or the query of a GET, by the endpoint's name. The passwords are wrong, because the tests only check
    /// access.
    static let table: [String: @Sendable (Targets) -> Body] = [
        "signUp": {
            ["invite": $0.json("code"), "email": "new@example.org", "username": "newcomer", "password": "correct horse"]
        },
        "createTenant": { _ in
            ["name": "The Loft", "slug": "loft", "email": "new@example.org", "password": "correct horse"]
        },
        "changeTenant": { _ in ["description": "hello"] },
        "changeMe": { _ in ["givenName": "Somebody"] },
        "changePassword": { _ in ["currentPassword": "wrong horse", "newPassword": "battery staple"] },
        "deleteAccount": { _ in ["currentPassword": "wrong horse"] },
        "confirm": { _ in ["currentPassword": "wrong horse"] },
        "addPasskey": { _ in ["id": "Y2FuYXJ5", "response": ["clientDataJSON": "e30", "attestationObject": "oA"]] },
        "logInWithPasskey": { _ in
            [
                "credential": [
                    "id": "Y2FuYXJ5",
                    "response": ["clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": "AA"],
                ]
            ]
        },
        "findUsers": { ["username": $0.json("username")] },
        "changeMember": { _ in ["role": "admin"] },
        "createFeedback": { _ in ["text": "hello"] },
        "createReport": { ["commentID": $0.json("commentID"), "reason": "spam"] },
        "resolveReport": { _ in ["actions": ["dismiss"]] },
        "addReportNote": { _ in ["text": "hello"] },
        "changeFilter": { _ in ["words": ["finale"], "action": "refuse"] },
        "changeFeedback": { _ in ["state": "solving"] },
        "lookUpInvite": { ["code": $0.json("code")] },
        "requestPasswordLink": { ["email": $0.json("email")] },
        "verifyEmail": { ["code": $0.json("emailCode")] },
        "lookUpPasswordLink": { ["code": $0.json("linkCode")] },
        "usePasswordLink": { ["code": $0.json("linkCode"), "password": "battery staple"] },
        "createRoom": { ["subject": ["kind": "custom", "title": "Holiday"], "memberIDs": [$0.json("userID")]] },
        "markRead": { ["commentID": $0.json("commentID")] },
        "setPosition": { _ in ["seconds": 660, "running": true] },
        "createComment": { _ in ["content": "hello"] },
        "editComment": { _ in ["content": "hello"] },
        "registerDevice": { _ in ["environment": "sandbox", "topic": "org.example.sofa"] },
        "registerWebPush": { _ in
            [
                "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/canary",
                "keys": [
                    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                ],
            ]
        },
        "searchMedia": { _ in ["query": "sev"] },
        "changeNotificationPreferences": { ["muted": ["summary"], "mutedRooms": [$0.json("roomID")]] },
        // The answer contains muted ids as they were sent, whether they exist or not (MuteTests/set).
        "changeMutes": { _ in ["userIDs": [], "words": ["finale"]] },
        "importHistory": { _ in ["items": []] },
        "createAccessKey": { _ in ["purpose": "calendar"] },
        "createBot": { _ in ["username": "woodbot"] },
        "changeBot": { _ in ["rotate": "token"] },
        "changePlayProfile": { _ in ["namedTo": "friends"] },
        "createOwnTask": { _ in ["title": "Scales"] },
        "changeOwnTask": { _ in ["title": "Arpeggios"] },
        "createTask": { ["title": "Scales", "studentIDs": [$0.json("studentID")]] },
        "changeTask": { _ in ["title": "Arpeggios"] },
        "assignTask": { ["studentIDs": [$0.json("studentID")]] },
        "handOver": { ["toUserID": $0.json("teacherID")] },
        "createEntry": { _ in ["action": "message", "text": "hello"] },
        "markEntriesRead": { ["entryID": $0.json("entryID")] },
        "createFile": { _ in ["name": "canary.txt"] },
        "setSubtitles": { _ in ["language": "en"] },
        "fetchSubtitles": { _ in ["language": "en"] },
        "listCues": { _ in ["language": "en"] },
        "deleteSubtitles": { _ in ["language": "en"] },
        "setDraft": { _ in ["version": 0, "text": "hello"] },
        "sendMoves": { _ in ["moves": []] },
        "createChallenge": { ["mode": "timed", "friendIDs": [$0.json("userID")]] },
        "joinChallenge": { ["code": $0.json("challengeCode")] },
        "presentTransaction": { _ in ["signedTransaction": "canary"] },
        "takeStoreNotification": { _ in ["signedPayload": "canary"] },
        "listPlayBoard": { _ in ["mode": "timed"] },
    ]

    /// The user for `userID` in the path, for endpoints where it isn't the owner of all objects.
    static let people = [
        "addStudent": "studentID", "removeStudent": "studentID", "listStudentAssignments": "studentID", "withdrawAssignment": "studentID",
        // This user teaches nothing, so the hand-over changes nothing.
        "handOver": "studentID", "addTeacher": "teacherID", "removeTeacher": "teacherID",
        // This user is a friend.
        "addPlayer": "teacherID",
    ]

    /// Endpoints with a value in the path that the client makes up, so that the server accepts any value.
    static let bringing: Set<String> = ["registerDevice", "registerAndroidDevice"]

    /// Endpoints with an id in the path that the client chooses. The answer reveals only whether the id is taken.
    static let choosing: Set<String> = ["createFile"]

    /// Endpoints that need a provider, which these tests don't have: members get 503, and others what they get elsewhere.
    static let providing: Set<String> = ["fetchSubtitles"]

    /// Returns whether an endpoint shows pictures and was reached, although the world's file is no picture. `PictureUploadTests`
    /// and `CommentPictureTests` show who gets a picture.
    static func isOfPicture(_ name: String, _ status: Int) -> Bool { name == "showThumbnail" && status == 404 }

    /// The body of an upload: a file of subtitles, which is as good as any other file elsewhere.
    static let file = Array("00:00:01,000 --> 00:00:02,000\ncanary".utf8)

    /// Endpoints that return all words of a language. The canaries are among these words.
    static let everyWord: Set<String> = ["showWordList"]

    /// Values that are the same for every user: the catalogue's ids and the word lists.
    static let common: Targets = [
        "showID": "95396", "season": "1", "episode": "1", "movieID": "13", "emoji": "🐐", "wordListID": WordList.englishID,
    ]

    /// Returns a device token. Existing and unknown ones have the same ending, because the API shows only that.
    static func apnsToken(isKnown: Bool) -> String { (isKnown ? "aa" : "bb") + String(repeating: "0f", count: 31) }

    /// Returns a token of an Android device, with an ending as that of `apnsToken`.
    static func fcmToken(isKnown: Bool) -> String { (isKnown ? "known" : "other") + ":APA91b" + String(repeating: "0f", count: 31) }

    /// Returns ids that no object has.
    static func unknown() -> Targets {
        var targets = [
            "username": "nobody-here", "code": "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA", "email": "nobody@example.org", "challengeCode": "AAAAAAAA",
            "linkCode": "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AA", "emailCode": "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA-AAAA",
            "stopCode": "invites.unknown.signature",
        ]
        targets.merge(common) { $1 }
        targets["apnsToken"] = apnsToken(isKnown: false)
        targets["fcmToken"] = fcmToken(isKnown: false)
        for name in [
            "joinableRoomID", "userID", "roomID", "commentID", "sessionID", "inviteID", "taskID", "ownTaskID", "assignmentID", "entryID",
            "studentID", "teacherID", "fileID", "feedbackID", "challengeID", "playID", "keyID", "botID", "secret", "playerSecret",
            "reportID", "warningID", "passkeyID",
        ] { targets[name] = UUID().uuidString.lowercased() }
        return targets
    }
}

extension Targets {
    fileprivate func json(_ name: String) -> JSONValue { .string(self[name] ?? "") }
}

extension EndpointDeclaration {
    /// Whether the caller is a program with a key instead of a person with a session.
    var takesKey: Bool { if case .key = who { true } else { false } }

    /// Returns the path with its query.
    func address(_ targets: Targets) -> String {
        let filled = pathParameters.reduce(path) { path, parameter in
            let target =
                switch parameter {
                case "userID": AccessInputs.people[name] ?? parameter
                case "roomID": name == "askToJoin" ? "joinableRoomID" : parameter
                case "secret": name == "takePlayerEvent" ? "playerSecret" : parameter
                default: parameter
                }
            let value = targets[target] ?? ""
            return path.replacing("{\(parameter)}", with: value.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? "")
        }
        let query = !hasQuery ? [] : (AccessInputs.table[name]?(targets) ?? [:]).map { "\($0)=\($1.text ?? "")" }
        return query.isEmpty ? filled : filled + "?" + query.joined(separator: "&")
    }

    func body(_ targets: Targets) -> Body? {
        hasQuery ? nil : AccessInputs.table[name]?(targets)
    }

    /// The body, if it is a file.
    var file: [UInt8]? { body != .json ? AccessInputs.file : nil }

    /// Returns whether the request differs for two sets of ids.
    func names(_ some: Targets, not others: Targets) throws -> Bool {
        try address(some) != address(others) || JSONEncoder.sorted.encode(body(some)) != JSONEncoder.sorted.encode(body(others))
    }

    /// Returns the faults of the endpoint's input in the table.
    func faults(_ targets: Targets) throws -> [FieldFault] {
        let values = AccessInputs.table[name]?(targets) ?? [:]
        let query = hasQuery ? values.compactMapValues(\.text) : [:]
        let object = try JSONDecoder().decode(Object.self, from: JSONEncoder().encode(values))
        let path = targets.filter { pathParameters.contains($0.key) }
        var fields = Fields(path: path, query: query, body: hasQuery ? nil : object.container)
        _ = In(&fields)
        return fields.faults
    }
}

private struct Object: Decodable {
    let container: KeyedDecodingContainer<FieldName>

    init(from decoder: any Decoder) throws {
        container = try decoder.container(keyedBy: FieldName.self)
    }
}

extension JSONEncoder {
    fileprivate static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return encoder
    }
}

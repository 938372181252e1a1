import Catalogue
import DavenportAPI
import Demo
import Domain
import Foundation
import Play
import Programs
import Secrets
import TMDBStandIn
import TestSupport
import Testing

/// The actions of the demo's users, which call every operation once.
struct Scenario {
    let database: TestDatabase
    let clock: TestClock
    var recorder: Recorder
    var senders: [String: Sender] = [:]
    var ids: [String: JSONValue] = [:]

    /// Records every operation with a demo community of its own.
    /// - Returns: the examples by operation, with random parts replaced.
    static func record() async throws -> [String: RecordedExample] {
        try await TestDatabase.with { database -> [String: RecordedExample] in
            let clock = TestClock()
            let hasher = PasswordHasher(parameters: .quick, threads: 1)
            let secret = [UInt8](repeating: 7, count: 32)
            _ = try await Demo(endingAt: clock.now, playSecret: secret) { clock in
                UseCases(database: Database(pool: database.operators, clock: clock), passwords: hasher, logger: .quiet)
            }.load()
            let operators = UseCases(database: Database(pool: database.operators, clock: clock.wall), passwords: hasher, logger: .quiet)
            let tenant = try await operators.findTenant(slug: DemoAccounts.tenant)
            _ = try await ChangePlaySettings(operators, operators.wordLists)(
                tenant, .init(addedApp: PlayApp(bundle: TestStore.bundle, environment: .production)))
            let kept = Kept()
            try await TMDBStandIn.run { tmdb in
                let served = Database(pool: database.app, clock: clock.wall)
                let settings = TMDBSettings(baseURL: tmdb.url, key: tmdb.key, language: "en-US")
                let account = OpenSubtitlesSettings(baseURL: tmdb.subtitlesURL, key: tmdb.key, account: nil)
                let subtitles = SubtitleCatalogue(account, database: served, deadlines: .patient, logger: .quiet)
                try await TestServer.withCatalogue(settings, served, .patient, subtitles) { catalogue in
                    var services = Services(catalogue, subtitles)
                    services.createsTenants = true
                    services.sendsMail = true
                    services[WebOrigin.self] = Services.ofTests[WebOrigin.self]
                    services[WordLists.self] = Services.ofTests[WordLists.self]
                    services[SignedPayloads.self] = Services.ofTests[SignedPayloads.self]
                    services[PushServiceHosts.self] = Services.ofTests[PushServiceHosts.self]
                    services[MasterKey.self] = Services.ofTests[MasterKey.self]
                    let serving = UseCases(database: served, passwords: hasher, services: services, logger: .quiet)
                    try await TestServer.serve(serving) { _, port in
                        var scenario = Scenario(database: database, clock: clock, recorder: Recorder(port: port))
                        try await scenario.play()
                        await kept.set(scenario.recorder.examples)
                    }
                }
            }
            return await kept.examples
        }
    }

    /// Carries the examples out of the closure that runs the server.
    private actor Kept {
        private(set) var examples: [String: RecordedExample] = [:]

        func set(_ examples: [String: RecordedExample]) { self.examples = examples }
    }

    private mutating func play() async throws {
        // Lists are sorted by time, so what the demo has made comes before.
        clock.advance(by: 1)
        for name in ["bea", "cem", "dora", "greta", "finn", "ida", "jon"] { try await logIn(name) }
        // A room has pictures once the server keeps the catalogue's answer, which is fetched in the background.
        for show in [95396, 95480, 136315] { _ = try await recorder.ask("lookUpShow", by: by("bea"), ["showID": .integer(show)]) }
        for movie in [76, 80, 132344] { _ = try await recorder.ask("lookUpMovie", by: by("bea"), ["movieID": .integer(movie)]) }
        try await accounts()
        try await people()
        try await watch()
        try await moderate()
        try await teach()
        try await puzzles()
        try await leave()
    }

    private mutating func mails() async throws {
        try await recorder.record("requestEmailVerification", by: by("eda"))
        let link = try await database.newestMail("verify").link
        let verification = link.split(separator: "#").last.flatMap { $0.split(separator: "/").last }
        try await recorder.record("verifyEmail", body: ["code": .string(String(verification ?? ""))])
        _ = try await recorder.ask("createInvite", by: by("ada"), body: ["email": "kim@example.org"])
        let stop = try await database.newestMail("invite").words[2].split(separator: "/").last
        try await recorder.record(
            "stopMails", ["stopCode": .string(String(stop ?? ""))],
            bytes: ("application/x-www-form-urlencoded", Array("List-Unsubscribe=One-Click".utf8)))
    }

    private mutating func passkeys() async throws {
        clock.advance(by: 1)
        let (ada, origin) = (by("ada"), PasskeyFixture.origin)
        var device = try SoftwareAuthenticator()
        try await recorder.record("confirm", by: ada, body: ["currentPassword": .string(DemoAccounts.password)])
        let creation: PasskeyCreationOptions = try await recorder.record("makePasskeyOptions", by: ada).decoded()
        let passkey = try await recorder.record(
            "addPasskey", by: ada, body: try JSONValue(encoding: try creation.made(by: device, origin: origin)))
        try await recorder.record("listPasskeys", by: ada)
        try await recorder.record("makeConfirmationOptions", by: ada)
        let request: PasskeyRequestOptions = try await recorder.record("makePasskeyLogInOptions").decoded()
        let userID = try id("ada").text.flatMap { UUID(uuidString: $0) }
        let signature = try request.signed(by: &device, of: userID, origin: origin)
        try await recorder.record(
            "logInWithPasskey", body: ["credential": try JSONValue(encoding: signature), "deviceName": "Ada's phone"])
        try await recorder.record("removePasskey", by: ada, ["passkeyID": passkey["id"] ?? ""])
    }

    private mutating func logIn(_ name: String) async throws {
        let answer = try await recorder.ask("logIn", by: .basic("\(name)@example.org", DemoAccounts.password), body: [:])
        keep(answer, of: name)
    }

    mutating func keep(_ answer: JSONValue, of name: String) {
        senders[name] = .token(answer["token"]?.text ?? "")
        ids[name] = answer["user"]?["id"]
        ids[name + "'s session"] = answer["session"]?["id"]
    }

    func by(_ name: String) -> Sender { senders[name] ?? .nobody }

    func id(_ name: String) throws -> JSONValue { try #require(ids[name], "\(name)") }
}

extension Scenario {
    private mutating func accounts() async throws {
        try await recorder.record("showTenant")
        try await recorder.record(
            "createTenant",
            body: [
                "name": "The Loft", "slug": "loft", "email": "lou@example.org", "password": .string(DemoAccounts.password),
                "givenName": "Lou",
            ])
        keep(
            try await recorder.record("logIn", by: .basic("ada@example.org", DemoAccounts.password), body: ["deviceName": "Ada's laptop"]),
            of: "ada")
        let ada = by("ada")
        let invite = try await recorder.record(
            "createInvite", by: ada, body: ["role": "member", "maxUses": 1, "expiresInDays": 14, "note": "for Eda"])
        let code = try #require(invite["code"])
        try await recorder.record("showInviteCode", by: ada, ["inviteID": invite["invite"]?["id"] ?? ""])
        try await recorder.record("lookUpInvite", body: ["code": code])
        try await recorder.record(
            "makePasskeySignUpOptions", body: ["invite": code, "email": "eda@example.org", "username": "eda", "givenName": "Eda"])
        keep(
            try await recorder.record(
                "signUp",
                body: [
                    "invite": code, "email": "eda@example.org", "password": .string(DemoAccounts.password), "username": "eda",
                    "givenName": "Eda", "birthday": "1990-05-17", "deviceName": "Eda's phone",
                ]), of: "eda")
        try await recorder.record("listInvites", by: ada, ["limit": 2])
        try await mails()
        try await passkeys()
        try await recorder.record("showMe", by: ada)
        try await recorder.record("changeMe", by: ada, body: ["givenName": "Ada", "familyName": "Lovelace"])
        try await recorder.record("findUsers", by: ada, ["username": "bea"])
        try await recorder.record("showUser", by: ada, ["userID": try id("bea")])
        try await recorder.record("listPeople", by: by("bea"))
        try await recorder.record("listMembers", by: ada, ["limit": 2])
        try await recorder.record("changeMember", by: ada, ["userID": try id("eda")], body: ["role": "teacher"])
        try await recorder.record("requestPasswordLink", body: ["email": "eda@example.org"])
        let link = try await recorder.record("makePasswordLink", by: ada, ["userID": try id("eda")])
        let linkCode = try #require(link["code"])
        try await recorder.record("lookUpPasswordLink", body: ["code": linkCode])
        keep(
            try await recorder.record(
                "usePasswordLink", body: ["code": linkCode, "password": "two-seas-and-a-lamp", "deviceName": "Eda's phone"]), of: "eda")
        try await recorder.record("endPasswordLink", by: by("eda"))
        try await recorder.record("setAvatar", by: ada, bytes: ("image/png", Picture.png.bytes))
        try await recorder.record("showAvatar", by: by("bea"), ["userID": try id("ada")])
        try await recorder.record("deleteAvatar", by: ada)
        try await recorder.record("changeTenant", by: ada, body: ["description": "Four friends, one sofa, no spoilers."])
        try await recorder.record("setTenantPicture", by: ada, bytes: ("image/png", Picture.png.bytes))
        try await recorder.record("showTenantPicture")
        try await recorder.record("deleteTenantPicture", by: ada)
        try await recorder.record("showTenantCounts", by: ada)
        let feedback = try await recorder.record("createFeedback", by: by("bea"), body: ["text": "The list jumps when a comment arrives."])
        try await recorder.record("listFeedback", by: ada, ["limit": 2])
        try await recorder.record("changeFeedback", by: ada, ["feedbackID": feedback["id"] ?? ""], body: ["state": "solving"])
        let second = try await recorder.ask("createInvite", by: ada, body: [:])
        try await recorder.record("withdrawInvite", by: ada, ["inviteID": second["invite"]?["id"] ?? ""])
        try await recorder.record("listSessions", by: ada)
        try await recorder.record(
            "registerDevice", by: ada, ["apnsToken": .string(String(repeating: "61", count: 32))],
            body: ["environment": "sandbox", "topic": "org.example.sofa", "name": "Ada's phone"])
        let android: JSONValue = ["fcmToken": "dZ9xT3kQSW6:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx"]
        try await recorder.record("registerAndroidDevice", by: ada, android, body: ["name": "Ada's old phone"])
        try await recorder.record(
            "registerWebPush", by: ada,
            body: [
                "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABnQ",
                "keys": [
                    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
                ], "name": "Firefox on Linux",
            ])
        try await recorder.record("listDevices", by: ada)
        try await recorder.record("unregisterWebPush", by: ada)
        try await recorder.record("showNotificationPreferences", by: ada)
        try await recorder.record(
            "changeNotificationPreferences", by: ada,
            body: ["muted": ["summary"], "mutedRooms": [], "timeZone": "Europe/Berlin", "quietHours": ["from": "22:00", "to": "07:30"]])
        try await recorder.record("unregisterAndroidDevice", by: ada, android)
        try await recorder.record("unregisterDevice", by: ada, ["apnsToken": .string(String(repeating: "61", count: 32))])
    }

    private mutating func keys() async throws {
        let ada = by("ada")
        let calendar = try await recorder.record("createAccessKey", by: ada, body: ["purpose": "calendar", "name": "Ada's calendar"])
        func secret(_ key: JSONValue) -> JSONValue { .string(String(key["url"]?.text?.split(separator: "/").last ?? "")) }
        try await recorder.record("showCalendar", ["secret": secret(calendar)])
        // Two keys of the same moment would have no order.
        try await recorder.record("listAccessKeys", by: ada)
        let player = try await recorder.ask("createAccessKey", by: ada, body: ["purpose": "player", "account": "ada", "name": "Plex"])
        let event: JSONValue = [
            "event": "media.scrobble", "Account": ["title": "ada"],
            "Metadata": ["type": "episode", "grandparentTitle": "Severance", "parentIndex": 1, "index": 2, "title": "Half Loop"],
        ]
        try await recorder.record(
            "takePlayerEvent", ["secret": secret(player)], bytes: ("application/octet-stream", Array(event.description.utf8)))
        try await recorder.record(
            "importHistory", by: ada,
            body: [
                "items": [
                    [
                        "subject": ["kind": "tv", "showID": 95396, "season": 1, "episode": 9, "showTitle": "Severance"],
                        "watchedAt": "2025-03-01T20:00:00Z",
                    ],
                    ["title": "Before Sunrise", "year": 1995, "watchedAt": "2024-12-31T20:00:00Z"],
                    ["tvdbID": 1, "season": 1, "episode": 1, "watchedAt": "2024-12-30T20:00:00Z"],
                ]
            ])
        try await recorder.record("deleteAccessKey", by: ada, ["keyID": player["key"]?["id"] ?? ""])
        let bot = try await recorder.record(
            "createBot", by: ada, body: ["username": "popcornbot", "webhookURL": "https://bots.example.org/davenport"])
        let botID = bot["user"]?["id"] ?? ""
        try await recorder.record("listBots", by: ada)
        try await recorder.record("changeBot", by: ada, ["botID": botID], body: ["rotate": "secret"])
        try await recorder.record("deleteBot", by: ada, ["botID": botID])
    }

    private mutating func people() async throws {
        let (ada, bea) = (by("ada"), by("bea"))
        try await recorder.record("listFriends", by: bea)
        try await recorder.record("befriend", by: bea, ["userID": try id("dora")])
        try await recorder.record("block", by: by("dora"), ["userID": try id("jon")])
        try await recorder.record("listBlocks", by: by("dora"))
        try await recorder.record("unblock", by: by("dora"), ["userID": try id("jon")])
        try await keys()
        try await recorder.record("showMutes", by: ada)
        try await recorder.record("changeMutes", by: ada, body: ["userIDs": [try id("cem")], "words": ["finale", "spoil*"]])
        try await recorder.record("listChanges", by: by("jon"), ["limit": 2])
        try await recorder.record("exportMe", by: by("dora"))
    }

    private mutating func moderate() async throws {
        let (ada, cem, dora) = (by("ada"), by("cem"), by("dora"))
        // Two reports of the same moment would have no order.
        try await recorder.record("listReports", by: ada, ["state": "open", "limit": 2])
        let report = try await recorder.record(
            "createReport", by: cem,
            body: ["userID": try id("dora"), "reason": "spoiler", "note": "She tells the ending before anybody has watched"])
        let reportID = report["id"] ?? ""
        try await recorder.record("addReportNote", by: ada, ["reportID": reportID], body: ["text": "I have talked to her"])
        try await recorder.record("showReport", by: ada, ["reportID": reportID])
        try await recorder.record(
            "resolveReport", by: ada, ["reportID": reportID],
            body: ["actions": ["warn"], "text": "Please keep the endings to yourself"])
        let warned = try await recorder.ask("showMe", by: dora)
        try await recorder.record("deleteWarning", by: dora, ["warningID": warned["warnings"]?.elements.first?["id"] ?? ""])
        try await recorder.record("listAudit", by: ada, ["event": "report.noted", "limit": 2])
        try await recorder.record("changeFilter", by: ada, body: ["words": ["spambot", "casino*"], "action": "report"])
        try await recorder.record("showFilter", by: ada)
        _ = try await recorder.ask("changeFilter", by: ada, body: ["words": [], "action": "refuse"])
    }

    private mutating func watch() async throws {
        let (ada, bea) = (by("ada"), by("bea"))
        let rooms = try await recorder.record("listRooms", by: ada, ["archived": false, "limit": 2])
        let room = try #require(rooms["items"]?.elements.first?["id"])
        try await recorder.record("showDashboard", by: ada)
        try await recorder.record("listGroups", by: ada, ["limit": 2])
        try await recorder.record("showRoom", by: ada, ["roomID": room])
        try await recorder.record("listComments", by: ada, ["roomID": room, "limit": 2])
        let comment = try await recorder.record(
            "createComment", by: ada, ["roomID": room], body: ["content": "15:43 that hallway!", "quote": "Praise Kier."])
        let commentID = comment["id"] ?? ""
        let still: JSONValue = "01a1fcfb-11c4-7d1b-a1b5-7f4f4a3f2f11"
        let parameters: JSONValue = ["fileID": still, "name": "hallway.png", "kind": "picture"]
        try await recorder.ask("createFile", by: ada, parameters, bytes: ("image/png", Picture.png.bytes))
        try await recorder.record("showThumbnail", by: ada, ["fileID": still])
        try await recorder.record(
            "editComment", by: ada, ["roomID": room, "commentID": commentID], body: ["content": "that endless hallway!", "seconds": 943])
        let subtitles = Array("1\n00:15:43,000 --> 00:15:45,500\n<i>Praise Kier.</i>\n".utf8)
        try await recorder.record(
            "setSubtitles", by: ada, ["roomID": room, "language": "en"], bytes: ("application/x-subrip", subtitles))
        try await recorder.record("listCues", by: ada, ["roomID": room, "language": "en", "from": 930_000, "to": 960_000])
        try await recorder.record("fetchSubtitles", by: ada, ["roomID": room], body: ["language": "de"])
        try await recorder.record("deleteSubtitles", by: ada, ["roomID": room, "language": "en"])
        try await recorder.record("markRead", by: ada, ["roomID": room], body: ["commentID": commentID])
        try await recorder.record("listMentionables", by: ada, ["roomID": room])
        try await recorder.record("addReaction", by: ada, ["roomID": room, "commentID": commentID, "emoji": "🐐"])
        try await recorder.record("removeReaction", by: ada, ["roomID": room, "commentID": commentID, "emoji": "🐐"])
        try await recorder.record("deleteComment", by: ada, ["roomID": room, "commentID": commentID])
        try await recorder.record("markWatched", by: ada, ["roomID": room], body: ["watchedAt": "2026-03-01T19:30:00Z"])
        try await recorder.record("unmarkWatched", by: ada, ["roomID": room])
        try await recorder.record("setPosition", by: ada, ["roomID": room], body: ["seconds": 660, "running": true])
        try await recorder.record("deletePosition", by: ada, ["roomID": room])
        let made = try await recorder.record(
            "createRoom", by: ada,
            body: [
                "subject": ["kind": "tv", "showID": 95396, "season": 2, "episode": 1], "memberIDs": [try id("bea")], "rewatch": true,
            ])
        let madeID = made["id"] ?? ""
        try await recorder.record("addMember", by: ada, ["roomID": madeID, "userID": try id("cem")])
        try await recorder.record("createNextRoom", by: ada, ["roomID": madeID])
        try await recorder.record("leaveRoom", by: bea, ["roomID": madeID])
        try await roomRequests(madeID)
        try await recorder.record("deleteRoom", by: ada, ["roomID": madeID])
        try await recorder.record("searchMedia", by: ada, ["query": "severance"])
        try await recorder.record("lookUpShow", by: ada, ["showID": 95396])
        try await recorder.record("lookUpSeason", by: ada, ["showID": 95396, "season": 1])
        try await recorder.record("lookUpEpisode", by: ada, ["showID": 95396, "season": 1, "episode": 1])
        let films = try await recorder.ask("searchMedia", by: ada, ["query": "before sunrise", "type": "movie"])
        try await recorder.record("lookUpMovie", by: ada, ["movieID": films["items"]?.elements.first?["movieID"] ?? 76])
    }
}

extension Scenario {
    /// Lets Bea and Cem ask to join a room of Ada's, who accepts one of them.
    private mutating func roomRequests(_ room: JSONValue) async throws {
        let (ada, bea, cem) = (by("ada"), by("bea"), by("cem"))
        _ = try await recorder.ask("leaveRoom", by: cem, ["roomID": room])
        try await recorder.record("openRoom", by: ada, ["roomID": room])
        try await recorder.record("listJoinableRooms", by: bea)
        try await recorder.record("askToJoin", by: bea, ["roomID": room])
        clock.advance(by: 1)
        _ = try await recorder.ask("askToJoin", by: cem, ["roomID": room])
        try await recorder.record("listRequestsOfRoom", by: ada, ["roomID": room])
        try await recorder.record("listRoomRequests", by: ada)
        try await recorder.record("acceptRoomRequest", by: ada, ["roomID": room, "userID": try id("bea")])
        try await recorder.record("declineRoomRequest", by: ada, ["roomID": room, "userID": try id("cem")])
        try await recorder.record("withdrawRoomRequest", by: cem, ["roomID": room])
        try await recorder.record("closeRoom", by: ada, ["roomID": room])
    }
}

extension JSONValue {
    /// Encodes a value of the API, with its members in alphabetical order.
    fileprivate init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        self = try JSONDecoder().decode(JSONValue.self, from: try encoder.encode(value))
    }

    /// Decodes a value of the API.
    fileprivate func decoded<Value: Decodable>() throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(self))
    }
}

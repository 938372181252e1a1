import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

/// A community with an object of every kind, so that a request can name an existing one.
struct World: Sendable {
    static let people = ["owner", "admin", "ada", "bea", "cyd", "teacher", "student"]
    /// Lists with more than one page, and their owners.
    static let lists = [
        "rooms": ("ada", "/v1/rooms?limit=1"), "members": ("owner", "/v1/members?limit=1"), "groups": ("ada", "/v1/groups?limit=1"),
        "invites": ("ada", "/v1/invites?limit=1"), "comments": ("ada", "/v1/rooms/«room:tv»/comments?limit=1"),
        "students": ("teacher", "/v1/students?limit=1"), "tasks": ("teacher", "/v1/tasks?limit=1"),
        "assignments": ("student", "/v1/assignments?limit=1"), "entries": ("student", "/v1/assignments/«assignment»/entries?limit=1"),
        "results": ("ada", "/v1/challenges/«challenge»/results?limit=1"), "challenges": ("ada", "/v1/challenges?limit=1"),
        "playboard": ("ada", "/v1/boards?mode=untimed&period=all&limit=1"), "mywords": ("ada", "/v1/me/words?limit=1"),
    ]
    /// A password that begins with a combining character.
    static let joiningPassword = "\u{301}correct horse"

    let server: TestServer
    private let values: [String: String]

    init(_ server: TestServer) async throws {
        self.server = server
        var values: [String: String] = [:]
        var people: [Person] = []
        for name in Self.people {
            // The names of roles are reserved usernames, so these differ.
            let role = Role(rawValue: name)
            let username = role == nil ? name : "the-\(name)"
            let person = try await server.person(username, role: role ?? .member, birthday: "1990-02-28")
            (values["token:\(name)"], values["id:\(name)"]) = (person.token, person.id.text)
            people.append(person)
        }
        let (owner, admin, ada, bea) = (people[0], people[1], people[2], people[3])
        for (one, other) in [(ada, bea), (ada, owner), (bea, owner), (owner, admin)] { try await server.befriend(one, other) }
        let eve = try await server.person("eve", password: Self.joiningPassword)
        values["basic:eve"] = Data("\(eve.email):\(eve.password)".utf8).base64EncodedString()
        values["basic:ada"] = Data("\(ada.email):\(ada.password)".utf8).base64EncodedString()
        try await server.block(ada, eve)
        try await server.sell()
        try await values.merge(Self.rooms(server, ada, bea, owner)) { $1 }
        try await values.merge(Self.belongings(server, ada)) { $1 }
        try await values.merge(Self.lessons(server, teacher: people[5], student: people[6])) { $1 }
        try await values.merge(Self.plays(server, ada, bea)) { $1 }
        for (name, (person, path)) in Self.lists {
            let path = values.reduce(path) { $0.replacing("«\($1.key)»", with: $1.value) }
            let answer = try await server.call(.get, path, token: values["token:\(person)"])
            guard let next = try answer.json(JSONValue.self)["next"]?.text else { throw Broken("the list of \(name) has more than a page") }
            values["next:\(name)"] = next
        }
        self.values = values
    }

    private static func rooms(_ server: TestServer, _ ada: Person, _ bea: Person, _ owner: Person) async throws -> [String: String] {
        let tv = try await server.room(ada, with: [bea, owner])
        let movie = try await server.room(ada, with: [bea], subject: .movie(movieID: 13, title: "Severance"))
        let custom = try await server.room(bea, with: [ada], subject: .custom(title: "Holiday"))
        let other = try await server.room(owner)
        let comments = [
            try await server.comment(ada, in: tv, "15:43 that hallway!"), try await server.comment(bea, in: tv, "yes"),
            try await server.comment(ada, in: custom, "hello"),
        ]
        for person in [ada, bea, owner] { try await server.watched(person, tv) }
        return [
            "room:tv": tv.id.text, "room:movie": movie.id.text, "room:custom": custom.id.text, "room:other": other.id.text,
            "group": tv.group,
            "comment:ada": comments[0].id.text, "comment:bea": comments[1].id.text, "comment:custom": comments[2].id.text,
        ]
    }

    private static func belongings(_ server: TestServer, _ ada: Person) async throws -> [String: String] {
        let few: Body = ["maxUses": 100]
        let invite = try await server.call(.post, "/v1/invites", token: ada.token, json: few).expecting(201, InviteWithCode.self)
        _ = try await server.call(.post, "/v1/invites", token: ada.token, json: few).expecting(201, InviteWithCode.self)
        let device: Body = ["environment": "sandbox", "topic": "org.example.sofa"]
        let apnsToken = "aa" + String(repeating: "0f", count: 31)
        _ = try await server.call(.put, "/v1/devices/\(apnsToken)", token: ada.token, json: device).expecting(200, Device.self)
        let fcmToken = "dZ9xT3kQSW6:APA91bHun4MxP5egoKMwt2KZFBa"
        _ = try await server.call(.put, "/v1/devices/fcm/\(fcmToken)", token: ada.token, json: [:] as Body).expecting(200, Device.self)
        let session = try await server.tryLogIn(ada).expecting(201, SignedIn.self)
        return [
            "code": invite.code, "invite": invite.invite.id.text, "apns": apnsToken, "fcm": fcmToken, "session": session.session.id.text,
            "password": ada.password,
            "nobody": "01a1fcfb-1172-778e-8c3f-4f8d0669bedb",
        ]
    }

    private static func lessons(_ server: TestServer, teacher: Person, student: Person) async throws -> [String: String] {
        let client = server.as(teacher)
        for person in [student, try await server.person("pupil", role: .student)] { _ = try await client.addStudent(userID: person.id) }
        var task: ClassTask?
        for title in ["Scales", "Arpeggios"] {
            task = try await client.createTask(NewTask(title: title, maxPoints: 10, studentIDs: [student.id])).value
        }
        guard let task else { throw Broken("there is a task") }
        let assignment = try await client.listTaskAssignments(taskID: task.id).items[0].id
        var entry: Entry?
        for person in [teacher, student] {
            let message = NewEntry(assignmentID: assignment, action: .message, text: "hello")
            entry = try await server.as(person).createEntry(message).value.entry
        }
        var files: [UUID] = []
        for person in [student, teacher] {
            let file = NewFile(fileID: UUID(), name: "a.txt", content: ByteStream(Array("hello, file".utf8)))
            files.append(try await server.as(person).createFile(file).value.id)
        }
        _ = try await client.changeTask(TaskChange(taskID: task.id, fileIDs: .set([files[1]])))
        return [
            "task": task.id.text, "assignment": assignment.text, "entry": entry?.id.text ?? "", "file": files[0].text,
            "file:task": files[1].text,
        ]
    }

    /// Writes two plays of a challenge with a word each, one of them running, and two of the day before.
    private static func plays(_ server: TestServer, _ ada: Person, _ bea: Person) async throws -> [String: String] {
        for person in [ada, bea] {
            let client = server.as(person)
            _ = try await client.startPlay(challengeID: try await client.showToday().untimed.id)
        }
        server.clock.advance(by: 86_400)
        let today = try await server.as(ada).showToday()
        let finished = try await server.as(ada).startPlay(challengeID: today.untimed.id).value
        _ = try await server.as(ada).sendMoves(NewMoves(playID: finished.id, finish: true))
        _ = try await server.as(bea).startPlay(challengeID: today.untimed.id)
        try await server.rows(
            """
            UPDATE plays SET score = 9, reached_at = started_at, word_count = 1, best_word = 'word', best_score = 9,
                best_reached_at = started_at
            """)
        let own = try await server.as(ada).createChallenge(NewChallenge(mode: .untimed, friendIDs: [bea.id])).value
        try await server.rows(
            """
            INSERT INTO played_words (tenant_id, play_id, number, word, score, played_at)
            SELECT p.tenant_id, p.id, w.number, w.word, 9, p.started_at
            FROM plays AS p, unnest(ARRAY['word', 'other']) WITH ORDINALITY AS w (word, number)
            """)
        let running = try await server.as(ada).startPlay(challengeID: today.timed.id).value
        return [
            "challenge": today.untimed.id.text, "challenge:timed": today.timed.id.text, "play": finished.id.text,
            "challenge:own": own.id.text, "challenge:code": own.code ?? "", "play:running": running.id.text, "words": running.wordListID,
        ]
    }

    /// Returns the text with the server's values in place of the placeholders.
    func fill(_ text: String) -> String {
        guard text.utf8.contains(0xAB) else { return text }
        return String(decoding: fill(Array(text.utf8)), as: UTF8.self)
    }

    /// Returns the bytes with the server's values in place of the placeholders. Malformed placeholders stay.
    func fill(_ bytes: [UInt8]) -> [UInt8] {
        var (filled, rest) = ([UInt8](), bytes[...])
        let (opening, closing) = (Array("«".utf8), Array("»".utf8))
        while let start = rest.indices.first(where: { rest[$0...].starts(with: opening) }),
            let end = rest[start...].indices.first(where: { rest[$0...].starts(with: closing) })
        {
            filled += rest[..<start]
            let name = String(decoding: rest[(start + 2)..<end], as: UTF8.self)
            filled += value(name).map { Array($0.utf8) } ?? Array(rest[start..<end + 2])
            rest = rest[(end + 2)...]
        }
        return filled + rest
    }

    private func value(_ name: String) -> String? {
        if let value = values[name] { return value }
        let parts = name.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let cursor = values["next:\(parts[1])"] else { return nil }
        return Self.changed(cursor, String(parts[2]))
    }

    /// Returns the cursor with one of its parts replaced: `1=-5`.
    private static func changed(_ cursor: String, _ change: String) -> String {
        let (number, new) = (change.prefix(1), change.dropFirst(2))
        let padded =
            cursor.replacing("-", with: "+").replacing("_", with: "/") + String(repeating: "=", count: (4 - cursor.utf8.count % 4) % 4)
        var parts = String(decoding: Data(base64Encoded: padded) ?? Data(), as: UTF8.self).split(separator: " ").map(String.init)
        if let index = Int(number), parts.indices.contains(index) { parts[index] = String(new) } else { parts.append(String(new)) }
        return Data(parts.joined(separator: " ").utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

extension UUID {
    fileprivate var text: String { uuidString.lowercased() }
}

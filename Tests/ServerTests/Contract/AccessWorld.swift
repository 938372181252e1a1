import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

/// A community with an object of every kind that has an id, and with canaries that nobody else may see.
struct AccessWorld: Sendable {
    let server: TestServer
    /// The owner of all objects, who is also an owner of the community.
    let owner: Person
    /// The owner's friend, who is in the same room and also an owner of the community.
    let friend: Person
    let room: Room
    let known: Targets
    /// The canary in every private text.
    let secret = "canary"

    init(_ server: TestServer) async throws {
        self.server = server
        try await server.rows("INSERT INTO tenant_hosts (host, tenant_id) VALUES ('sofa.example.org', \(server.tenant.id))")
        owner = try await server.person("tweety", role: .owner, birthday: "1980-01-01")
        friend = try await server.person("sylvester", role: .owner, birthday: "1980-01-01")
        try await server.befriend(owner, friend)
        try await server.sell()
        let names: Body = ["givenName": "Canary", "familyName": "Canary"]
        _ = try await server.call(.patch, "/v1/me", token: owner.token, json: names).expecting(200, Me.self)
        _ = try await server.setAvatar(owner, Picture.png.bytes).expecting(200, Me.self)
        let subject = NewSubject.tv(showID: 7, season: 1, episode: 1, showTitle: "The Canary")
        room = try await server.room(owner, with: [friend], subject: subject)
        let comment = try await server.comment(owner, in: room, "canary")
        _ = try await server.as(owner).setPosition(roomID: room.id, seconds: 660, running: true)
        _ = try await server.as(owner).setSubtitles(NewSubtitles(roomID: room.id, language: "en", content: AccessInputs.file))
        let note: Body = ["note": "canary"]
        let invite = try await server.invite(by: owner, note)
        let link = try await server.operators.makeOperatorPasswordLink(server.tenant, email: owner.email)
        let (emailCode, stopCode) = try await Self.mailed(server, to: owner)
        let session = try await server.tryLogIn(owner).expecting(201, SignedIn.self).session
        let device: Body = ["environment": "sandbox", "topic": "org.example.canary"]
        let apnsToken = AccessInputs.apnsToken(isKnown: true)
        _ = try await server.call(.put, "/v1/devices/\(apnsToken)", token: owner.token, json: device).expecting(200, Device.self)
        let fcmToken = AccessInputs.fcmToken(isKnown: true)
        _ = try await server.call(.put, "/v1/devices/fcm/\(fcmToken)", token: owner.token, json: [:] as Body).expecting(200, Device.self)
        let feedback = try await server.as(owner).createFeedback(NewFeedback(text: "canary")).value
        let key = try await server.as(owner).createAccessKey(NewAccessKey(purpose: .calendar, name: "canary")).key
        let bot = try await server.as(owner).createBot(NewBot(username: "canarybot")).user
        let passkey = try await PasskeyFixture(server: server).add(try SoftwareAuthenticator(), to: owner)
        let report = try await server.as(friend).createReport(
            NewReport(commentID: comment.id, reason: .spam, note: "canary")
        ).value
        let warningID = UUID()
        try await server.rows(
            """
            INSERT INTO warnings (tenant_id, id, user_id, kind, reason, text, created_at)
            VALUES (\(server.tenant.id), \(warningID), \(owner.id), 'warned', 'spam', 'canary', \(server.clock.now))
            """)
        let own = try await server.as(owner).createOwnTask(NewOwnTask(title: "canary", description: "canary")).value
        let lesson = try await Lesson(server, owner, coTeacher: friend)
        let (challenge, play) = try await Self.finishedPlay(server, owner, with: friend)
        let bought = try TestStore.trusted.sign(TestStore.transaction(product: "org.example.canary"))
        _ = try await server.as(owner).presentTransaction(signedTransaction: bought)
        known = AccessInputs.common.merging([
            "challengeID": challenge.id.uuidString.lowercased(), "playID": play.id.uuidString.lowercased(),
            "challengeCode": challenge.code ?? "",
            "studentID": lesson.student.id.uuidString.lowercased(), "teacherID": friend.id.uuidString.lowercased(),
            "taskID": lesson.task.id.uuidString.lowercased(), "assignmentID": lesson.assignmentID.uuidString.lowercased(),
            "ownTaskID": own.id.uuidString.lowercased(),
            "entryID": lesson.entryID.uuidString.lowercased(),
            "keyID": key.id.uuidString.lowercased(), "botID": bot.id.uuidString.lowercased(),
            "feedbackID": feedback.id.uuidString.lowercased(), "apnsToken": apnsToken, "fcmToken": fcmToken,
            "fileID": try await Self.file(server, of: owner).id.uuidString.lowercased(),
            "username": owner.username, "email": owner.email, "code": invite.code, "linkCode": link.code,
            "passkeyID": passkey.id.uuidString.lowercased(), "emailCode": emailCode, "stopCode": stopCode,
            "userID": owner.id.uuidString.lowercased(),
            "roomID": room.id.uuidString.lowercased(), "joinableRoomID": try await Self.joinableRoom(server, of: owner),
            "commentID": comment.id.uuidString.lowercased(),
            "reportID": report.id.uuidString.lowercased(), "warningID": warningID.uuidString.lowercased(),
            "sessionID": session.id.uuidString.lowercased(), "inviteID": invite.invite.id.uuidString.lowercased(),
        ]) { $1 }
    }

    /// Returns the codes in the mails that verify a person's address, and that invite somebody.
    private static func mailed(_ server: TestServer, to person: Person) async throws -> (email: String, stop: String) {
        _ = try await server.as(person).createInvite(NewInvite(email: "granny@example.org"))
        let links = [try await server.database.newestMail("verify").link, try await server.database.newestMail("invite").words[2]]
        let codes = links.map { $0.split { "#/".contains($0) }.last.map(String.init) ?? "" }
        return (codes[0], codes[1])
    }

    /// Creates a room that a person may ask to join, and returns its id.
    private static func joinableRoom(_ server: TestServer, of person: Person) async throws -> String {
        let host = try await server.person("speedy")
        try await server.befriend(host, person)
        let room = try await server.room(host, subject: .custom(title: "canary"))
        _ = try await server.as(host).openRoom(roomID: room.id)
        return room.id.uuidString.lowercased()
    }

    /// Uploads a file that is attached to nothing.
    private static func file(_ server: TestServer, of person: Person) async throws -> File {
        let file = NewFile(fileID: UUID(), name: "canary.txt", content: ByteStream(AccessInputs.file))
        return try await server.as(person).createFile(file).value
    }

    /// Creates a challenge for a user and a friend, and the user's play of it, finished without a word.
    private static func finishedPlay(_ server: TestServer, _ person: Person, with friend: Person) async throws -> (Challenge, Play) {
        let client = server.as(person)
        let challenge = try await client.createChallenge(NewChallenge(mode: .untimed, friendIDs: [friend.id])).value
        let play = try await client.startPlay(challengeID: challenge.id).value
        return (challenge, try await client.sendMoves(NewMoves(playID: play.id, finish: true)))
    }

    /// Creates a teacher's task with a co-teacher, and with a student who hasn't worked on it.
    private struct Lesson {
        let student: Person
        let task: ClassTask
        let assignmentID: UUID
        let entryID: UUID

        init(_ server: TestServer, _ teacher: Person, coTeacher: Person) async throws {
            let client = server.as(teacher)
            student = try await server.person("woodstock", role: .student)
            _ = try await client.addStudent(userID: student.id)
            // One of the callers is a former student of the teacher, and was promoted since.
            try await server.rows(
                """
                INSERT INTO students (tenant_id, teacher_id, student_id, since)
                VALUES (\(server.tenant.id), \(teacher.id), \(coTeacher.id), \(server.clock.now))
                """)
            task = try await client.createTask(NewTask(title: "canary", description: "canary", studentIDs: [student.id])).value
            _ = try await client.addTeacher(taskID: task.id, userID: coTeacher.id)
            assignmentID = try await client.listTaskAssignments(taskID: task.id).items[0].id
            entryID = try await client.createEntry(
                NewEntry(assignmentID: assignmentID, action: .message, text: "canary")
            ).value.entry.id
        }
    }

    /// The credentials of a request.
    enum Credentials: Sendable {
        case none
        case token(String)
        /// Uses a new session for each request, because some endpoints end it.
        case person(Person, in: Tenant)
        /// A user whose account permits no session.
        case excluded(Person)
        /// Uses a new session for each request, in the cookie of a browser on a page of the server.
        case browser(Person, in: Tenant)
    }

    /// Calls an endpoint with these ids and credentials.
    func call(
        _ endpoint: any EndpointDeclaration, _ targets: Targets, as credentials: Credentials, tenant: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var headers = headers
        if let tenant { headers["Davenport-Tenant"] = tenant }
        if case .browser(let person, let tenant) = credentials {
            headers.merge(server.cookie(try await newSession(person, tenant), site: "same-origin")) { $1 }
        } else if let authorization = try await authorization(endpoint, targets, credentials) {
            headers["Authorization"] = authorization
        }
        return try await server.call(
            endpoint.method, endpoint.address(targets), json: endpoint.body(targets), body: endpoint.file, headers: headers)
    }

    private func authorization(
        _ endpoint: any EndpointDeclaration, _ targets: Targets, _ credentials: Credentials
    ) async throws -> String? {
        switch (endpoint.who, credentials) {
        case (.anyone, _), (.stranger, _), (.key, _), (_, .none), (_, .browser): nil
        case (_, .token(let token)): "Bearer \(token)"
        case (.basic, .excluded(let person)): basic(person.email, person.password)
        // The owner's own e-mail address and password, if the request contains them.
        case (.basic, .person): basic(targets["email"] ?? "", owner.password)
        case (_, .excluded(let person)): "Bearer \(person.token)"
        case (_, .person(let person, let tenant)):
            "Bearer \(try await newSession(person, tenant))"
        }
    }

    /// Returns the token of a new session, which is confirmed. A test needs more sessions than the limits allow, so it deletes old
    /// ones, except sessions with a device or in the ids.
    private func newSession(_ person: Person, _ tenant: Tenant) async throws -> String {
        try await server.rows("DELETE FROM throttles")
        try await server.rows(
            """
            DELETE FROM sessions WHERE user_id = \(person.id) AND token_digest <> sha256(convert_to(\(person.token), 'UTF8'))
                AND id::text <> \(known["sessionID"] ?? "")
                AND NOT EXISTS (SELECT FROM devices WHERE session_id = sessions.id)
            """)
        let signedIn = try await server.tryLogIn(person, in: tenant).expecting(201, SignedIn.self)
        try await server.rows("UPDATE sessions SET confirmed_at = created_at WHERE id = \(signedIn.session.id)")
        return signedIn.token
    }

    /// Returns all rows of the community, except those that other users may change: their sessions, requests, blocks
    /// and objects.
    func exportedSections() async throws -> [String] {
        let ids = ["userID", "roomID", "taskID", "assignmentID", "fileID"].compactMap { known[$0] }
        let tables = [
            "users", "sessions", "invites", "rooms", "memberships", "positions", "comments", "reactions", "subtitle_tracks", "tasks",
            "task_teachers", "assignments", "entries",
            "drafts", "feedback", "report_cases", "reports", "warnings", "files", "plays", "challenges", "entitlements",
        ].map { $0 + ": " }
        return try await server.database.dump().filter { line in
            ids.contains(where: line.contains) && tables.contains(where: line.hasPrefix)
        }
    }

    /// Returns every row of the tenant, except the records and counters of failed attempts.
    func rows() async throws -> [String] {
        let id = server.tenant.id.uuidString.lowercased()
        return try await server.database.dump().filter { line in
            line.contains(id) && !line.hasPrefix("audit_entries: ") && !line.hasPrefix("throttles: ")
        }
    }
}

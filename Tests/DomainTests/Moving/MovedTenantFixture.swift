import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport

/// A community with a row in every table that a move transfers.
struct MovedTenantFixture: Sendable {
    let server: TestServer
    let ada, bea, cem, tina, sam: Person
    /// Ada's room with Bea, in which Cem was too.
    let room: Room
    /// The code of an invite of Ada's.
    let code: String
    /// The token of Ada's phone.
    let deviceToken = String(repeating: "ab01", count: 16)
    let assignmentID: UUID
    let fileID = UUID()

    var tenant: Tenant { server.tenant }
    var people: [Person] { [ada, bea, cem, tina, sam] }

    /// Runs a test with a community that uses every feature.
    /// - Parameter fileSize: the size of its task's file in bytes.
    static func with(fileSize: Int = 200_000, _ body: @escaping @Sendable (MovedTenantFixture) async throws -> Void) async throws {
        try await TestServer.with(features: Feature.allCases) { server in try await body(try await MovedTenantFixture(server, fileSize)) }
    }

    private init(_ server: TestServer, _ fileSize: Int) async throws {
        self.server = server
        ada = try await server.person("ada", role: .owner)
        (bea, cem) = try await server.strangers("bea", "cem")
        tina = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
        sam = try await server.person("sam", role: .student)
        try await server.befriend(ada, bea)
        try await server.befriend(ada, cem)
        room = try await Self.evening(server, ada, bea, cem)
        code = try await server.invite(by: ada, ["note": "for the neighbour", "roomIDs": [.id(room.id)]]).code
        assignmentID = try await Self.lesson(server, tina, sam, fileID, fileSize)
        try await settle()
        try await play()
    }

    /// Creates rooms: one with edited and deleted comments, one with a former member, a deleted one and a completed one.
    private static func evening(_ server: TestServer, _ ada: Person, _ bea: Person, _ cem: Person) async throws -> Room {
        let room = try await server.room(ada, with: [bea, cem])
        var said: [Comment] = []
        for (index, person) in [ada, bea, cem, ada, bea].enumerated() {
            server.clock.advance(by: 1)
            said.append(
                try await server.comment(person, in: room, "by \(person.username), \"number\" \(index)\n\\ ¾ 🛋️", seconds: index * 7))
        }
        let odd = try await server.comment(ada, in: room, "gone soon")
        _ = try await server.as(bea).markRead(ReadMark(roomID: room.id, commentID: odd.id))
        _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: odd.id)
        let reply = NewComment(roomID: room.id, content: "as it was", replyTo: said[0].id)
        let changed = try await server.as(bea).createComment(reply).value
        _ = try await server.as(bea).editComment(
            CommentChange(roomID: room.id, commentID: changed.id, content: "as it is", quote: .set("a line\n– another")))
        _ = try await server.as(ada).setPosition(roomID: room.id, seconds: 660, running: true)
        _ = try await server.as(cem).addReaction(roomID: room.id, commentID: changed.id, emoji: "❤")
        _ = try await server.as(ada).addReaction(roomID: room.id, commentID: changed.id, emoji: "🛋️")
        let still = NewFile(fileID: UUID(), name: "still.png", kind: .picture, content: ByteStream(Picture.png.bytes))
        _ = try await server.as(bea).createFile(still)
        _ = try await server.as(bea).createComment(
            NewComment(roomID: room.id, content: "", pictures: [NewPicture(fileID: still.fileID, alternative: "a \"hall\"\n¾")]))
        let lines = Array("00:15:43,000 --> 00:15:45,500\nthat\n\"hallway\" \\ ¾\n".utf8)
        _ = try await server.as(bea).setSubtitles(NewSubtitles(roomID: room.id, language: "en", content: lines))
        try await server.watched(cem, room)
        _ = try await server.as(cem).leaveRoom(roomID: room.id)
        _ = try await server.as(ada).openRoom(roomID: room.id)
        _ = try await server.as(cem).askToJoin(roomID: room.id)
        let gone = try await server.room(ada, with: [bea], episode: 2)
        _ = try await server.as(ada).deleteRoom(roomID: gone.id)
        let done = try await server.room(bea, with: [ada], subject: .custom(title: "\u{2067}סרט\u{2069} א\u{200F}"))
        for person in [ada, bea] { try await server.watched(person, done) }
        return room
    }

    /// Creates a task with a file and a submission with a file and an evaluation's draft, a completed task, and a
    /// deleted one.
    private static func lesson(_ server: TestServer, _ tina: Person, _ sam: Person, _ fileID: UUID, _ fileSize: Int) async throws -> UUID {
        _ = try await server.as(tina).addStudent(userID: sam.id)
        let bytes = (0..<fileSize).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        _ = try await server.as(tina).createFile(NewFile(fileID: fileID, name: "Blatt ¾.bin", content: ByteStream(bytes)))
        let task = try await server.as(tina).createTask(
            NewTask(title: "The Saltarello", tags: ["ריקוד\u{200F}", "Dance"], maxPoints: 10, fileIDs: [fileID], studentIDs: [sam.id])
        ).value
        let done = try await server.as(tina).createTask(NewTask(title: "The Estampie", studentIDs: [sam.id])).value
        guard let excused = try await server.as(tina).listTaskAssignments(taskID: done.id).items.first else { throw Missing() }
        _ = try await server.as(tina).createEntry(NewEntry(assignmentID: excused.id, action: .excuse))
        let gone = try await server.as(tina).createTask(NewTask(title: "Nothing")).value
        _ = try await server.as(tina).deleteTask(taskID: gone.id)
        guard let assignment = try await server.as(tina).listTaskAssignments(taskID: task.id).items.first else { throw Missing() }
        let own = UUID()
        _ = try await server.as(sam).createFile(NewFile(fileID: own, name: "mine.txt", content: ByteStream(Array("notes".utf8))))
        _ = try await server.as(sam).createEntry(
            NewEntry(assignmentID: assignment.id, action: .submit, text: "my saltarello", fileIDs: [own]))
        let version = try await server.as(tina).showAssignment(assignmentID: assignment.id).version
        _ = try await server.as(tina).setDraft(
            NewDraft(assignmentID: assignment.id, version: version ?? 0, points: Hundredths(count: 850), text: "well danced"))
        return assignment.id
    }

    private struct Missing: Error {}

    /// Adds the rest of the account: picture, phone, settings, feedback, requests, blocks, limits and hosts.
    private func settle() async throws {
        _ = try await server.setAvatar(ada, Picture.png.bytes)
        _ = try await server.as(ada).registerDevice(
            NewDevice(apnsToken: deviceToken, environment: .sandbox, topic: "org.example.sofa", name: "phone"))
        try await server.setTimeZone(bea, "Europe/Berlin")
        _ = try await server.as(bea).createFeedback(NewFeedback(text: "The sofa creaks", context: "1.0"))
        _ = try await server.as(sam).befriend(userID: bea.id)
        try await server.block(cem, sam)
        _ = try await server.as(cem).changeMutes(Mutes(userIDs: [bea.id], words: ["finale", "spoil*"]))
        for purpose in [AccessKeyPurpose.calendar, .player] {
            let account = purpose == .player ? "cem" : nil
            _ = try await server.as(cem).createAccessKey(NewAccessKey(purpose: purpose, account: account, name: "Living room"))
        }
        _ = try await server.as(ada).createBot(NewBot(username: "popcornbot", webhookURL: "https://bots.example.org/"))
        try await moderation()
        _ = try await server.operators.changeTenantLimits(tenant) { $0[.invites] = 7 }
        _ = try await server.as(ada).makePasswordLink(userID: bea.id)
        try await server.addHost(PasskeyFixture.host)
        try await PasskeyFixture(server: server).add(try SoftwareAuthenticator(), to: ada)
        _ = try await server.operators.changeTenantApps(tenant, try CommunityApp("ABCDE12345.org.example.sofa"), isAdded: true)
        _ = try await server.as(ada).requestEmailVerification()
        _ = try await server.as(ada).changeTenant(TenantChange(description: .set("Friends\non a \"sofa\" ¾")))
        _ = try await server.as(ada).setTenantPicture(NewAvatar(image: Picture.webP.bytes))
    }

    /// Adds an open report with evidence and a note, a resolved one with a warning, and a filter.
    private func moderation() async throws {
        let comments = try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items
        let open = try await server.as(bea).createReport(
            NewReport(userID: cem.id, reason: .spoiler, note: "tells\nthe ending", commentIDs: comments.prefix(2).map(\.id))
        ).value
        _ = try await server.as(ada).addReportNote(NewReportNote(reportID: open.id, text: "I ask \"them\""))
        // Texts of other scripts have marks that turn the direction of a line.
        let titled: UUID = try await server.rows("SELECT id FROM rooms WHERE kind = 'custom'")[0]["id"]
        _ = try await server.as(ada).createReport(NewReport(roomID: titled, reason: .other))
        let resolved = try await server.as(bea).createReport(NewReport(userID: tina.id, reason: .other)).value
        _ = try await server.as(ada).resolveReport(ReportDecision(reportID: resolved.id, actions: [.warn], text: "Slower, please"))
        _ = try await server.as(ada).changeFilter(WordFilter(words: ["spambot", "casino*", "קזינו\u{200F}"], action: .report))
        _ = try await ChangeTenantModeration(server.operators).setContact(
            "help@example.org", terms: "https://example.org/terms", of: tenant)
    }

    /// Adds today's puzzle, an own challenge of Ada's, and purchases, one of them revoked.
    private func play() async throws {
        try await server.sell()
        for person in [ada, bea] { try await server.play(person, finish: true) }
        let own = try await server.as(ada).createChallenge(NewChallenge(mode: .untimed, friendIDs: [bea.id])).value
        _ = try await server.as(ada).changePlayProfile(PlayProfileChange(namedTo: .friends))
        try await server.rows("INSERT INTO deleted_challenges (tenant_id, id) VALUES (\(tenant.id), \(UUID()))")
        try await server.rows(
            """
            INSERT INTO revoked_transactions (tenant_id, digest, period, signed_at, revoked_at)
            VALUES (\(tenant.id), sha256('x'), '-infinity', \(server.clock.now), \(server.clock.now))
            """)
        let bought = try TestStore.trusted.sign(TestStore.transaction())
        _ = try await server.as(bea).presentTransaction(signedTransaction: bought)
        _ = try await server.as(bea).showChallenge(challengeID: own.id)
    }
}

/// Returns what a user sees over HTTP, page by page.
extension TestServer {
    func seen(by person: Person, in house: MovedTenantFixture) async throws -> [String: String] {
        let paths = [
            "/v1/me", "/v1/dashboard", "/v1/rooms", "/v1/groups", "/v1/rooms/\(house.room.id.uuidString.lowercased())/comments",
            "/v1/friends", "/v1/rooms/requests",
            "/v1/blocks", "/v1/me/mutes", "/v1/me/keys",
            "/v1/invites", "/v1/me/notifications", "/v1/devices", "/v1/feedback", "/v1/assignments",
            "/v1/tasks",
            "/v1/students",
            "/v1/teachers", "/v1/assignments/\(house.assignmentID.uuidString.lowercased())/entries", "/v1/me/play", "/v1/challenges",
            "/v1/entitlements", "/v1/tenant", "/v1/tenant/picture", "/v1/users/\(house.ada.id.uuidString.lowercased())/avatar",
        ]
        var seen: [String: String] = [:]
        for path in paths {
            let answer = try await call(.get, path, token: person.token)
            // What the master key encrypts moves with `--for` alone.
            let body = String(decoding: answer.body, as: UTF8.self).replacing(#/"requestID":"[^"]*"/#, with: "")
                .replacing(#/"codeKept":(true|false)/#, with: "")
            seen[path] = "\(answer.status) \(body)"
        }
        return seen
    }
}

/// An exported file of a tenant.
struct MovingFile: Sendable {
    var lines: [String]

    init(_ bytes: [UInt8]) {
        lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }

    /// Returns the file that `tenant export` writes.
    static func exported(_ server: TestServer, secrets: Bool = true) async throws -> MovingFile {
        var bytes: [UInt8] = []
        _ = try await server.operators.exportTenant(server.tenant, secrets: secrets) { bytes += $0 }
        return MovingFile(bytes)
    }

    var bytes: [UInt8] { lines.flatMap { Array(($0 + "\n").utf8) } }

    /// Returns the file in parts of an odd size.
    func parts(of size: Int = 4099) -> () async throws -> [UInt8]? {
        var rest = bytes[...]
        return {
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : Array(rest.prefix(size))
        }
    }

    /// Returns the table of a line, nil for header and footer.
    func table(_ line: String) -> String? {
        line.firstMatch(of: #/^\{"t":"([a-z_]+)",/#).map { String($0.1) }
    }

    func rows(of table: String) -> [String] { lines.filter { self.table($0) == table } }

    /// Returns the file with a correct last line, as a deliberate forger would make it.
    func sealed(_ server: TestServer) async throws -> MovingFile {
        var (counts, sums) = ([String: Int](), [String: String]())
        for (table, rows) in Dictionary(grouping: lines, by: { self.table($0) ?? "" }) where !table.isEmpty {
            counts[table] = rows.count
            let text = rows.map { $0 + "\n" }.joined()
            sums[table] = try await server.rows("SELECT encode(sha256(\(Array(text.utf8))), 'hex') AS digest").first?["digest"]
        }
        let (numbers, digests) = (try JSONEncoder().encode(counts), try JSONEncoder().encode(sums))
        var sealed = self
        sealed.lines[lines.count - 1] =
            #"{"end":true,"counts":\#(String(decoding: numbers, as: UTF8.self)),"sha256":\#(String(decoding: digests, as: UTF8.self))}"#
        return sealed
    }
}

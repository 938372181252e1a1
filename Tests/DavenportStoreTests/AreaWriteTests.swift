import DavenportAPI
import DavenportClient
import Domain
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import DavenportStore

/// A device's network. A test can cut it, or make it lose answers.
private final class Cable: Sendable {
    struct Cut: Error {}

    private let state = Mutex((isCut: false, losses: 0))

    func cut(_ isCut: Bool) { state.withLock { $0.isCut = isCut } }
    /// Loses the answers to the next writes.
    func loseAnswers(_ count: Int) { state.withLock { $0.losses = count } }

    func over(_ transport: Transport) -> Transport {
        Transport { [self] request in
            if state.withLock({ $0.isCut }) { throw Cut() }
            let answer = try await transport.send(request)
            let isLost = state.withLock { state in
                guard request.method != .get, state.losses > 0 else { return false }
                state.losses -= 1
                return true
            }
            if isLost { throw Cut() }
            return answer
        }
    }
}

extension Write {
    /// The problem with which the server refused the write.
    fileprivate var problem: Problem? {
        if case .refused(let problem) = failure { problem } else { nil }
    }
}

@Suite("rule 14.15: writes of every area without network", .generousTimeLimit)
struct AreaWriteTests {
    private let cable = Cable()

    /// Returns a device that has synced.
    @MainActor private func device(_ folder: Folder, _ server: TestServer, _ person: Person) async throws -> Device {
        let device = Device(folder.file(person.username), server.clock, limit: 3) { [cable] in
            DavenportClient(
                baseURL: server.url, tenant: server.tenant.slug, transport: cable.over(server.transport), retry: .never
            ) { person.token }
        }
        try await device.replica.sync()
        return device
    }

    private func stub(_ person: Person) -> UserStub { UserStub(id: person.id, username: person.username, identityColor: "#d1495b") }

    /// Runs a test with a teacher, a student, and an assignment.
    private func lesson(
        _ body: @escaping @MainActor @Sendable (TestServer, Folder, _ tina: Person, _ sam: Person, _ id: UUID) async throws -> Void
    ) async throws {
        try await TestServer.with(features: [.watch, .class, .play]) { server in
            try await Folder.with { folder in
                let tina = try await server.person("tina", role: .teacher, birthday: "1980-05-17")
                let sam = try await server.person("sam", role: .student)
                _ = try await server.as(tina).addStudent(userID: sam.id)
                let task = try await server.as(tina).createTask(NewTask(title: "essay", studentIDs: [sam.id])).value
                let list = try await server.as(tina).listTaskAssignments(taskID: task.id).items
                try await body(server, folder, tina, sam, try #require(list.first).id)
            }
        }
    }

    /// Shows rule 14.15.
    @Test("Requests to join rooms are kept and shown without network")
    func roomRequests() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada)
            _ = try await server.as(ada).openRoom(roomID: room.id)
            _ = try await server.as(bea).askToJoin(roomID: room.id)
            try await Folder.with { folder in
                let device = try await device(folder, server, ada)
                cable.cut(true)
                let other = device.another()
                try await other.hasLoaded()
                for replica in [device.replica, other] {
                    #expect(replica.roomRequests?.incoming.map(\.user.id) == [bea.id])
                    #expect(replica.roomRequests?.openRoomIDs == [room.id])
                }
            }
        }
    }

    /// Shows rules 14.12 and 14.15.
    @Test("Friendships and blocks are shown and merged offline, and sent later")
    func people() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let (cem, dan) = try await server.strangers("cem", "dan")
            _ = try await server.as(bea).befriend(userID: ada.id)
            try await Folder.with { folder in
                let device = try await device(folder, server, ada)
                #expect(device.replica.friends?.incoming.map(\.user.id) == [bea.id])
                cable.cut(true)
                try await device.replica.befriend(stub(bea))
                try await device.replica.befriend(stub(cem))
                try await device.replica.block(stub(dan))
                #expect(device.replica.friends?.friends.map(\.id) == [bea.id] && device.replica.friends?.incoming.isEmpty == true)
                #expect(device.replica.friends?.outgoing.map(\.user.id) == [cem.id] && device.replica.isPending(cem.id))
                #expect(device.replica.blocks?.map(\.id) == [dan.id])
                try await device.replica.unfriend(userID: cem.id)
                try await device.replica.unblock(userID: dan.id)
                try await device.replica.block(stub(cem))
                let other = device.another()
                try await other.hasLoaded()
                for replica in [device.replica, other] {
                    #expect(
                        replica.writes.compactMap { $0.content as? PeopleWrite } == [
                            .befriend(stub(bea)), .unfriend(userID: cem.id), .unblock(userID: dan.id), .block(stub(cem)),
                        ])
                    #expect(replica.friends?.outgoing.isEmpty == true && replica.blocks?.map(\.id) == [cem.id])
                }
                cable.cut(false)
                cable.loseAnswers(2)
                for _ in 0..<3 { try await device.replica.sync() }
                let friends = try await server.as(ada).listFriends()
                let blocks = try await server.as(ada).listBlocks().items
                #expect(friends.friends.map(\.id) == [bea.id] && friends.outgoing.isEmpty && blocks.map(\.id) == [cem.id])
                #expect(device.replica.writes.isEmpty && device.replica.friends?.friends.map(\.id) == [bea.id])
                #expect(device.replica.blocks?.map(\.id) == [cem.id])
                let asked = try await server.as(cem).listFriends()
                #expect(asked.incoming.isEmpty)
            }
        }
    }

    /// Shows rule 14.15.
    @Test("Messages are shown at the end of the history offline, arrive once, and can be deleted and corrected")
    func messages() async throws {
        try await lesson { server, folder, tina, sam, id in
            _ = try await server.as(tina).createEntry(NewEntry(assignmentID: id, action: .message, text: "begin"))
            let device = try await device(folder, server, sam)
            let replica = device.replica
            let history = replica.history(of: id)
            try await history.itemsHaveLoaded()
            cable.cut(true)
            let first = try await replica.createMessage(assignmentID: id, text: "what about")
            let second = try await replica.createMessage(assignmentID: id, text: "nothing")
            try await replica.deleteMessage(assignmentID: id, entryID: second)
            #expect(history.items.map(\.text) == ["begin", "what about"] && history.items.map(\.number) == [1, 2])
            #expect(history.items.last?.author?.username == "sam" && replica.isPending(first))
            let read = try await device.another().entries(of: id)
            #expect(read.map(\.text) == ["begin", "what about"] && replica.writes.count == 1)
            await #expect(throws: APIError.self) {
                try await replica.client.createEntry(NewEntry(assignmentID: id, action: .submit))
            }
            #expect(replica.writes.count == 1, "handing in doesn't wait")
            cable.cut(false)
            cable.loseAnswers(1)
            for _ in 0..<2 { try await replica.sync() }
            var entries = try await server.as(tina).listEntries(EntryQuery(assignmentID: id)).items
            #expect(
                entries.map(\.text) == ["begin", "what about"] && replica.writes.isEmpty && history.items.map(\.id) == entries.map(\.id))
            #expect(replica.assignments.items.map(\.state) == [.inProgress])
            try await replica.deleteMessage(assignmentID: id, entryID: first)
            try await replica.deleteMessage(assignmentID: id, entryID: first)
            #expect(history.items.map(\.text) == ["begin"])
            let long = try await replica.createMessage(assignmentID: id, text: String(repeating: "x", count: 4001))
            try await replica.sync()
            #expect(replica.writes.map(\.content.subjectID) == [long] && history.items.map(\.text) == ["begin"])
            try await replica.edit(replica.writes[0], content: "short")
            #expect(history.items.map(\.text) == ["begin", "short"])
            try await replica.sync()
            entries = try await server.as(tina).listEntries(EntryQuery(assignmentID: id)).items
            #expect(entries.map(\.text) == ["begin", "short"] && replica.writes.isEmpty)
        }
    }

    /// Shows rule 14.15.
    @Test("A draft waits, follows its earlier version if that arrived, and never overwrites another teacher's")
    func drafts() async throws {
        try await lesson { server, folder, tina, _, id in
            let replica = try await device(folder, server, tina).replica
            @MainActor func draft(_ text: String?) throws -> NewDraft {
                NewDraft(assignmentID: id, version: try #require(replica.assignments[id: id]?.version), text: text)
            }
            cable.cut(true)
            try await replica.setDraft(draft("go"))
            try await replica.setDraft(draft("good"))
            #expect(replica.writes.count == 1 && replica.assignments[id: id]?.draft?.text == "good")
            cable.cut(false)
            cable.loseAnswers(1)
            try await replica.sync()
            try await replica.setDraft(draft("very good"))
            #expect(replica.writes.count == 2 && replica.assignments[id: id]?.draft?.text == "very good")
            try await replica.sync()
            #expect(replica.writes.isEmpty)
            var stored = try await server.as(tina).showAssignment(assignmentID: id)
            #expect(stored.draft?.text == "very good" && stored.version == replica.assignments[id: id]?.version)

            let old = try draft("mine")
            let other = NewDraft(assignmentID: id, version: try #require(stored.version), text: "another teacher's")
            _ = try await server.as(tina).setDraft(other)
            try await replica.setDraft(old)
            try await replica.sync()
            #expect(replica.writes.map { $0.problem?.code } == [.assignmentChanged])
            stored = try await server.as(tina).showAssignment(assignmentID: id)
            #expect(stored.draft?.text == "another teacher's")
            try await replica.discard(replica.writes[0])
            try await replica.setDraft(draft(nil))
            try await replica.sync()
            stored = try await server.as(tina).showAssignment(assignmentID: id)
            #expect(stored.draft == nil && replica.writes.isEmpty)
        }
    }

    private func removal(_ number: Int, at moment: Int) throws -> PlayedMove {
        PlayedMove(Move(at: moment, cubelet: try #require(Cubelet(number))), word: nil)
    }

    /// Shows rules 14.12 and 14.15.
    @Test("Moves are shown offline, sent as one request, and refused after the play's end")
    func moves() async throws {
        try await lesson { server, folder, _, sam, _ in
            let client = server.as(sam)
            let today = try await client.showToday()
            let play = try await client.startPlay(challengeID: today.untimed.id).value
            let device = try await device(folder, server, sam)
            let replica = device.replica
            cable.cut(true)
            var moves = [try removal(26, at: 0)]
            try await replica.sendMoves(playID: play.id, moves: moves)
            moves.append(try removal(25, at: 1))
            try await replica.sendMoves(playID: play.id, moves: moves)
            try await replica.sendMoves(playID: play.id, moves: moves)
            #expect(replica.plays[id: play.id]?.moves == moves && replica.writes.count == 1 && replica.isPending(play.id))
            cable.cut(false)
            cable.loseAnswers(1)
            for _ in 0..<2 { try await replica.sync() }
            var found = try await client.showPlay(playID: play.id)
            #expect(found.moves == moves && !found.over && replica.writes.isEmpty && replica.plays[id: play.id]?.moves == moves)

            cable.cut(true)
            moves.append(try removal(24, at: 2))
            try await replica.sendMoves(playID: play.id, moves: moves, finish: true)
            #expect(replica.plays[id: play.id]?.over == true)
            cable.cut(false)
            try await replica.sync()
            found = try await client.showPlay(playID: play.id)
            #expect(found.moves == moves && found.over && replica.plays[id: play.id]?.moves == moves)

            let late = try await client.startPlay(challengeID: today.timed.id).value
            try await replica.sync()
            cable.cut(true)
            try await replica.sendMoves(playID: late.id, moves: [try removal(26, at: 0)])
            server.clock.advance(by: 3600)
            try await replica.sendMoves(playID: late.id, moves: [try removal(26, at: 0), try removal(25, at: 1)])
            cable.cut(false)
            try await replica.sync()
            let codes = replica.writes.map { $0.problem?.code }
            #expect(codes == [.playOver] && replica.plays[id: late.id]?.moves.isEmpty == true && replica.plays[id: late.id]?.over == true)
        }
    }

    /// Shows rules 14.5 and 14.15.
    @Test("After a kill at any point every area's write takes effect once", arguments: ReplicaEnvironment.CrashPoint.allCases)
    func killed(place: ReplicaEnvironment.CrashPoint) async throws {
        try await lesson { server, folder, tina, sam, id in
            let bea = try await server.person("bea")
            let today = try await server.as(sam).showToday()
            let play = try await server.as(sam).startPlay(challengeID: today.untimed.id).value
            let (pupil, teacher) = (try await device(folder, server, sam), try await device(folder, server, tina))
            let move = try removal(26, at: 0)
            for (device, round) in [(pupil, 1), (teacher, 1), (pupil, 2), (teacher, 2)] {
                if device === pupil {
                    try await device.replica.createMessage(assignmentID: id, text: "message \(round)")
                    try await device.replica.befriend(stub(bea))
                    let moves = [move, try removal(25, at: 1)]
                    try await device.replica.sendMoves(playID: play.id, moves: Array(moves.prefix(round)))
                } else {
                    let version = try #require(device.replica.assignments[id: id]?.version)
                    try await device.replica.setDraft(NewDraft(assignmentID: id, version: version, text: "draft \(round)"))
                }
                device.world.kill(at: place)
                do { try await device.replica.sync() } catch is Device.Killed {}
                // The killed process held the first write for 60 seconds.
                server.clock.advance(by: 61)
                for _ in 0..<2 { try await device.restart().sync() }
                #expect(device.replica.writes.isEmpty, "\(device.replica.writes)")
            }
            let entries = try await server.as(tina).listEntries(EntryQuery(assignmentID: id)).items
            #expect(entries.map(\.text) == ["message 1", "message 2"])
            let friends = try await server.as(bea).listFriends()
            #expect(friends.incoming.map(\.user.id) == [sam.id])
            let found = try await server.as(sam).showPlay(playID: play.id)
            let stored = try await server.as(tina).showAssignment(assignmentID: id)
            #expect(found.moves.count == 2 && stored.draft?.text == "draft 2")
        }
    }

    /// Shows rule 14.9.
    @Test("Writes that an older version of the app has stored are read")
    func stored() async throws {
        try await Folder.with { folder in
            let outbox = try OutboxFile(in: folder.url)
            let (room, comment) = (UUID(), UUID())
            let body = #"{"createComment":{"_0":{"roomID":"\#(room)","id":"\#(comment)","content":"kept","literal":false}}}"#
            try await outbox.database.write {
                try $0.execute(sql: "INSERT INTO writes (action, written_at) VALUES (?, 0)", arguments: [Data(body.utf8)])
            }
            let actions = try await outbox.entries().compactMap { $0.action as? WatchWrite }
            #expect(actions == [.createComment(NewComment(roomID: room, id: comment, content: "kept"))])
        }
    }
}

import Class
import DavenportAPI
import Demo
import Domain
import Foundation
import Play
import Secrets
import TestSupport
import Testing
import Watch

@Suite("The demo community", .generousTimeLimit)
struct DemoTests {
    @Test("Every user can log in with the printed password, and the first one is the owner")
    func accounts() async throws {
        try await DemoWorld.with { world in
            var roles: [Role] = []
            for email in world.accounts.emails { roles.append(try await world.logIn(email).role) }
            #expect(roles == [.owner, .member, .member, .member, .teacher, .student, .student, .student])
        }
    }

    @Test("Everybody has a phone, and Dora's is an Android device")
    func phones() async throws {
        try await DemoWorld.with { world in
            for email in world.accounts.emails {
                let kinds = try await world.devices(of: world.logIn(email)).map(\.kind)
                #expect(kinds == [email.hasPrefix("dora") ? .fcm : .apns], "\(email)")
            }
        }
    }

    @Test("Loading it twice has the same result as loading it once")
    func twice() async throws {
        try await DemoWorld.with { world in
            let owner = try await world.owner
            let before = try await world.rooms(of: owner)
            let hashed = world.hasher.hashCount
            let again = try await world.load()
            #expect(again.emails == world.accounts.emails)
            #expect(world.hasher.hashCount == hashed)
            #expect(try await world.rooms(of: owner) == before)
        }
    }

    @Test("The owner has something to watch, read, wait for and discuss, and an archive")
    func states() async throws {
        try await DemoWorld.with { world in
            let owner = try await world.owner
            let active = try await world.dashboard(of: owner).sections.flatMap(\.rooms)
            #expect(Set(active.map(\.attention)) == [.watch, .read, .wait, .discuss])
            #expect(Set(active.map(\.unreadCount)).count > 2)
            let archived = try await world.rooms(of: owner, archived: true)
            #expect(!archived.isEmpty)
            #expect(archived.allSatisfy { $0.archived })
            #expect(Set(active.map(\.id)).isDisjoint(with: archived.map(\.id)))
        }
    }

    @Test("The teacher has an assignment in each state, a late one, a draft, something to read, and an archive")
    func lessons() async throws {
        try await DemoWorld.with { world in
            let teacher = try await world.logIn("greta@example.org")
            let tasks = try await world.tasks(of: teacher)
            #expect(tasks.count == 3 && tasks.allSatisfy { $0.completedAt == nil })
            var assignments: [Assignment] = []
            for task in tasks { assignments += try await world.assignments(of: task, teacher) }
            #expect(tasks.contains { task in assignments.allSatisfy { $0.task.id != task.id } }, "a draft")
            #expect(Set(assignments.map(\.state)) == Set(AssignmentState.allCases))
            #expect(assignments.contains(where: \.missing) && assignments.contains { $0.evaluation?.points != nil })
            #expect(Set(assignments.map(\.attention)) == [.review, .read, .none])
            #expect(Set(assignments.map(\.student.username)).count == 3)
            let archived = try await world.tasks(of: teacher, archived: true)
            #expect(archived.count == 1 && archived[0].counts.done == 2)
            for email in world.accounts.emails.suffix(3) {
                let student = try await world.logIn(email)
                let mine = try await world.serving.listAssignments(student, AssignmentQuery()).items
                #expect(Set(mine.map(\.id)) == Set(assignments.filter { $0.student.id == student.userID }.map(\.id)))
            }
        }
    }

    @Test("The friends have played a fortnight of puzzles; the owner can play today's and a friend's challenge")
    func puzzles() async throws {
        try await DemoWorld.with { world in
            let owner = try await world.owner
            let today = try await world.serving.showToday(owner, NoInput())
            #expect(today.timed.mine == nil && today.untimed.mine == nil && today.streak == 6)
            let mine = try await world.serving.showPlayProfile(owner, NoInput())
            #expect(mine.daysPlayed == 11 && mine.longestStreak == 6 && mine.bestTimed != nil && mine.bestUntimed != nil)
            let history = try await world.serving.listChallenges(owner, ChallengeQuery(limit: 100)).items
            #expect(history.count { $0.kind == .daily } >= 26 && history.allSatisfy { $0.startsAt <= world.now })
            let own = try #require(history.first { $0.kind == .own })
            #expect(own.mine == nil && own.playCount == 2 && own.maker?.username == "bea" && own.code != nil)
            for mode in PlayMode.allCases {
                let board = try await world.serving.listPlayBoard(owner, PlayBoardQuery(mode: mode, period: .all)).items
                #expect(Set(board.map(\.user?.username)) == ["ada", "bea", "cem", "dora"])
                #expect(board.allSatisfy { $0.days >= 1 && $0.score > 0 })
            }
        }
    }

    @Test("Two groups watch the same series; there are films, and a subject that no catalogue has")
    func groups() async throws {
        try await DemoWorld.with { world in
            let groups = try await world.dashboard(of: world.owner).sections.map(\.group)
            let byShow = Dictionary(grouping: groups.filter { $0.kind == .tv }, by: \.showID)
            #expect(byShow.values.contains { Set($0.map { Set($0.members.map(\.id)) }).count == 2 })
            #expect(Set(groups.map(\.kind)) == [.tv, .movie, .custom])
        }
    }

    @Test("The owner has paused eleven minutes into an episode that others talk about")
    func timeline() async throws {
        try await DemoWorld.with { world in
            let rooms = try await world.rooms(of: world.owner)
            let paused = try #require(rooms.first { $0.position != nil })
            #expect(paused.position?.seconds == 660 && paused.position?.running == false && paused.attention == .watch)
            #expect(paused.commentCount > 5)
            let comments = try await world.serving.listComments(world.owner, CommentQuery(roomID: paused.id)).items
            #expect(comments.flatMap { $0.mentions ?? [] }.map(\.text) == ["@ada"])
            #expect(comments.flatMap { $0.reactions ?? [] }.map(\.emoji) == ["🐐"])
            let recital = try #require(rooms.first { $0.subject == .custom(title: "Dora's recital, as filmed by Cem") })
            let said = try await world.serving.listComments(world.owner, CommentQuery(roomID: recital.id)).items
            let lines = try await world.serving.listCues(world.owner, CueQuery(roomID: recital.id, language: "en")).items
            #expect(recital.subtitles == ["en"] && lines.count == 6 && lines[1].text == "Please don't lean on either.")
            #expect(said.compactMap(\.quote) == lines[2...2].map(\.text))
            let answered = said.compactMap(\.replyTo)
            #expect(said.filter { answered.contains($0.id) }.map(\.content) == ["sorry, that is my chair"])
        }
    }

    @Test("Everything happened in the past fortnight")
    func fortnight() async throws {
        try await DemoWorld.with { world in
            var rooms: [Room] = []
            for email in world.accounts.emails { rooms += try await world.rooms(of: world.logIn(email)) }
            #expect(!rooms.isEmpty)
            for room in rooms {
                #expect(room.lastActivityAt <= world.now)
                #expect(room.createdAt >= world.now - 14 * 86_400)
            }
        }
    }
}

import Class
import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 11: an assignment compared with a plain model")
struct SimulationTests {
    /// The number of actions per seed: 10,000 in all.
    private static let count = 1000

    /// Shows rules 5.10, 7.1, 9.4, 11.12, 11.14 and 11.20.
    @Test(
        "State, attempt, version, gapless numbers and unread counts equal the model's after random actions",
        arguments: Array<UInt64>(1...10)
    )
    func agree(seed: UInt64) async throws {
        try await Classroom.with { room in
            let coTeacher = try await room.server.teacher("toni")
            let task = try await room.task(maxPoints: 10)
            _ = try await room.server.as(room.teacher).addTeacher(taskID: task.id, userID: coTeacher.id)
            let id = try await room.assignment(of: task).id
            var simulation = try await Simulation(
                server: room.server, people: [room.student, room.teacher, coTeacher], assignmentID: id, taskID: task.id, seed: seed)
            for step in 0..<Self.count {
                try await simulation.step()
                if step % 50 == 0 { try await simulation.compare() }
            }
            try await simulation.compare()
            #expect(try await room.server.database.wrongDerivedColumns() == [])
        }
    }
}

/// Applies random actions to one assignment and to a model of it. It calls the use cases directly: that many HTTP
/// requests would take minutes, most of them for JSON and its schemas, which other tests check.
private struct Simulation {
    let server: TestServer
    let useCases: UseCases
    /// The student comes first.
    let people: [Caller]
    let assignmentID: UUID
    let taskID: UUID
    var model = EntryModel()
    var ids: [UUID] = []
    var random: SplitMix64

    init(server: TestServer, people: [Person], assignmentID: UUID, taskID: UUID, seed: UInt64) async throws {
        (self.server, self.assignmentID, self.taskID) = (server, assignmentID, taskID)
        useCases = UseCases(
            database: Database(pool: server.database.app, clock: server.clock.wall), passwords: server.hasher, logger: .quiet)
        var callers: [Caller] = []
        for person in people { callers.append(try await useCases.authenticate(token: person.token)) }
        self.people = callers
        random = SplitMix64(seed: seed)
    }

    /// Returns the problem code that a call ends with, nil if it succeeds.
    private func refusal(of call: () async throws -> Void) async throws -> Problem.Code? {
        do {
            try await call()
            return nil
        } catch let problem as Problem {
            return problem.code
        }
    }

    mutating func step() async throws {
        server.clock.advance(by: 1)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<70: try await act()
        case 70..<80: try await read()
        case 80..<88: try await draft()
        case 88..<97: try await delete()
        default: try await close()
        }
    }

    private mutating func act() async throws {
        let person = Int.random(in: 0..<people.count, using: &random)
        let action = EntryAction.allCases.randomElement(using: &random) ?? .message
        let version = max(0, model.version - (Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0))
        let before = model
        let isDone = model.act(action, by: person, version: version)
        let entry = NewEntry(
            assignmentID: assignmentID, action: action, version: [.return, .complete, .evaluate].contains(action) ? version : nil,
            text: action == .message ? "hello" : nil, points: [.complete, .evaluate].contains(action) ? 5 : nil,
            extendedTo: action == .extend ? .set("2026-04-01T18:00:00Z".date) : .keep)
        do {
            let made = try await useCases.createEntry(people[person], entry).value
            guard isDone else { throw Difference("\(action) by \(person) was done in \(before.state)") }
            ids.append(made.entry.id)
            try expect(
                "\(made.entry.number) \(made.assignment.state) \(made.assignment.attempt) \(made.assignment.unreadCount)",
                "\(model.entries.count) \(model.state) \(model.attempt) \(model.unread(person))", "\(action) by \(person)")
        } catch let problem as Problem {
            guard !isDone else { throw Difference("\(action) by \(person) was refused in \(before.state): \(problem)") }
        }
    }

    private mutating func read() async throws {
        guard !ids.isEmpty else { return }
        let (person, index) = (Int.random(in: 0..<people.count, using: &random), Int.random(in: 0..<ids.count, using: &random))
        model.read(person, upTo: index + 1)
        let left = try await useCases.markEntriesRead(
            people[person], EntryReadMark(assignmentID: assignmentID, entryID: ids[index])
        ).unreadCount
        try expect("\(left)", "\(model.unread(person))", "unread by \(person)")
    }

    private mutating func draft() async throws {
        let version = max(0, model.version - (Int.random(in: 0..<4, using: &random) == 0 ? 1 : 0))
        let isDone = model.draft(version: version)
        let person = people[Int.random(in: 1...2, using: &random)]
        let code = try await refusal {
            _ = try await useCases.setDraft(person, NewDraft(assignmentID: assignmentID, version: version, points: 3))
        }
        try expect("\(code == nil)", "\(isDone)", "a draft: \(String(describing: code))")
    }

    private mutating func delete() async throws {
        guard !ids.isEmpty else { return }
        let (person, index) = (Int.random(in: 0..<people.count, using: &random), Int.random(in: 0..<ids.count, using: &random))
        let isDone = model.delete(index, by: person)
        let code = try await refusal {
            _ = try await useCases.deleteEntry(people[person], EntryReference(assignmentID: assignmentID, entryID: ids[index]))
        }
        try expect("\(code == nil)", "\(isDone)", "deleting \(index + 1) by \(person): \(String(describing: code))")
    }

    private mutating func close() async throws {
        model.isClosed = !model.isClosed && Int.random(in: 0..<3, using: &random) == 0
        _ = try await useCases.changeTask(people[1], TaskChange(taskID: taskID, closed: model.isClosed))
    }

    /// Compares each participant's whole view with the model.
    func compare() async throws {
        for (person, somebody) in people.enumerated() {
            let seen = try await useCases.showAssignment(somebody, AssignmentReference(assignmentID: assignmentID))
            try expect(
                "\(seen.state) \(seen.attempt) \(seen.unreadCount) \(seen.readNumber) \(seen.closed) \(seen.openedAt != nil)",
                "\(model.state) \(model.attempt) \(model.unread(person)) \(model.read[person, default: 0]) \(model.isClosed) "
                    + "\(model.isOpened && model.attempt > 0)", "what \(person) sees")
            let version: Int? = person == 0 ? nil : model.version
            try expect(String(describing: seen.version), String(describing: version), "version for \(person)")
            try expect("\(seen.draft != nil)", "\(person > 0 && model.hasDraft)", "the draft for \(person)")
        }
        var (numbers, query): ([Int], EntryQuery) = ([], EntryQuery(assignmentID: assignmentID, limit: 500))
        repeat {
            let page = try await useCases.listEntries(people[0], query)
            numbers += page.items.map(\.number)
            query.after = page.next
        } while query.after != nil
        try expect("\(numbers)", "\(model.entries.filter { !$0.deleted }.map(\.number))", "the history")
    }

    private func expect(_ seen: String, _ expected: String, _ what: String) throws {
        if seen != expected { throw Difference("\(what): \(seen), expected \(expected), after \(model.entries.count) entries") }
    }

    private struct Difference: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}

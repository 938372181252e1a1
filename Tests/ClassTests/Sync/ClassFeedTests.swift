import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 13: assignments in the sync feed")
struct ClassFeedTests {
    /// Shows rule 13.11.
    @Test("With every page limit both sides sync the assignments of their lists, and the entries of those not archived")
    func limits() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            var active: Set<UUID> = []
            for number in 0..<4 {
                let task = try await room.task("\(number)")
                for student in room.students {
                    let id = try await room.assignment(of: task, for: student).id
                    for text in ["one", "two", "three"] { try await server.act(student, .message, on: id, text: text) }
                    try await server.act(room.teacher, number == 0 ? .excuse : .message, on: id)
                    if number > 0 { active.insert(id) }
                }
                if number == 0 { server.clock.advance(by: 8 * 86_400) }
            }
            for person in [room.teacher, room.student] {
                let listed = try await room.listed(person)
                #expect(listed.count == (person.id == room.teacher.id ? 8 : 4) && listed.values.contains { $0.archived })
                let mine = active.intersection(listed.keys)
                var entries: [UUID: Entry] = [:]
                for id in mine {
                    let list = try await server.as(person).listEntries(EntryQuery(assignmentID: id, limit: 500))
                    for entry in list.items { entries[entry.id] = entry }
                }
                for limit in [1, 7, 500] {
                    var follower = room.follower(person)
                    let synced = try await follower.follow(limit: limit)
                    #expect(synced.assignments.count == listed.count && follower.assignments == listed, "limit \(limit)")
                    #expect(synced.entries.count == entries.count && follower.entries == entries, "limit \(limit)")
                    #expect(synced.completeAssignments.count == mine.count && follower.completeAssignments == mine, "limit \(limit)")
                    #expect(synced.pages >= (listed.count + entries.count) / limit, "limit \(limit)")
                    #expect(try await follower.follow(limit: limit).isEmpty)
                }
            }
        }
    }

    /// Shows rule 13.12.
    @Test("An action syncs to both sides, a marker to its reader alone, a draft to the teachers alone, also when archived")
    func sides() async throws {
        try await Classroom.with { room in
            let server = room.server
            for isArchived in [false, true] {
                let task = try await room.task(isArchived ? "old" : "new")
                let id = try await room.assignment(of: task).id
                try await server.act(room.student, .submit, on: id)
                if isArchived {
                    try await server.act(room.teacher, .complete, on: id)
                    server.clock.advance(by: 8 * 86_400)
                }
                var (tina, sam) = (try await room.started(room.teacher), try await room.started(room.student))
                let said = try await server.act(room.student, .message, on: id).entry
                for synced in [try await tina.follow(), try await sam.follow()] {
                    #expect(synced.assignments == [id] && synced.entries == [said.id] && synced.completeAssignments.isEmpty)
                }
                #expect(tina.assignments[id]?.unreadCount == 2 && sam.assignments[id]?.unreadCount == (isArchived ? 1 : 0))
                #expect(sam.assignments[id]?.version == nil && tina.assignments[id]?.version != nil)

                _ = try await server.as(room.teacher).markEntriesRead(assignmentID: id, entryID: said.id)
                #expect(try await tina.follow().assignments == [id])
                #expect(tina.assignments[id]?.unreadCount == 0)
                // A student who has submitted learns that the attempt was opened.
                #expect(try await sam.follow().assignments == (isArchived ? [] : [id]))
                _ = try await server.as(room.student).markEntriesRead(assignmentID: id, entryID: said.id)
                #expect(try await tina.follow().isEmpty)
                #expect(try await sam.follow().assignments == [id])

                let version = try #require(tina.assignments[id]?.version)
                _ = try await server.as(room.teacher).setDraft(NewDraft(assignmentID: id, version: version, text: "secret"))
                #expect(try await sam.follow().isEmpty, "nobody who hands in learns of a draft")
                #expect(try await tina.follow().assignments == [id])
                #expect(tina.assignments[id]?.version == version + 1 && tina.assignments[id]?.draft == nil)

                _ = try await server.as(room.student).deleteEntry(assignmentID: id, entryID: said.id)
                for synced in [try await tina.follow(), try await sam.follow()] {
                    #expect(synced.assignments == [id] && synced.entries.isEmpty && synced.removedEntries == [said.id])
                }
                try await server.act(room.teacher, isArchived ? .reopen : .return, on: id)
                for synced in [try await tina.follow(), try await sam.follow()] {
                    #expect(synced.assignments == [id] && synced.entries.count == 1)
                }
                #expect(sam.assignments[id]?.state == .returned && sam.assignments[id]?.archived == false)
                let listed = try await room.listed(room.student)
                #expect(sam.assignments == listed)
                for synced in [try await tina.follow(), try await sam.follow()] { #expect(synced.isEmpty) }
            }
        }
    }

    /// Shows rule 13.12.
    @Test("An assignment syncs to its student when it opens and to both when it becomes missing, and not before")
    func moments() async throws {
        try await Classroom.with { room in
            let (server, now) = (room.server, "2026-03-01T12:00:00Z")
            server.at(now)
            var (tina, sam) = (try await room.started(room.teacher), try await room.started(room.student))
            let task = try await room.task(opensAt: "2026-03-01T13:00:00Z".date, dueAt: "2026-03-01T14:00:00Z".date)
            let excused = try await room.assignment(of: try await room.task("easy", opensAt: "2026-03-01T13:00:00Z".date)).id
            let id = try await room.assignment(of: task).id
            let said = try await server.act(room.teacher, .message, on: id).entry
            try await server.act(room.teacher, .excuse, on: excused)
            let early = try await tina.follow()
            #expect(Set(early.assignments) == [id, excused] && early.completeAssignments.count == 2 && early.entries.count == 2)
            server.at("2026-03-01T12:59:59.999Z")
            #expect(try await sam.follow().isEmpty)
            server.at("2026-03-01T13:00:00Z")
            #expect(try await tina.follow().isEmpty)
            let opened = try await sam.follow(limit: 1)
            #expect(Set(opened.assignments) == [id, excused] && Set(opened.completeAssignments) == [id, excused])
            #expect(opened.entries.count == 2 && sam.entries[said.id] != nil && sam.assignments[id]?.missing == false)
            server.at("2026-03-01T14:00:59.999Z")
            for synced in [try await tina.follow(), try await sam.follow()] { #expect(synced.isEmpty) }
            server.at("2026-03-01T14:01:00Z")
            for synced in [try await tina.follow(), try await sam.follow()] {
                #expect(synced.assignments == [id] && synced.entries.isEmpty)
            }
            #expect(tina.assignments[id]?.missing == true && sam.assignments[id]?.missing == true)
            for synced in [try await tina.follow(), try await sam.follow()] { #expect(synced.isEmpty) }
        }
    }

    /// Shows rule 13.12.
    @Test("A change of a task's description or files syncs its assignments, although lists don't have these fields")
    func taskDetails() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let task = try await room.task()
            let id = try await room.assignment(of: task).id
            let file = try await server.file(room.teacher)
            var sam = try await room.started(room.student)
            let described = TaskChange(taskID: task.id, description: .set("Slowly."))
            for change in [described, TaskChange(taskID: task.id, fileIDs: .set([file.id]))] {
                server.clock.advance(by: 60)
                _ = try await tina.changeTask(change)
                let synced = try await sam.follow()
                #expect(synced.assignments == [id])
            }
        }
    }

    /// Shows rule 13.12.
    @Test("An assignment that opens or is created during a pass syncs in the next pass, once")
    func opensMeanwhile() async throws {
        try await Classroom.with { room in
            let server = room.server
            server.at("2026-03-01T12:00:00Z")
            for number in 0..<3 { _ = try await room.task("\(number)") }
            let late = try await room.assignment(of: try await room.task("late", opensAt: "2026-03-01T13:00:00Z".date)).id
            try await server.act(room.teacher, .message, on: late)
            var sam = room.follower(room.student)
            try await sam.page(limit: 1)
            server.at("2026-03-01T13:30:00Z")
            let new = try await room.assignment(of: try await room.task("new")).id
            let rest = try await sam.follow(limit: 1)
            #expect(Set(rest.assignments + rest.completeAssignments).isDisjoint(with: [late, new]))
            let next = try await sam.follow()
            #expect(next.assignments.count == 2 && Set(next.assignments) == [late, new])
            #expect(Set(next.completeAssignments) == [late, new] && next.entries.count == 1)
            #expect(try await sam.follow().isEmpty)
        }
    }

    /// Shows rule 13.13.
    @Test("A withdrawn, deleted or left assignment, or one of a deleted student, is removed from the feed with its entries")
    func gone() async throws {
        try await Classroom.with(students: 3) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let toni = try await server.teacher("toni")
            let (task, other) = (try await room.task(), try await room.task("other"))
            let hidden = try await room.task("hidden", opensAt: server.clock.now.addingTimeInterval(86_400))
            server.clock.advance(by: 1)
            _ = try await tina.addTeacher(taskID: task.id, userID: toni.id)
            let ids = try await tina.listTaskAssignments(taskID: task.id).items.map { ($0.student.id, $0.id) }
            let mine = Dictionary(uniqueKeysWithValues: ids)
            let others = try await tina.listTaskAssignments(taskID: other.id).items.map(\.id)
            var followers = [
                try await room.started(room.teacher), try await room.started(toni), try await room.started(room.students[0]),
                try await room.started(room.students[1]),
            ]
            _ = try await tina.withdrawAssignment(taskID: task.id, userID: room.students[0].id)
            let withdrawn = try #require(mine[room.students[0].id])
            for (index, expected) in [[withdrawn], [withdrawn], [withdrawn], []].enumerated() {
                #expect(try await followers[index].follow().removedAssignments == expected, "\(index)")
            }
            _ = try await tina.deleteTask(taskID: other.id)
            #expect(Set(try await followers[0].follow().removedAssignments) == Set(others))
            #expect(try await followers[1].follow().isEmpty)
            for index in 2...3 { #expect(try await followers[index].follow().removedAssignments.count == 1) }
            _ = try await tina.withdrawAssignment(taskID: hidden.id, userID: room.students[0].id)
            #expect(try await followers[2].follow().isEmpty, "a client gets no removal of what it never saw")
            #expect(try await followers[0].follow().removedAssignments.count == 1)

            let left = try #require(mine[room.students[1].id])
            try await server.act(room.students[1], .message, on: left)
            #expect(try await server.delete(room.students[2]).status == 204)
            let deleted = try #require(mine[room.students[2].id])
            #expect(try await followers[1].follow().removedAssignments == [deleted])
            try await followers[3].follow()
            _ = try await server.as(toni).removeTeacher(taskID: task.id, userID: toni.id)
            let synced = try await followers[1].follow()
            #expect(synced.removedAssignments == [left] && followers[1].assignments.isEmpty && followers[1].entries.isEmpty)
            #expect(try await followers[3].follow().assignments == [left], "its teachers are others")
            _ = try await tina.addTeacher(taskID: task.id, userID: toni.id)
            #expect(try await followers[3].follow().assignments == [left], "and are again as they were")
            _ = try await server.as(toni).removeTeacher(taskID: task.id, userID: toni.id)
            _ = try await tina.addTeacher(taskID: task.id, userID: toni.id)
            let again = try await followers[1].follow()
            #expect(again.removedAssignments.isEmpty && again.assignments == [left] && again.completeAssignments == [left])
            _ = try await server.as(toni).removeTeacher(taskID: task.id, userID: toni.id)
            #expect(try await followers[1].follow().removedAssignments == [left], "once more")
            for index in followers.indices { try await followers[index].follow() }
            for (person, follower) in zip([room.teacher, toni, room.students[0], room.students[1]], followers) {
                #expect(follower.assignments == (try await room.listed(person)))
            }
        }
    }

    @Test("A teacher's marker syncs to that teacher alone, if there is no attempt that reading would open")
    func marker() async throws {
        try await Classroom.with { room in
            let id = try await room.assignment(of: try await room.task()).id
            let said = try await room.server.act(room.student, .message, on: id).entry
            var (tina, sam) = (try await room.started(room.teacher), try await room.started(room.student))
            _ = try await room.server.as(room.teacher).markEntriesRead(assignmentID: id, entryID: said.id)
            #expect(try await tina.follow().assignments == [id])
            #expect(tina.assignments[id]?.unreadCount == 0)
            #expect(try await sam.follow().isEmpty)
        }
    }

    @Test("A new teacher of a completed assignment gets it, with its entries unless it is archived")
    func joining() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let toni = try await server.teacher("toni")
            for isArchived in [false, true] {
                let task = try await room.task()
                let id = try await room.assignment(of: task).id
                try await server.act(room.teacher, .excuse, on: id)
                if isArchived { server.clock.advance(by: 8 * 86_400) }
                var follower = try await room.started(toni)
                _ = try await tina.addTeacher(taskID: task.id, userID: toni.id)
                let synced = try await follower.follow()
                #expect(synced.assignments == [id] && synced.entries.count == (isArchived ? 0 : 1))
                #expect(synced.completeAssignments == (isArchived ? [] : [id]))
            }
        }
    }

    /// Shows rules 13.12 and 13.13.
    @Test("A change of the task, its teachers or its end syncs to all, as does a teacher's deletion; a changed role restarts the feed")
    func around() async throws {
        try await Classroom.with { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            let toni = try await server.teacher("toni")
            let task = try await room.task()
            server.clock.advance(by: 1)
            _ = try await tina.addTeacher(taskID: task.id, userID: toni.id)
            let id = try await room.assignment(of: task).id
            let said = try await server.act(room.teacher, .message, on: id).entry
            var (one, sam) = (try await room.started(toni), try await room.started(room.student))
            let changes: [() async throws -> Void] = [
                { _ = try await tina.changeTask(TaskChange(taskID: task.id, title: "The Estampie")) },
                { _ = try await tina.changeTask(TaskChange(taskID: task.id, dueAt: .set(server.clock.now.addingTimeInterval(86_400)))) },
                { _ = try await tina.changeTask(TaskChange(taskID: task.id, closed: true)) },
                { _ = try await tina.changeTask(TaskChange(taskID: task.id, closed: false)) },
                { _ = try await tina.removeStudent(userID: room.student.id) },
                { _ = try await tina.addStudent(userID: room.student.id) },
            ]
            for (number, change) in changes.enumerated() {
                try await change()
                for synced in [try await one.follow(), try await sam.follow()] { #expect(synced.assignments == [id], "\(number)") }
                #expect(sam.assignments == (try await room.listed(room.student)), "\(number)")
                #expect(one.assignments == (try await room.listed(toni)), "\(number)")
            }
            #expect(try await server.delete(room.teacher).status == 204)
            for synced in [try await one.follow(), try await sam.follow()] {
                #expect(synced.assignments == [id] && synced.entries == [said.id])
            }
            #expect(sam.entries[said.id]?.author == nil && sam.assignments[id]?.task.teachers.map(\.id) == [toni.id])
            #expect(sam.assignments == (try await room.listed(room.student)))

            try await server.rows("UPDATE users SET role = 'member' WHERE id = \(toni.id)")
            #expect(try await refusal { try await server.as(toni).listChanges(ChangesQuery(since: one.cursor)) } == .resyncRequired)
            one.forget()
            #expect(try await one.follow().assignments.isEmpty)
        }
    }

    /// Shows rule 13.11.
    @Test("A transaction that stays open is synced after its commit, and delays no other change")
    func held() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let task = try await room.task()
            let (held, other) = (
                try await room.assignment(of: task).id, try await room.assignment(of: task, for: room.students[1]).id
            )
            var tina = try await room.started(room.teacher)
            let late = UUID()
            var (said, synced) = ([UUID](), [UUID]())
            let entered: SQL = "SELECT enter(\(server.tenant.id), \(server.clock.now))"
            try await server.database.owner.transaction(opening: [entered]) { transaction in
                try await transaction.query(
                    """
                    INSERT INTO entries (tenant_id, id, assignment_id, number, action, author_id, text, request_digest)
                    VALUES (\(server.tenant.id), \(late), \(held), 1, 'message', \(room.student.id), 'held', '')
                    """)
                for number in 0..<5 {
                    said.append(try await server.act(room.students[1], .message, on: other, text: "\(number)").entry.id)
                    synced += try await tina.follow().entries
                    #expect(synced == said)
                }
            }
            #expect(try await tina.follow().entries == [late])
            #expect(try await tina.follow().isEmpty)
        }
    }

    /// Shows rule 13.11.
    @Test("A long poll returns at once when an assignment of the client changes")
    func waiting() async throws {
        try await Classroom.with { room in
            let id = try await room.assignment(of: try await room.task()).id
            let tina = try await room.started(room.teacher)
            let since = try #require(tina.cursor)
            async let answer = room.server.as(room.teacher).listChanges(ChangesQuery(since: since, wait: 25))
            try await eventually("a request waits") { room.server.changeNotifier.longPolls.count == 1 }
            let said = try await room.server.act(room.student, .message, on: id).entry
            #expect(try await answer.entries?.items.map(\.id) == [said.id])
        }
    }
}

extension Classroom {
    fileprivate func follower(_ person: Person) -> Follower { Follower(server.as(person)) }

    /// Returns a client that has synced everything.
    fileprivate func started(_ person: Person) async throws -> Follower {
        var follower = follower(person)
        try await follower.follow()
        return follower
    }

    /// Returns the assignments of the person's lists, archived ones included.
    fileprivate func listed(_ person: Person) async throws -> [UUID: Assignment] {
        let client = server.as(person)
        var all: [Assignment] = []
        for archived in [false, true] {
            all += try await client.listAssignments(AssignmentQuery(archived: archived, limit: 100)).items
            guard !students.contains(where: { $0.id == person.id }) else { continue }
            for task in try await client.listTasks(TaskQuery(archived: archived, limit: 100)).items {
                all += try await client.listTaskAssignments(taskID: task.id).items
            }
        }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
    }
}

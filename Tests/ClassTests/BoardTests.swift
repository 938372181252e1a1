import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: the board")
struct BoardTests {
    /// Shows rule 11.51.
    @Test("The board shows a teacher's active tasks by due time, their students and a cell for each assignment, but no drafts")
    func cells() async throws {
        try await Classroom.with(students: 2) { room in
            let (server, now) = (room.server, room.server.clock.now)
            let undue = try await room.task("undue", for: [room.students[1]])
            let due = try await room.task("due", maxPoints: 10, dueAt: now + 60)
            _ = try await room.task("draft", for: [])
            let toni = try await server.teacher("toni")
            _ = try await server.as(toni).createTask(NewTask(title: "another's"))
            let (one, two) = (try await room.assignment(of: due).id, try await room.assignment(of: due, for: room.students[1]).id)
            let other = try await room.assignment(of: undue, for: room.students[1]).id
            server.clock.advance(by: 120)
            try await server.act(room.student, .submit, on: one)
            try await server.act(room.student, .message, on: one)
            try await server.act(room.teacher, .return, on: one, points: Hundredths(count: 725))
            try await server.act(room.teacher, .complete, on: other, word: "good")
            let board = try await server.as(room.teacher).showBoard(PageQuery())
            #expect(board.tasks.map(\.title) == ["due", "undue"] && board.next == nil)
            #expect(board.tasks[0].counts.late == 1 && board.tasks[0].counts.missing == 1 && board.tasks[0].description == nil)
            #expect(board.students.map(\.username) == ["sam0", "sam1"] && board.students.allSatisfy { $0.createdAt != nil })
            let cell = { (id: UUID, task: ClassTask, student: Person, state: AssignmentState) in
                (id, task.id, student.id, state)
            }
            let seen = board.cells.map { ($0.assignmentID, $0.taskID, $0.userID, $0.state) }
            let expected = [
                cell(one, due, room.student, .returned), cell(two, due, room.students[1], .todo),
                cell(other, undue, room.students[1], .done),
            ]
            #expect(seen.count == 3 && zip(seen, expected).allSatisfy { $0 == $1 })
            #expect(board.cells.map(\.late) == [true, false, false] && board.cells.map(\.missing) == [false, true, false])
            #expect(board.cells.map(\.unreadCount) == [2, 0, 0] && board.cells.map(\.closed) == [false, false, false])
            #expect(board.cells.map(\.points) == [Hundredths(count: 725), nil, nil] && board.cells.map(\.word) == [nil, nil, "good"])
        }
    }

    /// Shows rule 11.51.
    @Test("A cell agrees with the assignment itself, and pages of tasks neither skip nor repeat any")
    func pages() async throws {
        try await Classroom.with(students: 3) { room in
            let (server, tina) = (room.server, room.server.as(room.teacher))
            for number in 0..<5 {
                _ = try await room.task("task \(number)", dueAt: number % 2 == 0 ? nil : server.clock.now + Double(number) * 3600)
            }
            for (index, cell) in try await tina.showBoard(PageQuery()).cells.enumerated() where index % 2 == 0 {
                let student = try #require(room.students.first { $0.id == cell.userID })
                try await server.act(student, index % 4 == 0 ? .submit : .message, on: cell.assignmentID)
            }
            let whole = try await tina.showBoard(PageQuery())
            var (boards, query): ([Board], PageQuery) = ([], PageQuery(limit: 2))
            repeat {
                boards.append(try await tina.showBoard(query))
                query.after = boards.last?.next
            } while query.after != nil
            #expect(boards.map(\.tasks.count) == [2, 2, 1])
            #expect(boards.flatMap(\.tasks) == whole.tasks && boards.flatMap(\.cells) == whole.cells && whole.cells.count == 15)
            #expect(whole.tasks.map(\.title).prefix(2) == ["task 1", "task 3"], "due ones come first")
            for cell in whole.cells {
                let seen = try await tina.showAssignment(assignmentID: cell.assignmentID)
                #expect(seen.task.id == cell.taskID && seen.student.id == cell.userID && seen.state == cell.state)
                #expect(seen.unreadCount == cell.unreadCount && seen.late == cell.late && seen.missing == cell.missing)
            }
        }
    }

    /// Shows rule 11.51.
    @Test("An archived task leaves the board, and a former teacher of a task no longer sees it there")
    func gone() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task()
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let board = { (person: Person) in try await server.as(person).showBoard(PageQuery()) }
            let shared = try await board(toni)
            #expect(try await shared.cells == board(room.teacher).cells)
            #expect(shared.cells.count == 1 && shared.tasks.map(\.id) == [task.id])
            _ = try await server.as(toni).removeTeacher(taskID: task.id, userID: toni.id)
            #expect(try await board(toni) == Board(tasks: [], students: [], cells: [], next: nil))
            #expect(try await refusal { try await board(room.student) } == .forbidden)
            _ = try await server.as(room.teacher).changeTask(TaskChange(taskID: task.id, closed: true))
            server.clock.advance(by: 7 * 86_400 - 0.001)
            #expect(try await board(room.teacher).cells.map(\.closed) == [true])
            server.clock.advance(by: 0.001)
            #expect(try await board(room.teacher).cells.isEmpty)
        }
    }

    /// Shows rule 11.51.
    @Test("A board of 30 students and 40 tasks reads at most 2,000 pages, and hardly more beside 4,000 archived tasks")
    func cost() async throws {
        // The database must be unused: dead rows that another test left would be read too.
        try await TestDatabase.with(isUnused: true) { database in
            try await Classroom.with(in: database) { room in
                let crowd = ClassCrowd(server: room.server, teacher: room.teacher)
                try await crowd.addOtherTeachers(100)
                try await crowd.addStudents(30)
                try await crowd.addTasks(40, students: 30)
                let ((tasks, cells), people) = (try await crowd.costOfBoard(), try await crowd.costOfPeople())
                #expect(cells.rows == 1200 && tasks.rows == 40)
                #expect(cells.pages + tasks.pages <= 2000, "cells: \(cells.pages), tasks: \(tasks.pages)\n\(cells.plan)\n\(tasks.plan)")
                try await crowd.addTasks(4000, students: 3, isArchived: true)
                let ((moreTasks, moreCells), morePeople) = (try await crowd.costOfBoard(), try await crowd.costOfPeople())
                #expect(moreTasks.rows == 40 && moreCells.rows == 1200)
                #expect(
                    Double(moreCells.pages + moreTasks.pages) <= 1.3 * Double(cells.pages + tasks.pages),
                    "cells: \(cells.pages) and \(moreCells.pages), tasks: \(tasks.pages) and \(moreTasks.pages)\n\(moreCells.plan)\n\(moreTasks.plan)"
                )
                #expect(morePeople.rows == people.rows && people.rows == 18)
                #expect(
                    Double(morePeople.pages) <= 1.3 * Double(people.pages), "\(people.pages) and \(morePeople.pages)\n\(morePeople.plan)")
            }
        }
    }
}

import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: evaluations and their drafts")
struct EvaluationTests {
    /// Shows rule 11.29.
    @Test("An evaluation has points to two decimals if its task has points, else a word; the other one is refused")
    func pointsOrWord() async throws {
        try await Classroom.with { room in
            let server = room.server
            let (withPoints, without) = (
                try await room.assignment(of: try await room.task(maxPoints: 10)).id,
                try await room.assignment(of: try await room.task()).id
            )
            for (id, points, word, code) in [
                (withPoints, nil, "good", Problem.Code.invalid), (withPoints, Hundredths(count: 1001), nil, .invalid),
                (withPoints, Hundredths(count: 725), nil, nil), (without, 5, nil, .invalid), (without, nil, "good", nil),
            ] as [(UUID, Hundredths?, String?, Problem.Code?)] {
                #expect(try await refusal { try await server.act(room.teacher, .complete, on: id, points: points, word: word) } == code)
            }
            let answer = try await server.call(.get, "/v1/assignments/\(withPoints)", token: room.student.token)
            #expect(answer.text.contains(#""points":7.25"#) && answer.text.contains(#""attempt":0"#))
            #expect(try await server.assignment(without, seenBy: room.student).evaluation?.word == "good")
        }
    }

    /// Shows rules 11.29 and 11.30.
    @Test("Completing requires points if the task has them; returning doesn't, and an evaluation can't be empty")
    func needed() async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task(maxPoints: 10)).id
            let body: Body = ["action": "complete", "version": 0]
            let path = "/v1/assignments/\(id)/entries"
            #expect(try await server.call(.post, path, token: room.teacher.token, json: body).faultyFields == ["points"])
            #expect(
                try await server.call(.post, path, token: room.teacher.token, json: ["action": "complete", "points": 1] as Body)
                    .faultyFields == ["version"])
            try await server.act(room.student, .submit, on: id)
            #expect(try await server.act(room.teacher, .return, on: id).assignment.evaluation == nil)
            #expect(try await refusal { try await server.act(room.teacher, .evaluate, on: id) } == .invalid)
            #expect(try await server.act(room.teacher, .evaluate, on: id, text: "so far").assignment.evaluation?.text == "so far")
            try await server.act(room.teacher, .complete, on: id, points: 8)
            #expect(try await refusal { try await server.act(room.teacher, .evaluate, on: id, text: "no points") } == .invalid)
            let done = try await server.act(room.teacher, .evaluate, on: id, points: 9).assignment
            #expect(done.state == .done && done.evaluation?.points == 9 && done.evaluation?.attempt == 1)
            let points = try await server.as(room.student).listEntries(EntryQuery(assignmentID: id)).items.map(\.points)
            #expect(points == [nil, nil, nil, 8, 9], "what was published stays in the history")
        }
    }

    /// Shows rule 11.17.
    @Test(
        "A field that an action doesn't take is refused",
        arguments: [
            ("message", ["points": 5, "text": "x"], "points"), ("message", [:], "text"), ("start", ["word": "good"], "word"),
            ("submit", ["extendedTo": "2026-04-01T18:00:00Z"], "extendedTo"), ("submit", ["extendedTo": nil], "extendedTo"),
        ] as [(String, Body, String)])
    func uncarried(action: String, body: Body, field: String) async throws {
        try await Classroom.with { room in
            let id = try await room.assignment(of: try await room.task(maxPoints: 10)).id
            let answer = try await room.server.call(
                .post, "/v1/assignments/\(id)/entries", token: room.student.token, json: body.merging(["action": .string(action)]) { $1 })
            #expect(answer.faultyFields == [field], "\(answer)")
            let extend = try await room.server.call(
                .post, "/v1/assignments/\(id)/entries", token: room.teacher.token, json: ["action": "extend", "points": 1] as Body)
            #expect(Set(extend.faultyFields) == ["extendedTo", "points"])
        }
    }

    /// Shows rules 11.18 and 11.30.
    @Test("All teachers share one draft; publishing fills in the fields that the request omits, and clears the draft")
    func draft() async throws {
        try await Classroom.with { room in
            let server = room.server
            let toni = try await server.teacher("toni")
            let task = try await room.task(maxPoints: 10)
            _ = try await server.as(room.teacher).addTeacher(taskID: task.id, userID: toni.id)
            let id = try await room.assignment(of: task).id
            _ = try await server.as(room.teacher).setDraft(NewDraft(assignmentID: id, version: 0, points: 6, text: "a good start"))
            let seen = try await server.assignment(id, seenBy: toni)
            #expect(seen.draft?.points == 6 && seen.draft?.by?.id == room.teacher.id && seen.version == 1)
            let draft = NewDraft(assignmentID: id, version: 0, points: 7)
            #expect(try await refusal { try await server.as(toni).setDraft(draft) } == .assignmentChanged)
            #expect(try await refusal { try await server.act(toni, .complete, on: id, version: 0) } == .assignmentChanged)
            #expect(
                try await refusal { try await server.as(toni).setDraft(NewDraft(assignmentID: id, version: 1, points: 11)) } == .invalid)
            #expect(try await refusal { try await server.as(room.student).setDraft(draft) } == .forbidden)
            let done = try await server.act(toni, .complete, on: id, points: 7).assignment
            #expect(done.evaluation?.points == 7 && done.evaluation?.text == "a good start" && done.draft == nil && done.version == 2)
            _ = try await server.as(toni).setDraft(NewDraft(assignmentID: id, version: 2, text: "x"))
            let cleared = try await server.as(toni).setDraft(NewDraft(assignmentID: id, version: 3))
            #expect(cleared.draft == nil && cleared.version == 4)
        }
    }

    /// Shows rule 11.30.
    @Test("A teacher's drafts and reading change no byte of what the student gets, apart from openedAt")
    func privacy() async throws {
        try await Classroom.with { room in
            let server = room.server
            let task = try await room.task(maxPoints: 10)
            let id = try await room.assignment(of: task).id
            let paths = ["/v1/assignments/\(id)", "/v1/assignments", "/v1/assignments/\(id)/entries", "/v1/teachers"]
            let look = {
                var texts: [String] = []
                for path in paths { texts.append(try await server.call(.get, path, token: room.student.token).text) }
                return texts
            }
            let entry = try await server.act(room.student, .message, on: id).entry
            for state in ["before an attempt", "submitted"] {
                if state == "submitted" { try await server.act(room.student, .submit, on: id) }
                let before = try await look()
                for points in [3, 4] as [Hundredths?] + [nil] {
                    server.clock.advance(by: 1)
                    let version = try await server.assignment(id, seenBy: room.teacher).version ?? 0
                    _ = try await server.as(room.teacher).setDraft(
                        NewDraft(assignmentID: id, version: version, points: points, text: "secret"))
                }
                _ = try await server.as(room.teacher).markEntriesRead(assignmentID: id, entryID: entry.id)
                let opened = Timestamp.text(server.clock.now.addingTimeInterval(-2))
                #expect(try await look().map { $0.replacing(#""openedAt":"\#(opened)","#, with: "") } == before, "\(state)")
            }
            #expect(try await server.assignment(id, seenBy: room.student).version == nil)
        }
    }

    /// Shows rule 11.15.
    @Test("Once a teacher has read an attempt or drafted an evaluation, the student can't take it back", arguments: [true, false])
    func opened(byReading: Bool) async throws {
        try await Classroom.with { room in
            let server = room.server
            let id = try await room.assignment(of: try await room.task()).id
            let first = try await server.act(room.student, .message, on: id).entry
            let submit = try await server.act(room.student, .submit, on: id).entry
            let tina = server.as(room.teacher)
            _ = try await tina.markEntriesRead(assignmentID: id, entryID: first.id)
            try await server.act(room.teacher, .message, on: id)
            try await server.act(room.student, .takeBack, on: id)
            try await server.act(room.student, .submit, on: id)
            _ = try await tina.markEntriesRead(assignmentID: id, entryID: submit.id)
            #expect(try await server.assignment(id, seenBy: room.student).openedAt == nil, "the attempt before was read")
            server.clock.advance(by: 1)
            if byReading {
                let last = try await tina.listEntries(EntryQuery(assignmentID: id)).items.last
                _ = try await tina.markEntriesRead(assignmentID: id, entryID: last?.id ?? UUID())
            } else {
                let version = try await server.assignment(id, seenBy: room.teacher).version ?? 0
                _ = try await tina.setDraft(NewDraft(assignmentID: id, version: version))
                #expect(try await server.assignment(id, seenBy: room.student).openedAt == nil, "clearing isn't drafting")
                _ = try await tina.setDraft(NewDraft(assignmentID: id, version: version + 1, word: "hm"))
            }
            #expect(try await server.assignment(id, seenBy: room.student).openedAt == server.clock.now)
            #expect(try await refusal { try await server.act(room.student, .takeBack, on: id) } == .opened)
        }
    }
}

import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@testable import Class

@Suite("rules 11: a teacher's table of marks")
struct MarksTests {
    /// Shows rule 11.56.
    @Test("A table has each evaluation of the tasks that the teacher teaches in its span, the latest first, and no formula")
    func table() async throws {
        try await Classroom.with(students: 2) { room in
            let server = room.server
            let scales = try await room.task("=Scales", maxPoints: 10)
            let tones = try await room.task("Long \"tones\", softly")
            let first = try await room.assignment(of: scales, for: room.students[0]).id
            let second = try await room.assignment(of: tones, for: room.students[1]).id
            try await server.act(room.teacher, .complete, on: first, points: 8)
            server.clock.advance(by: 60)
            let between = server.clock.now
            try await server.act(room.teacher, .complete, on: second, word: "good")
            let other = try await server.teacher("other")
            let lines = { (who: Person, query: MarksQuery) async throws -> [String] in
                let media = try await server.as(who).exportMarks(query)
                #expect(media.type.hasPrefix("text/csv"))
                let text = String(decoding: media.bytes, as: UTF8.self)
                return text.split(separator: "\r\n").map { String($0) }
            }
            let all = try await lines(room.teacher, MarksQuery())
            #expect(all.count == 3)
            #expect(all[0].hasSuffix("\"Points\",\"Of\",\"Word\",\"Evaluated\""))
            #expect(all[1].hasPrefix("\"Long \"\"tones\"\", softly\",") && all[1].contains("\"sam1\",\"done\",\"\",\"\",\"\",\"good\","))
            #expect(all[2].hasPrefix("\"'=Scales\",") && all[2].contains("\"sam0\",\"done\",\"\",\"8\",\"10\",\"\","))
            #expect(try await lines(room.teacher, MarksQuery(from: between)) == [all[0], all[1]])
            #expect(try await lines(room.teacher, MarksQuery(to: between)) == [all[0], all[2]])
            #expect(try await lines(other, MarksQuery()) == [all[0]])
            #expect(try await refusal { try await server.as(room.student).exportMarks(MarksQuery()) } == .forbidden)
        }
    }

    /// Shows rule 11.56.
    @Test("A text that begins as a formula gets an apostrophe", arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
    func formulas(text: String) {
        #expect(MarksTable.field(text) == "\"'\(text)\"")
        #expect(MarksTable.field("1\(text)") == "\"1\(text)\"")
    }
}

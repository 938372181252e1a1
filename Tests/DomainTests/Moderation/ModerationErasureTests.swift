import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 24: what reports forget")
struct ModerationErasureTests {
    /// Shows rule 24.14.
    @Test("A deleted account leaves no word and no name in any evidence, and open reports about it are gone", arguments: [false, true])
    func person(erasesWords: Bool) async throws {
        try await Moderated.with { world in
            let (server, reporter) = (world.server, world.server.as(world.others[0]))
            let villain = try await server.person("plantedname")
            try await server.befriend(world.mal, villain)
            let room = try await server.room(villain, with: [world.mal], subject: .custom(title: "planted title"))
            _ = try await server.as(world.mal).addMember(roomID: world.room.id, userID: villain.id)
            let comment = try await server.comment(villain, in: world.room, "planted evil")
            _ = try await reporter.createReport(NewReport(commentID: comment.id, reason: .illegal))
            _ = try await reporter.createReport(NewReport(userID: villain.id, reason: .illegal, commentIDs: [comment.id]))
            _ = try await reporter.createReport(NewReport(userID: world.mal.id, reason: .spam, commentIDs: [comment.id]))
            _ = try await server.as(world.mal).createReport(NewReport(roomID: room.id, reason: .other))
            let open = try await world.reports(world.adam, .open)
            #expect(open.count == 4)
            #expect(try await server.delete(villain, eraseComments: erasesWords).status == 204)
            let evidence = try await server.database.dump().filter { $0.hasPrefix("report") || $0.hasPrefix("warnings") }
            for planted in ["planted evil", "planted title", "plantedname"] {
                #expect(!evidence.contains { $0.contains(planted) }, "\(planted): \(evidence)")
            }
            if erasesWords {
                let texts = try await server.database.dump().filter { $0.contains("planted evil") || $0.contains("plantedname") }
                #expect(texts == [])
            }
            let left = try await world.reports(world.adam)
            #expect(left.count == 4)
            for report in left {
                let isGone = report.commentID != nil || report.person == nil && report.roomID == nil
                #expect(report.resolution?.actions == (isGone ? [.gone] : nil) && report.evidence.comments == [])
            }
            let roomReport = try #require(left.first { $0.roomID != nil })
            #expect(roomReport.state == .open && roomReport.person == nil, "the room is still there")
            let warned = try await server.call(
                .post, "/v1/reports/\(roomReport.id)/resolution", token: world.adam.token, json: ["actions": ["warn"]] as Body)
            #expect(warned.faultyFields == ["actions"])
        }
    }

    /// Shows rule 24.14.
    @Test("A deleted reporter's report stays, without reporter and note; a deleted decider's notes stay without author, or go")
    func reporter() async throws {
        try await Moderated.with { world in
            let server = world.server
            try await world.report(world.others[0], note: "my planted note")
            let report = try await world.reports(world.adam)[0]
            for person in [world.adam, world.eve] {
                _ = try await server.as(person).addReportNote(NewReportNote(reportID: report.id, text: "note of \(person.username)"))
            }
            #expect(try await server.delete(world.others[0]).status == 204)
            #expect(try await server.delete(world.adam).status == 204)
            #expect(try await server.delete(world.eve, eraseComments: true).status == 204)
            let left = try await server.as(world.olive).showReport(reportID: report.id)
            #expect(left.reporter == nil && left.note == nil && left.state == .open && left.evidence.comments.count == 1)
            #expect(left.notes.map(\.text) == ["note of adam"] && left.notes[0].author == nil)
            try await world.report(world.others[1])
            #expect(try await world.reports(world.olive).count == 2)
        }
    }

    /// Shows rule 24.19.
    @Test("90 days after the decision a report keeps ids, reason and outcome; a day earlier it keeps all")
    func old() async throws {
        try await Moderated.with { world in
            let server = world.server
            try await world.report(world.others[0], .spam, note: "a planted note")
            let report = try await world.reports(world.adam)[0]
            _ = try await server.as(world.adam).addReportNote(NewReportNote(reportID: report.id, text: "a planted remark"))
            _ = try await server.as(world.adam).resolveReport(
                ReportDecision(reportID: report.id, actions: [.warn], text: "a planted warning"))
            server.clock.advance(by: 90 * 86_400 - 1)
            _ = try await server.logIn(world.eve)
            #expect(try await server.database.dump().contains { $0.hasPrefix("report_notes") })
            server.clock.advance(by: 1)
            let token = try await server.logIn(world.adam)
            let left = try await server.call(.get, "/v1/reports/\(report.id)", token: token).expecting(200, Report.self)
            #expect(left.note == nil && left.notes == [] && left.reason == .spam && left.resolution?.actions == [.warn])
            #expect(left.resolution?.text == nil && left.evidence.comments.map(\.id) == [world.comment.id])
            #expect(left.evidence.comments[0].content == nil && left.evidence.comments[0].authorID == world.mal.id)
            let texts = try await server.database.dump().filter { $0.hasPrefix("report") && $0.contains("planted") }
            #expect(texts == [])
        }
    }

    /// Shows rules 24.8 and 24.16.
    @Test("A user's export has the reports they made, without the outcome, and their warnings, and nobody else's")
    func export() async throws {
        try await Moderated.with { world in
            let server = world.server
            try await world.report(world.others[0], note: "they planted it")
            let report = try await world.reports(world.adam)[0]
            _ = try await server.as(world.adam).resolveReport(ReportDecision(reportID: report.id, actions: [.warn], text: "Enough"))
            let mine = String(decoding: try await server.call(.get, "/v1/me/export", token: world.others[0].token).body, as: UTF8.self)
            #expect(mine.contains("they planted it") && !mine.contains("Enough") && !mine.contains("planted words"))
            let theirs = String(decoding: try await server.call(.get, "/v1/me/export", token: world.mal.token).body, as: UTF8.self)
            #expect(theirs.contains("Enough") && !theirs.contains("they planted it"))
        }
    }
}

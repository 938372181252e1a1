import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 24: reports")
struct ReportTests {
    /// Shows rules 24.1, 24.3, 24.5 and 24.6.
    @Test("Six people report a comment at once, three of them twice: six reports with one due time, and the evidence never changes")
    func together() async throws {
        try await Moderated.with { world in
            let server = world.server
            let receipts = try await concurrently(world.others + world.others.prefix(3)) { person in
                try await world.report(person, note: "by \(person.username)")
            }
            #expect(Set(receipts.map(\.value.id)).count == 6 && receipts.count { $0.isNew } == 6)
            _ = try await server.as(world.mal).editComment(
                CommentChange(roomID: world.room.id, commentID: world.comment.id, content: "nothing at all"))
            _ = try await server.as(world.mal).deleteComment(roomID: world.room.id, commentID: world.comment.id)
            let reports = try await world.reports(world.adam)
            #expect(reports.count == 6 && Set(reports.map(\.actBy)) == [server.clock.now + 24 * 3600])
            #expect(Set(reports.compactMap { $0.reporter?.id }) == Set(world.others.map(\.id)))
            for report in reports {
                #expect(report.commentID == world.comment.id && report.roomID == nil && report.person?.id == world.mal.id)
                #expect(report.note == report.reporter.map { "by \($0.username)" } && report.state == .open && !report.overdue)
                #expect(report.evidence.comments.map(\.content) == ["planted words"])
                #expect(report.evidence.comments[0].seconds == 943 && report.evidence.comments[0].username == "mal")
                #expect(Set(report.others.map(\.id)) == Set(reports.map(\.id)).subtracting([report.id]))
            }
            #expect(try await world.reports(world.olive).count == 6)
            let shown = try await server.as(world.eve).showReport(reportID: reports[0].id)
            #expect(shown == reports[0])
            try await server.rows(
                """
                INSERT INTO reports (tenant_id, id, case_id, reason, request_digest, created_at)
                SELECT r.tenant_id, gen_random_uuid(), r.case_id, 'spam', '', r.created_at
                FROM reports AS r, generate_series(1, 46) WHERE r.id = \(reports[0].id)
                """)
            #expect(try await server.as(world.eve).showReport(reportID: reports[0].id).others.count == 50)
        }
    }

    /// Shows rules 24.2 and 24.4.
    @Test("What the reporter can't see is 404, oneself and one's own is invalid, and exactly one thing is reported")
    func faults() async throws {
        try await Moderated.with { world in
            let server = world.server
            let stranger = try await server.person("stranger")
            try await server.block(world.mal, stranger)
            let reporter = world.others[0]
            let refusals: [(Person, Body, Int, [String])] = [
                (stranger, ["commentID": .id(world.comment.id)], 404, []), (stranger, ["roomID": .id(world.room.id)], 404, []),
                (stranger, ["userID": .id(world.mal.id)], 404, []), (stranger, ["userID": .id(UUID())], 404, []),
                (world.mal, ["commentID": .id(world.comment.id)], 422, ["commentID"]),
                (world.mal, ["roomID": .id(world.room.id)], 422, ["roomID"]), (world.mal, ["userID": .id(world.mal.id)], 422, ["userID"]),
                (reporter, [:], 422, ["commentID"]),
                (reporter, ["roomID": .id(world.room.id), "userID": .id(world.mal.id)], 422, ["roomID"]),
                (reporter, ["commentID": .id(world.comment.id), "commentIDs": [.id(world.comment.id)]], 422, ["commentIDs"]),
                (reporter, ["userID": .id(world.mal.id), "commentIDs": [.id(UUID())]], 422, ["commentIDs"]),
                (reporter, ["userID": .id(world.mal.id), "commentIDs": .list((0...10).map { _ in .id(UUID()) })], 422, ["commentIDs"]),
                (reporter, ["userID": .id(world.mal.id), "note": .string(String(repeating: "x", count: 1001))], 422, ["note"]),
                (reporter, ["userID": .id(world.mal.id), "reason": "boredom"], 422, ["reason"]),
            ]
            for (person, body, status, fields) in refusals {
                let answer = try await server.call(
                    .post, "/v1/reports", token: person.token, json: body.merging(["reason": "spam"]) { given, _ in given })
                #expect(answer.status == status && answer.faultyFields == fields, "\(person.username): \(body) \(answer)")
            }
            _ = try await server.as(world.mal).deleteComment(roomID: world.room.id, commentID: world.comment.id)
            let gone = try await refusal { try await world.report(reporter) }
            #expect(gone == .notFound)
            #expect(try await server.database.count("reports") == 0)
            #expect(try await server.database.count("report_cases") == 0)
        }
    }

    /// Shows rule 24.4.
    @Test("A person or a room is reported with up to 10 comments that the reporter sees, those of a room in that room")
    func evidence() async throws {
        try await Moderated.with { world in
            let (server, reporter) = (world.server, world.others[0])
            var ids: [UUID] = []
            for index in 0..<10 {
                server.clock.advance(by: 1)
                ids.append(try await server.comment(world.mal, in: world.room, "number \(index)").id)
            }
            let elsewhere = try await server.room(world.mal, with: [reporter], subject: .custom(title: "Elsewhere"))
            let foreign = try await server.comment(world.mal, in: elsewhere, "elsewhere")
            let client = server.as(reporter)
            let mixture: Body = [
                "roomID": .id(world.room.id), "reason": "spam", "commentIDs": .list((ids.prefix(9) + [foreign.id]).map { .id($0) }),
            ]
            let mixed = try await server.call(.post, "/v1/reports", token: reporter.token, json: mixture)
            #expect(mixed.faultyFields == ["commentIDs"])
            _ = try await client.createReport(NewReport(roomID: world.room.id, reason: .spam, commentIDs: ids))
            _ = try await client.createReport(NewReport(userID: world.mal.id, reason: .illegal, commentIDs: ids.prefix(9) + [foreign.id]))
            // One of them becomes invisible to the reporter, and another to everybody.
            _ = try await client.leaveRoom(roomID: elsewhere.id)
            _ = try await server.as(world.mal).deleteComment(roomID: world.room.id, commentID: ids[3])
            let reports = try await world.reports(world.adam)
            let room = try #require(reports.first { $0.roomID != nil })
            #expect(room.evidence.roomTitle == "Malice and friends" && room.evidence.comments.map(\.id) == ids)
            #expect(room.person?.id == world.mal.id && room.roomID == world.room.id && room.commentID == nil)
            let person = try #require(reports.first { $0.roomID == nil })
            #expect(person.evidence.username == "mal" && person.evidence.comments.count == 10 && person.commentID == nil)
            #expect(person.evidence.comments.contains { $0.content == "elsewhere" })
            #expect(person.evidence.comments.contains { $0.id == ids[3] })
        }
    }

    /// Shows rules 24.5 and 24.7.
    @Test("The 21st report in an hour is 429; a repeated id or thing returns the first report, and another one with the id is refused")
    func limits() async throws {
        try await Moderated.with { world in
            let (server, reporter) = (world.server, world.others[0])
            let client = server.as(reporter)
            let input = NewReport(id: UUID(), userID: world.mal.id, reason: .spam)
            let first = try await client.createReport(input)
            let retried = try await client.createReport(input)
            #expect(retried.value == first.value && !retried.isNew)
            let again = try await client.createReport(NewReport(userID: world.mal.id, reason: .other, note: "again"))
            #expect(again.value == first.value && !again.isNew)
            let taken = try await refusal { try await client.createReport(NewReport(id: input.id, userID: world.eve.id, reason: .spam)) }
            #expect(taken == .idTaken)
            for _ in 0..<19 {
                let id = try await server.comment(world.mal, in: world.room, "spam").id
                _ = try await client.createReport(NewReport(commentID: id, reason: .spam))
            }
            let limited = try await refusal { try await world.report(reporter) }
            #expect(limited == .tooManyRequests)
            #expect(try await client.createReport(input).isNew == false)
            server.clock.advance(by: 3599)
            let still = try await refusal { try await world.report(reporter) }
            #expect(still == .tooManyRequests)
            server.clock.advance(by: 1)
            #expect(try await world.report(reporter).isNew)
        }
    }

    /// Shows rules 24.8 and 24.9.
    @Test("Admins see no report about themselves or another admin, owners do, and members see none; nobody else learns who reported")
    func seen() async throws {
        try await Moderated.with { world in
            let (server, reporter) = (world.server, world.others[0])
            let client = server.as(reporter)
            for person in [world.adam, world.eve, world.olive, world.mal] {
                _ = try await client.createReport(NewReport(userID: person.id, reason: .harassment))
            }
            #expect(try await world.reports(world.adam).map(\.person?.id) == [world.mal.id])
            #expect(Set(try await world.reports(world.olive).map(\.person?.id)) == [world.adam.id, world.eve.id, world.mal.id])
            let own = try #require(try await world.reports(world.olive).first { $0.person?.id == world.adam.id })
            for person in [world.adam, world.eve] {
                let caller = server.as(person)
                let shown = try await refusal { try await caller.showReport(reportID: own.id) }
                let resolved = try await refusal {
                    try await caller.resolveReport(ReportDecision(reportID: own.id, actions: [.dismiss]))
                }
                let noted = try await refusal { try await caller.addReportNote(NewReportNote(reportID: own.id, text: "mine")) }
                #expect([shown, resolved, noted] == [.notFound, .notFound, .notFound])
            }
            let owned = try await TenantReports(server.operators).open(of: server.tenant)
            #expect(owned.count == 4, "the operator sees also the report about the only owner")
            for person in [reporter, world.mal] {
                let answers = [
                    try await server.call(.get, "/v1/reports", token: person.token),
                    try await server.call(.get, "/v1/reports/\(own.id)", token: person.token),
                ]
                #expect(answers.map(\.status) == [403, 403])
            }
            for path in ["/v1/me", "/v1/changes", "/v1/me/export"] {
                let answer = try await server.call(.get, path, token: world.mal.token)
                #expect(answer.status == 200 && !String(decoding: answer.body, as: UTF8.self).contains("harassment"), "\(path)")
            }
            // Who becomes an admin is from then on a matter for owners.
            _ = try await server.as(world.olive).changeMember(MemberChange(userID: world.mal.id, role: .admin))
            #expect(try await world.reports(world.adam) == [])
        }
    }

    /// Shows rule 24.10.
    @Test("The list is sorted by the due time, in pages, and filtered by state; a report is overdue after 24 hours to the second")
    func list() async throws {
        try await Moderated.with { world in
            let server = world.server
            for (index, person) in world.others.enumerated() {
                server.clock.advance(by: 60)
                let id = try await server.comment(world.mal, in: world.room, "number \(index)").id
                _ = try await server.as(person).createReport(NewReport(commentID: id, reason: .spam))
            }
            let paged = try await server.as(world.adam).all(Endpoints.listReports, ReportQuery(limit: 4)).array()
            #expect(paged.map(\.actBy) == paged.map(\.actBy).sorted() && paged.count == 6)
            _ = try await server.as(world.adam).resolveReport(ReportDecision(reportID: paged[2].id, actions: [.dismiss]))
            #expect(try await world.reports(world.adam, .open).map(\.id) == paged.map(\.id).filter { $0 != paged[2].id })
            #expect(try await world.reports(world.adam, .resolved).map(\.id) == [paged[2].id])
            server.clock.advance(by: paged[0].actBy.timeIntervalSince(server.clock.now) - 1)
            #expect(try await world.reports(world.adam).allSatisfy { !$0.overdue })
            server.clock.advance(by: 1)
            #expect(try await world.reports(world.adam).map(\.overdue) == [true, false, false, false, false, false])
        }
    }

    /// Shows rule 24.11.
    @Test("Notes are added, with author and time, to all reports of the thing, also after the decision")
    func notes() async throws {
        try await Moderated.with { world in
            let server = world.server
            for person in world.others.prefix(2) { try await world.report(person) }
            let reports = try await world.reports(world.adam)
            _ = try await server.as(world.adam).addReportNote(NewReportNote(reportID: reports[0].id, text: "I ask them"))
            _ = try await server.as(world.eve).resolveReport(ReportDecision(reportID: reports[1].id, actions: [.dismiss]))
            server.clock.advance(by: 1)
            let noted = try await server.as(world.olive).addReportNote(NewReportNote(reportID: reports[1].id, text: "Fine"))
            #expect(noted.notes.map(\.text) == ["I ask them", "Fine"] && noted.notes.map(\.author?.username) == ["adam", "olive"])
            #expect(try await world.reports(world.adam).allSatisfy { $0.notes == noted.notes })
        }
    }
}

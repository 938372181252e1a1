import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

/// DECISION_RACES sets the number of races.
@Suite("rules 24: decisions")
struct DecisionTests {
    /// Shows rules 24.12 and 24.13.
    @Test("Of two who decide at once one wins, the other gets 409, and all reports of the thing are resolved")
    func race() async throws {
        let races = setting("DECISION_RACES") ?? 10
        try await Moderated.with { world in
            let server = world.server
            for second in 1...races {
                server.clock.advance(by: 3600)
                let id = try await server.comment(world.mal, in: world.room, "race", seconds: second).id
                for person in world.others.prefix(2) {
                    _ = try await server.as(person).createReport(NewReport(commentID: id, reason: .spam))
                }
                let reports = try await world.reports(world.adam, .open)
                let outcomes = try await concurrently(zip([world.adam, world.eve], reports)) { (person, report) in
                    let actions: [ReportAction] = person.id == world.adam.id ? [.dismiss] : [.delete, .warn]
                    let decision = ReportDecision(reportID: report.id, actions: actions)
                    return try await refusal { try await server.as(person).resolveReport(decision) }
                }
                #expect(outcomes.count { $0 == nil } == 1 && outcomes.contains(.reportResolved), "\(outcomes)")
                #expect(try await world.reports(world.adam, .open) == [])
                let decided = try await server.as(world.adam).showReport(reportID: reports[0].id)
                let other = try await server.as(world.adam).showReport(reportID: reports[1].id)
                #expect(decided.resolution == other.resolution && decided.resolution != nil)
                let remains = try await server.as(world.mal).listComments(CommentQuery(roomID: world.room.id, seconds: second)).items
                #expect(remains.contains { $0.id == id } == (decided.resolution?.actions == [.dismiss]))
            }
        }
    }

    /// Shows rules 24.12, 24.15 and 24.16.
    @Test("An admin who isn't in the room deletes the comment: the feed tells it, the room stays 404, and the author is warned by nobody")
    func deletion() async throws {
        try await Moderated.with { world in
            let (server, mal) = (world.server, world.server.as(world.mal))
            try await world.report(world.others[0], .spoiler)
            let before = try await mal.listChanges(ChangesQuery())
            let report = try await world.reports(world.adam)[0]
            let resolved = try await server.as(world.adam).resolveReport(
                ReportDecision(reportID: report.id, actions: [.warn, .delete], text: "Keep the endings to yourself"))
            #expect(resolved.state == .resolved && resolved.resolution?.actions == [.delete, .warn])
            #expect(resolved.resolution?.by?.id == world.adam.id && resolved.evidence == report.evidence)
            let changed = try await server.call(.get, "/v1/changes?since=\(before.next)", token: world.mal.token)
            let (after, removed) = (try changed.json(Changes.self), String(decoding: changed.body, as: UTF8.self))
            #expect(removed.contains(world.comment.id.uuidString.lowercased()) && !removed.contains("planted words"))
            #expect(after.me?.warnings?.count == 2)
            #expect(try await server.call(.get, "/v1/rooms/\(world.room.id)/comments", token: world.adam.token).status == 404)
            #expect(try await mal.showRoom(roomID: world.room.id).commentCount == 0)
            let answer = try await server.call(.get, "/v1/me", token: world.mal.token)
            let text = String(decoding: answer.body, as: UTF8.self)
            for person in [world.adam, world.others[0]] {
                #expect(!text.contains(person.username) && !text.contains(person.id.uuidString.lowercased()))
            }
            let warnings = try #require(try answer.json(Me.self).warnings)
            #expect(Set(warnings.map(\.kind)) == [.deleted, .warned] && warnings.allSatisfy { $0.reason == .spoiler })
            #expect(warnings.compactMap(\.text) == ["Keep the endings to yourself"])
            let foreign = try await refusal { try await server.as(world.adam).deleteWarning(warningID: warnings[0].id) }
            #expect(foreign == .notFound)
            for warning in warnings { _ = try await mal.deleteWarning(warningID: warning.id) }
            let seen = try await refusal { try await mal.deleteWarning(warningID: warnings[0].id) }
            #expect(try await mal.showMe().warnings == nil && seen == .notFound)
        }
    }

    /// Shows rules 24.12 and 24.16.
    @Test("A room is deleted for all its members, and a comment that is gone already brings no warning")
    func roomDeletion() async throws {
        try await Moderated.with { world in
            let server = world.server
            try await world.report(world.others[0])
            _ = try await server.as(world.mal).deleteComment(roomID: world.room.id, commentID: world.comment.id)
            let comment = try await world.reports(world.adam)[0]
            _ = try await server.as(world.adam).resolveReport(ReportDecision(reportID: comment.id, actions: [.delete]))
            #expect(try await server.as(world.mal).showMe().warnings == nil)
            _ = try await server.as(world.others[0]).createReport(NewReport(roomID: world.room.id, reason: .illegal))
            let room = try #require(try await world.reports(world.eve, .open).first)
            #expect(room.earlier == EarlierReports(reports: 1, upheld: 1))
            _ = try await server.as(world.eve).resolveReport(ReportDecision(reportID: room.id, actions: [.delete]))
            for person in [world.mal] + world.others {
                #expect(try await server.call(.get, "/v1/rooms/\(world.room.id)", token: person.token).status == 404)
            }
            #expect(try await server.as(world.mal).showMe().warnings?.map(\.kind) == [.deleted])
            #expect(try await server.as(world.eve).showReport(reportID: room.id).evidence.roomTitle == "Malice and friends")
        }
    }

    /// Shows rules 24.12 and 24.17.
    @Test("A suspension with an end is lifted by the first log-in from then on, to the second, and until then all sessions are over")
    func suspension() async throws {
        try await Moderated.with { world in
            let server = world.server
            try await world.report(world.others[0])
            let report = try await world.reports(world.adam)[0]
            let until = server.clock.now + 3600
            _ = try await server.as(world.adam).resolveReport(
                ReportDecision(reportID: report.id, actions: [.suspend], until: until))
            #expect(try await server.call(.get, "/v1/me", token: world.mal.token).status == 401)
            let listed = try await server.as(world.adam).listMembers(PageQuery()).items.first { $0.id == world.mal.id }
            #expect(listed?.suspended == true && listed?.suspendedUntil == until)
            #expect(try await server.as(world.others[0]).showUser(userID: world.mal.id).suspendedUntil == nil)
            server.clock.advance(by: 3599)
            #expect(try await server.tryLogIn(world.mal).status == 401)
            server.clock.advance(by: 1)
            #expect(try await server.tryLogIn(world.mal, password: "wrong password").status == 401)
            #expect(try await server.tryLogIn(world.mal).status == 201)
            #expect(try await server.as(world.adam).showUser(userID: world.mal.id).suspended == false)
            let events = try await server.operators.listTenantAudit(server.tenant.id, limit: 1000).filter { $0.event == "user.resumed" }
            #expect(events.map(\.actorID) == [world.mal.id])
        }
    }

    /// Shows rules 24.12 and 24.17.
    @Test("Actions must fit the report, and the end lies 1 hour to 365 days ahead")
    func faults() async throws {
        try await Moderated.with { world in
            let server = world.server
            _ = try await server.as(world.others[0]).createReport(NewReport(userID: world.mal.id, reason: .spam))
            let id = try await world.reports(world.adam)[0].id
            func end(_ seconds: TimeInterval) -> JSONValue { .string(Timestamp.text(server.clock.now + seconds)) }
            let bodies: [(Body, String)] = [
                ([:], "actions"), (["actions": []], "actions"), (["actions": ["dismiss", "warn"]], "actions"),
                (["actions": ["gone"]], "actions"), (["actions": ["delete"]], "actions"), (["actions": ["warn", "delete"]], "actions"),
                (["actions": ["suspend"], "text": "x"], "text"), (["actions": ["warn"], "until": end(7200)], "until"),
                (["actions": ["warn"], "text": .string(String(repeating: "x", count: 501))], "text"),
                (["actions": ["suspend"], "until": end(-1)], "until"), (["actions": ["suspend"], "until": end(3599)], "until"),
                (["actions": ["suspend"], "until": end(365 * 86_400 + 1)], "until"),
            ]
            for (body, field) in bodies {
                let answer = try await server.call(.post, "/v1/reports/\(id)/resolution", token: world.adam.token, json: body)
                #expect(answer.faultyFields == [field], "\(body): \(answer)")
            }
            #expect(try await world.reports(world.adam, .open).count == 1)
            let most: Body = ["actions": ["suspend"], "until": end(365 * 86_400)]
            #expect(try await server.call(.post, "/v1/reports/\(id)/resolution", token: world.adam.token, json: most).status == 200)
        }
    }

    /// Shows rule 24.17.
    @Test("A member's suspension gets, changes and loses its end by PATCH; a suspension without one lasts")
    func member() async throws {
        try await Moderated.with { world in
            let (server, admin) = (world.server, world.server.as(world.adam))
            let end = server.clock.now + 7200
            let first = try await admin.changeMember(MemberChange(userID: world.mal.id, suspendedUntil: end))
            #expect(first.suspended == true && first.suspendedUntil == end)
            let other = try await admin.changeMember(MemberChange(userID: world.mal.id, role: .student))
            #expect(other.suspendedUntil == end, "a change of the role leaves the suspension alone")
            let lasting = try await admin.changeMember(MemberChange(userID: world.mal.id, suspended: true))
            #expect(lasting.suspended == true && lasting.suspendedUntil == nil)
            server.clock.advance(by: 400 * 86_400)
            let asked = try await server.tryLogIn(world.mal)
            #expect(asked.status == 401)
            let adam = try await server.logIn(world.adam)
            for body in [
                ["suspended": false, "suspendedUntil": .string(Timestamp.text(server.clock.now + 7200))],
                ["suspendedUntil": .string(Timestamp.text(server.clock.now + 60))],
            ] as [Body] {
                let answer = try await server.call(.patch, "/v1/members/\(world.mal.id)", token: adam, json: body)
                #expect(answer.faultyFields == ["suspendedUntil"], "\(answer)")
            }
            let lifted = try await server.call(.patch, "/v1/members/\(world.mal.id)", token: adam, json: ["suspended": false])
            #expect(try lifted.expecting(200, User.self).suspended == false)
            #expect(try await server.tryLogIn(world.mal).status == 201)
        }
    }

    /// Shows rules 24.9 and 24.12.
    @Test("Owners decide about admins and each other, the last owner can't be suspended, and an operator decides about anybody")
    func owners() async throws {
        try await Moderated.with { world in
            let server = world.server
            let second = try await server.person("otto", role: .owner)
            _ = try await server.as(world.others[0]).createReport(NewReport(userID: world.olive.id, reason: .harassment))
            let about = try await world.reports(second)[0]
            _ = try await server.as(second).resolveReport(ReportDecision(reportID: about.id, actions: [.suspend]))
            #expect(try await server.call(.get, "/v1/me", token: world.olive.token).status == 401)
            _ = try await server.as(world.others[0]).createReport(NewReport(userID: second.id, reason: .harassment))
            let reports = TenantReports(server.operators)
            let last = try #require(try await reports.open(of: server.tenant).first)
            await #expect(throws: Problem(.lastOwner)) {
                try await reports.resolve(ReportDecision(reportID: last.id, actions: [.suspend]), of: server.tenant)
            }
            let warned = try await reports.resolve(
                ReportDecision(reportID: last.id, actions: [.warn], text: "Calm down"), of: server.tenant)
            #expect(warned.resolution?.by == nil && warned.resolution?.actions == [.warn])
            #expect(try await server.as(second).showMe().warnings?.map(\.text) == ["Calm down"])
        }
    }

    /// Shows rule 24.18.
    @Test("Every report, note and action is in the audit, by ids alone")
    func audit() async throws {
        try await Moderated.with { world in
            let server = world.server
            let made = try await world.report(world.others[0], note: "they planted it").value
            _ = try await server.as(world.adam).addReportNote(NewReportNote(reportID: made.id, text: "I see it"))
            _ = try await server.as(world.adam).resolveReport(
                ReportDecision(reportID: made.id, actions: [.delete, .warn, .suspend], text: "Enough"))
            let entries = try await server.operators.listTenantAudit(server.tenant.id, limit: 1000)
            let mine = entries.filter { $0.event.hasPrefix("report.") || $0.event == "user.suspended" }
            #expect(
                Set(mine.map { "\($0.event) \($0.detail ?? "")" }) == [
                    "report.made ", "report.noted ", "report.resolved delete", "report.resolved warn", "report.resolved suspend",
                    "user.suspended ",
                ])
            #expect(mine.first { $0.event == "report.made" }?.actorID == world.others[0].id)
            #expect(mine.filter { $0.event == "report.resolved" }.allSatisfy { $0.subjectID == made.id && $0.actorID == world.adam.id })
        }
    }
}

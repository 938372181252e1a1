import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@testable import Push

@Suite("rules 24: notifications of reports and warnings")
struct ReportPushTests {
    private let made = "Reports: Something was reported"
    private let due = "Reports: A report waits for your decision"
    private let warned = "Your account: There is a warning for you"

    /// Runs a test with a room of Ada and Bea, and two admins with devices.
    private func with(_ body: @escaping @Sendable (PushFixture, [Person], Person, Person, Room) async throws -> Void) async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            var admins: [Person] = []
            for name in ["adam", "eve"] {
                let person = try await evening.server.person(name, role: .admin)
                try await evening.device(person)
                admins.append(person)
            }
            try await evening.settle()
            try await body(evening, admins, ada, bea, room)
        }
    }

    private func texts(_ evening: PushFixture) async throws -> [String] {
        try await evening.drain()
        defer { evening.apple.forget() }
        return evening.apple.texts.sorted()
    }

    /// Shows rule 24.15.
    @Test("Each who may decide gets one push a thing, and one 4 hours before it is due; a reported admin gets none")
    func reports() async throws {
        try await with { evening, admins, ada, bea, room in
            let server = evening.server
            let comment = try await server.comment(ada, in: room, "planted")
            try await evening.settle()
            let cem = try await server.person("cem")
            try await server.befriend(ada, cem)
            _ = try await server.as(ada).addMember(roomID: room.id, userID: cem.id)
            try await evening.settle()
            for person in [bea, cem] { _ = try await server.as(person).createReport(NewReport(commentID: comment.id, reason: .spam)) }
            #expect(try await texts(evening) == [made, made])
            _ = try await server.as(bea).createReport(NewReport(userID: admins[0].id, reason: .harassment))
            #expect(try await texts(evening) == [], "nobody but an owner may decide it")
            server.clock.advance(by: 20 * 3600 - 1)
            #expect(try await texts(evening) == [])
            server.clock.advance(by: 1)
            #expect(try await texts(evening) == [due, due])
            server.clock.advance(by: 3600)
            #expect(try await texts(evening) == [])
        }
    }

    /// Shows rules 24.15 and 24.16.
    @Test("A decision cancels what is due about the report, and warns the person, who can't mute that")
    func decision() async throws {
        try await with { evening, admins, ada, bea, room in
            let server = evening.server
            let comment = try await server.comment(ada, in: room, "planted")
            try await evening.settle()
            let muting: Body = ["muted": ["moderation.warned"], "mutedRooms": []]
            #expect(try await server.call(.put, "/v1/me/notifications", token: ada.token, json: muting).faultyFields == ["muted"])
            let all: Body = ["muted": .list(Contracts.all.mutableKinds.map { .string($0.rawValue) }), "mutedRooms": []]
            #expect(try await server.call(.put, "/v1/me/notifications", token: ada.token, json: all).status == 200)
            try await server.block(ada, admins[0])
            let report = try await server.as(bea).createReport(NewReport(commentID: comment.id, reason: .spam)).value
            _ = try await server.as(admins[0]).resolveReport(
                ReportDecision(reportID: report.id, actions: [.delete, .warn], text: "planted"))
            #expect(try await texts(evening) == [warned])
            #expect(try await evening.states().filter { $0.hasPrefix("report.") }.allSatisfy { $0.hasSuffix("cancelled") })
            server.clock.advance(by: 20 * 3600)
            #expect(try await texts(evening) == [])
        }
    }

    /// Shows rule 24.26.
    @Test("The worker counts open and overdue things, whatever the number of their reports")
    func counts() async throws {
        try await with { evening, _, ada, bea, room in
            let count = CountReports(evening.database)
            for index in 0..<2 {
                let comment = try await evening.server.comment(ada, in: room, "planted \(index)")
                _ = try await evening.server.as(bea).createReport(NewReport(commentID: comment.id, reason: .spam))
                if index == 0 { evening.server.clock.advance(by: 3600) }
            }
            let before = try await count()
            #expect(before == (open: 2, overdue: 0))
            evening.server.clock.advance(by: 23 * 3600)
            let after = try await count()
            #expect(after == (open: 2, overdue: 1))
        }
    }
}

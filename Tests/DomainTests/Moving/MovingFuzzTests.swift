import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import Programs
import TestSupport
import Testing

@testable import Domain

@Suite("rules 15: single mutated values in a tenant's file", .serialized)
struct MovingFuzzTests {
    /// The number of cases. For the long run: MOVING_FUZZ=100000 MOVING_SEED=1.
    private static let count = setting("MOVING_FUZZ") ?? 100
    private static let seed: UInt64 = setting("MOVING_SEED") ?? 1
    /// The number of the first case. It lets you repeat a single case.
    private static let first = setting("MOVING_FIRST") ?? 0

    /// Shows rules 15.11 and 20.17.
    @Test("A mutated file is refused without a trace or accepted, and then no request causes a server error or a crash")
    func values() async throws {
        try await MovedTenantFixture.with(fileSize: 20) { house in
            let file = try await MovingFile.exported(house.server)
            let ids = Set(file.lines.flatMap { $0.matches(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#).map { String($0.0) } })
            try await TestServer.other(than: house) { new in
                let asking = try await MovedTenant(house, at: new)
                var (refused, taken) = (0, 0)
                for number in Self.first..<Self.first + Self.count {
                    // Each case has its own seed, so that it can be repeated alone.
                    var random = SplitMix64(seed: Self.seed &* 1_000_003 &+ UInt64(number))
                    guard let mutation = FileMutation(of: file, ids: ids.sorted(), by: &random),
                        let changed = try mutation.applied(to: file)
                    else { continue }
                    let table = file.table(file.lines[mutation.line]) ?? ""
                    asking.note("case \(number) of seed \(Self.seed): \(mutation) in \(table)")
                    do {
                        let tenant = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: changed.parts())
                        taken += 1
                        let faults = try await asking.faults()
                        #expect(faults.isEmpty, "case \(number): \(mutation) in \(table)")
                        try await new.operators.deleteTenant(tenant)
                        try await new.rows("DELETE FROM audit_entries")
                    } catch let fault as TenantFileFault {
                        refused += 1
                        #expect(try await new.count(of: "tenants") == 0, "case \(number): \(fault)")
                    }
                }
                asking.note("\(taken) taken, \(refused) refused")
                print("\(Self.count) files of seed \(Self.seed) from \(Self.first): \(taken) taken, \(refused) refused")
                #expect(refused > 0 && taken > 0)
            }
        }
    }
}

/// An imported tenant. The test sends every request that its users can send.
private struct MovedTenant: Sendable {
    let house: MovedTenantFixture
    let new: TestServer
    private let paths: [String]
    private let playID: UUID?
    private let journal = ProcessInfo.processInfo.environment["MOVING_JOURNAL"]

    init(_ house: MovedTenantFixture, at new: TestServer) async throws {
        (self.house, self.new) = (house, new)
        func id(_ statement: SQL) async throws -> UUID? { try await house.server.rows(statement).first?["id"] }
        let task = try await id("SELECT task_id AS id FROM assignments WHERE id = \(house.assignmentID)")
        let challenge = try await id("SELECT id FROM challenges WHERE kind = 'own'")
        playID = try await id("SELECT id FROM plays WHERE user_id = \(house.bea.id)")
        let ids: [String: String?] = [
            "{roomID}": house.room.id.lowercased, "{assignmentID}": house.assignmentID.lowercased, "{taskID}": task?.lowercased,
            "{fileID}": house.fileID.lowercased, "{userID}": house.ada.id.lowercased, "{challengeID}": challenge?.lowercased,
            "{playID}": playID?.lowercased, "{showID}": "1", "{movieID}": "1", "{season}": "1", "{episode}": "1", "{wordListID}": "en-0",
        ]
        let queries = ["/boards": "?mode=timed&period=all", "/users": "?username=bea", "/media/search": "?query=a"]
        paths = Endpoints.all.filter { $0.method == .get }.map { endpoint in
            let path = ids.reduce(endpoint.path) { $0.replacing($1.key, with: ($1.value ?? "") ?? "") }
            return (path.hasPrefix("/v1") ? path : "/v1" + path) + (queries[endpoint.path] ?? "")
        }
    }

    /// Writes the current case to a file, which remains if the process crashes.
    func note(_ text: String) {
        if let journal { try? (text + "\n").write(toFile: journal, atomically: false, encoding: .utf8) }
    }

    /// Returns the requests that failed with a server error.
    func faults() async throws -> [String] {
        var faults: [String] = []
        for person in house.people {
            for path in paths { faults += try await fault(.get, path, person) }
            let login = try await status { try await new.tryLogIn(person) }
            if login >= 500, login != 503 { faults.append("log-in of \(person.username): \(login)") }
        }
        return try await faults + writing()
    }

    /// Sends further writing requests to the imported data.
    private func writing() async throws -> [String] {
        let (ada, bea, cem, tina, sam) = (house.ada, house.bea, house.cem, house.tina, house.sam)
        let (room, assignment) = ("/v1/rooms/\(house.room.id.lowercased)", "/v1/assignments/\(house.assignmentID.lowercased)")
        let requests: [(DavenportAPI.Method, String, Person, JSONValue?)] = [
            (.post, room + "/comments", ada, ["content": "here", "seconds": 5]), (.put, room + "/watched", bea, [:]),
            (.post, "/v1/rooms", bea, ["subject": ["kind": "custom", "title": "T"], "memberIDs": .list([.id(ada.id)])]),
            (.post, assignment + "/entries", tina, ["action": "message", "text": "well"]),
            (.post, "/v1/tasks", tina, ["title": "T", "studentIDs": .list([.id(sam.id)])]),
            (.post, "/v1/invites", ada, [:]), (.post, "/v1/feedback", sam, ["text": "x"]), (.patch, "/v1/me", cem, ["givenName": "Cem"]),
            (.put, "/v1/me/notifications", bea, ["muted": [], "timeZone": "Europe/Rome"]),
            (.put, "/v1/me/mutes", cem, ["userIDs": [], "words": []]), (.put, "/v1/me/play", bea, ["namedTo": "everyone"]),
            (.post, "/v1/challenges", ada, ["mode": "timed"]),
            (.post, "/v1/plays/\(playID?.lowercased ?? "")/moves", bea, ["moves": [], "finish": true]),
            (.put, "/v1/blocks/\(bea.id.lowercased)", sam, nil), (.put, "/v1/friends/\(sam.id.lowercased)", bea, nil),
            (.put, assignment + "/read", sam, ["number": 1]), (.post, room + "/next", bea, [:]),
            (.delete, room + "/members/me", bea, nil), (.delete, room, ada, nil),
            (.post, "/v1/me/deletion", sam, ["currentPassword": .string(sam.password)]),
        ]
        var faults: [String] = []
        for (method, path, person, body) in requests { faults += try await fault(method, path, person, body) }
        return faults
    }

    private func fault(
        _ method: DavenportAPI.Method, _ path: String, _ person: Person, _ body: JSONValue? = nil
    ) async throws -> [String] {
        let status = try await status { try await new.call(method, path, token: person.token, json: body) }
        return status >= 500 && status != 503 ? ["\(method) \(path) by \(person.username): \(status)"] : []
    }

    private func status(_ call: () async throws -> Answer) async throws -> Int {
        do { return try await call().status } catch let error as UnexpectedAnswer { return error.answer.status }
    }
}

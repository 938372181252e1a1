import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import Programs
import TestSupport
import Testing

@testable import Domain

@Suite("rules 15: moving a tenant to another server", .serialized)
struct MovingTests {
    /// Shows rules 15.1, 15.2, 15.3 and 15.7.
    @Test("Data of every area is moved and looks and works as before, and logged-in users notice nothing")
    func roundTrip() async throws {
        try await MovedTenantFixture.with { house in
            let file = try await MovingFile.exported(house.server)
            for table in Areas.all.exportedTables(secrets: true).flatMap(\.withParts) {
                #expect(!file.rows(of: table.name).isEmpty, "\(table.name) has no row")
            }
            try await TestServer.other(than: house) { new in
                let tenant = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: file.parts())
                #expect(tenant.id == house.tenant.id && tenant.slug == "sofa" && tenant.features == Feature.allCases)
                #expect(try await new.operators.verifyTenant(tenant, with: file.parts()).allSatisfy(\.isEqual))
                #expect(try await MovingFile.exported(new, of: tenant).lines.dropFirst() == file.lines.dropFirst())
                for person in house.people {
                    #expect(try await new.seen(by: person, in: house) == house.server.seen(by: person, in: house), "\(person.username)")
                }
                let bytes = try await new.call(.get, "/v1/files/\(house.fileID.uuidString.lowercased())", token: house.tina.token).body
                #expect(bytes.count == 200_000)
                #expect(try await new.tryLogIn(house.bea).status == 201)
                #expect(try await new.call(.post, "/v1/invites/lookup", json: ["code": house.code]).status == 200)
                try await new.comment(house.bea, in: house.room, "here too")
                _ = try await new.as(house.bea, in: tenant).leaveRoom(roomID: house.room.id)
                #expect(try await new.database.wrongDerivedColumns() == [], "triggers go on")
                #expect(try await !new.operators.verifyTenant(tenant, with: file.parts()).allSatisfy(\.isEqual))
                let events = try await new.operators.listTenantAudit(tenant.id, limit: 100).map(\.event)
                #expect(events.contains("tenant.imported"))
            }
            let audit = try await house.server.operators.listTenantAudit(house.tenant.id, limit: 100)
            #expect(audit.filter { $0.event == "tenant.exported" }.map(\.detail) == ["secrets"])
            #expect(try await house.server.operators.verifyTenant(house.tenant, with: file.parts()).allSatisfy(\.isEqual))
        }
    }

    /// Shows rules 15.4 and 15.5.
    @Test("An import interrupted at any line continues with the same file; until it ends the tenant is 404, also with a token")
    func resumed() async throws {
        try await MovedTenantFixture.with { house in
            let file = try await MovingFile.exported(house.server)
            try await TestServer.other(than: house) { new in
                _ = try await new.otherTenant("attic")
                var cuts = 0
                for line in stride(from: 3, to: file.lines.count, by: 7) {
                    let source = MovingFile(lines: Array(file.lines.prefix(line))).parts(failing: true)
                    let batch = TenantImporter.Batch(rows: 1)
                    await #expect(throws: MovingFile.Cut.self) {
                        try await ImportTenant(new.operators, batch: batch)(slug: nil, hosts: true, from: source)
                    }
                    cuts += 1
                    guard line % 4 == 3 else { continue }
                    #expect(try await new.call(.get, "/v1/me", token: house.ada.token).code == .tenantNotFound)
                    #expect(try await new.tryLogIn(house.ada, in: house.tenant).code == .tenantNotFound)
                    #expect(try await new.call(.get, "/v1/tenant").json(TenantInfo.self).slug == "attic", "the only one that can be seen")
                }
                #expect(cuts > 12)
                let rows = try await new.rows("SELECT rows FROM tenant_imports")
                #expect(try rows[0]["rows"] as Int > file.lines.count / 2)
                await #expect(throws: TenantIsImporting.self) { try await new.operators.suspendTenant(house.tenant, .open) }
                #expect(try await new.operators.listTenants().filter(\.importing).map(\.slug) == ["sofa"])
                let tenant = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: file.parts())
                #expect(try await new.operators.verifyTenant(tenant, with: file.parts()).allSatisfy(\.isEqual))
                #expect(try await new.isSignedIn(house.ada.token))
                #expect(try await new.count(of: "tenant_imports") == 0)
            }
        }
    }

    /// Shows rule 15.5.
    @Test("After a part of one file another file is refused, and only --discard removes the part")
    func discarded() async throws {
        try await MovedTenantFixture.with { house in
            let file = try await MovingFile.exported(house.server)
            try await TestServer.other(than: house) { new in
                let before = try await new.database.dump()
                let part = MovingFile(lines: Array(file.lines.prefix(30)))
                let importing = ImportTenant(new.operators, batch: .init(rows: 1))
                await #expect(throws: MovingFile.Cut.self) { try await importing(slug: nil, hosts: true, from: part.parts(failing: true)) }
                let later = try await MovingFile.exported(house.server)
                var other = later
                other.lines[0] = later.lines[0].replacing(#""exportedAt":"2"#, with: #""exportedAt":"3"#)
                let changed = other
                await #expect(throws: OtherTenantFile.self) { try await importing(slug: nil, hosts: true, from: changed.parts()) }
                #expect(try await new.count(of: "tenant_imports") == 1)
                #expect(try await DiscardTenantImport(new.operators)(from: file.parts()) == "sofa")
                #expect(try await new.database.dump().sorted() == before.sorted())
                await #expect(throws: Problem(.tenantNotFound)) { try await DiscardTenantImport(new.operators)(from: file.parts()) }
                _ = try await ImportTenant(new.operators)(slug: nil, hosts: true, from: file.parts())
                await #expect(throws: Problem(.tenantNotFound)) { try await DiscardTenantImport(new.operators)(from: file.parts()) }
            }
        }
    }

    /// Shows rule 15.5.
    @Test("A tenant deleted during or after its import leaves only its record, and can be imported again")
    func deleted() async throws {
        try await MovedTenantFixture.with { house in
            let file = try await MovingFile.exported(house.server)
            try await TestServer.other(than: house) { new in
                let importing = ImportTenant(new.operators, batch: .init(rows: 1))
                for whole in [false, true] {
                    let part = MovingFile(lines: whole ? file.lines : Array(file.lines.prefix(file.lines.count / 2)))
                    _ = try? await importing(slug: nil, hosts: true, from: part.parts(failing: !whole))
                    try await new.operators.deleteTenant(try await new.operators.findTenant(slug: "sofa"))
                    let id = house.tenant.id.uuidString.lowercased()
                    #expect(try await new.database.dump().filter { $0.contains(id) && !$0.hasPrefix("audit_entries: ") } == [])
                }
                let tenant = try await importing(slug: nil, hosts: true, from: file.parts())
                #expect(try await new.operators.verifyTenant(tenant, with: file.parts()).allSatisfy(\.isEqual), "it comes back")
            }
        }
    }
}

extension TestServer {
    /// Runs a test with a second server, to which the community can move, at the same time of day.
    static func other(than house: MovedTenantFixture, _ body: @escaping @Sendable (TestServer) async throws -> Void) async throws {
        try await with(features: Feature.allCases) { new in
            new.clock.advance(by: house.server.clock.now.timeIntervalSince(new.clock.now))
            try await new.operators.deleteTenant(new.tenant)
            try await new.rows("DELETE FROM audit_entries")
            try await body(new)
        }
    }

    func count(of table: String) async throws -> Int { try await database.count(table) }
}

extension MovingFile {
    /// The error that a read throws beyond the interruption.
    struct Cut: Error {}

    init(lines: [String]) { self.lines = lines }

    /// Exports a tenant with its secrets.
    static func exported(_ server: TestServer, of tenant: Tenant) async throws -> MovingFile {
        var bytes: [UInt8] = []
        _ = try await server.operators.exportTenant(tenant, secrets: true) { bytes += $0 }
        return MovingFile(bytes)
    }

    /// Returns the file's parts, and then fails like a broken pipe if the file is interrupted.
    func parts(failing: Bool) -> () async throws -> [UInt8]? {
        let parts = parts()
        return {
            if let part = try await parts() { return part }
            if failing { throw Cut() }
            return nil
        }
    }
}

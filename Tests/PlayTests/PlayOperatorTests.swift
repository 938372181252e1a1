import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: operators' settings and account deletion")
struct PlayOperatorTests {
    /// Shows rule 12.22.
    @Test("An operator sets language, zone and secret of future days; omitted settings stay, and changes are audited")
    func settings() async throws {
        try await TestServer.with(features: [.play]) { server in
            let usual = try await server.setPlay(.init())
            #expect(usual.language == "en" && usual.dayZone == "UTC")
            let audited = { try await server.rows("SELECT FROM audit_entries WHERE event = 'tenant.play_changed'").count }
            #expect(try await audited() == 0)
            let changed = try await server.setPlay(.init(dayZone: "Pacific/Kiritimati"))
            #expect(changed.language == "en" && changed.dayZone == "Pacific/Kiritimati")
            #expect(try await server.setPlay(.init(secret: [UInt8](1...32))).dayZone == "Pacific/Kiritimati")
            #expect(try await audited() == 2)
        }
    }

    /// Shows rule 12.22.
    @Test("A language without a list, an unknown zone and a secret of a wrong length are refused together, without any change")
    func refused() async throws {
        try await TestServer.with(features: [.play]) { server in
            for zone in ["Europe/Nowhere", "localtime", ""] {
                let problem = await #expect(throws: Problem.self) {
                    try await server.setPlay(.init(language: "xx", dayZone: zone, secret: [1, 2, 3]))
                }
                #expect(problem?.errors?.map(\.field) == ["language", "dayZone", "secret"])
            }
            let settings = try await server.setPlay(.init())
            #expect(settings.dayZone == "UTC")
        }
    }

    /// Shows rule 12.22.
    @Test("When the feature is off, none of its endpoints exist")
    func off() async throws {
        try await TestServer.with(features: [.watch]) { server in
            let ada = try await server.person("ada")
            #expect(try await server.call(.get, "/v1/challenges/today", token: ada.token).code == .featureOff)
            #expect(try await server.rows("SELECT FROM play_settings").isEmpty)
        }
    }

    /// Shows rules 12.21 and 12.34.
    @Test("Deleting an account deletes its plays and words, and the others' ranks close the gap")
    func deletedAccount() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let play = try await evening.play(evening.ada, 6)
            try await evening.play(evening.bea, 3)
            #expect(try await evening.server.delete(evening.ada).status == 204)
            let results = try await evening.results(evening.bea, .init(challengeID: play.challengeID))
            #expect(results.items.map(\.rank) == [1] && results.items[0].user?.username == "bea" && results.playCount == 1)
            #expect(try await evening.server.rows("SELECT FROM played_words").count == 3)
            #expect(try await evening.server.database.wrongDerivedColumns() == [])
            evening.at("2026-03-02T00:00:00Z")
            let board = try await evening.server.as(evening.bea).listPlayBoard(.init(mode: .timed, period: .all))
            #expect(board.items.map(\.user?.username) == ["bea"] && board.playerCount == 1)
            #expect(try await refusalProblem { _ = try await evening.server.as(evening.bea).showPlay(playID: play.id) }?.code == .notFound)
        }
    }

    /// Shows rule 12.21.
    @Test("Deleting a tenant deletes everything that it played")
    func deletedTenant() async throws {
        try await PlayFixture.with("ada") { evening in
            try await evening.play(evening.ada, 6)
            try await evening.server.operators.deleteTenant(evening.server.tenant)
            for table in [
                "play_settings", "challenges", "plays", "played_words", "score_counts", "board_entries", "board_counts",
            ] {
                #expect(try await evening.server.rows("SELECT FROM \(unsafeRaw: table)").isEmpty, "\(table)")
            }
        }
    }
}

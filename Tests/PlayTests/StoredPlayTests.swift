import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rule 20.17: plays that another program may have stored")
struct StoredPlayTests {
    /// Shows rule 20.17.
    @Test("Stored scores whose sum overflows fail the request, and the server continues")
    func scores() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            let score = Int.max
            let moves = #"[{"at":0,"faces":[],"word":"a","score":\#(score)},{"at":0,"faces":[],"word":"b","score":\#(score)}]"#
            try await evening.server.rows("UPDATE plays SET moves = \(moves)::jsonb")
            let word = try play.easyMove()
            let more = NewMoves(playID: play.id, from: 2, moves: [word])
            #expect(try await status(evening, .post, "/v1/plays/\(play.id)/moves", more) == 500)
            #expect(try await evening.server.call(.get, "/v1/me", token: evening.ada.token).status == 200)
        }
    }

    /// Shows rule 20.17.
    @Test("Times in PostgreSQL's last years and before Christ are returned as the last and first that the format can express")
    func years() async throws {
        try await PlayFixture.with("ada") { evening in
            let play = try await evening.start(evening.ada)
            try await evening.server.rows(
                "UPDATE plays SET started_at = '4713-01-02 00:00:00+00 BC', ends_at = '290000-12-31 23:59:59+00'")
            let word = try play.easyMove()
            #expect(try await status(evening, .get, "/v1/plays/\(play.id)") == 200)
            #expect(try await status(evening, .post, "/v1/plays/\(play.id)/moves", NewMoves(playID: play.id, moves: [word])) == 200)
            #expect(try await status(evening, .get, "/v1/challenges") == 200)
        }
    }

    /// Returns the status of an answer that the OpenAPI document needn't declare.
    private func status(
        _ evening: PlayFixture, _ method: DavenportAPI.Method, _ path: String, _ json: (any Encodable & Sendable)? = nil
    ) async throws -> Int {
        do {
            return try await evening.server.call(method, path, token: evening.ada.token, json: json).status
        } catch let error as UnexpectedAnswer { return error.answer.status }
    }
}

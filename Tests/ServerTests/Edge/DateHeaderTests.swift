import DavenportAPI
import Foundation
import TestSupport
import Testing

@testable import Server

@Suite("rule 10.8: the Date header")
struct AnswerDateTests {
    /// Shows rule 10.8.
    @Test("Dates have HTTP's format, on every day of a year and at its ends")
    func form() throws {
        #expect(DateHeader.text(of: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        let newYear = 1_767_225_600
        for day in 0..<366 {
            for second in [0, 86_399] {
                let moment = newYear + day * 86_400 + second
                let text = DateHeader.text(of: moment)
                #expect(HTTPDate.parse(text) == Date(timeIntervalSince1970: Double(moment)), "\(text)")
            }
        }
    }

    /// Shows rule 10.8.
    @Test("Every answer has one, also a refusal")
    func answers() async throws {
        try await TestServer.with { server in
            for path in ["/health/live", "/v1/nothing", "/v1/me"] {
                let date = try await server.call(.get, path).headers["date"]
                let said = try #require(date.flatMap { HTTPDate.parse($0) }, "\(path): \(date ?? "none")")
                #expect(abs(said.timeIntervalSinceNow) < 3600)
            }
        }
    }
}

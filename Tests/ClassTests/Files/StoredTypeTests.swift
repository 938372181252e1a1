import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 20: stored media types that another program may have written")
struct StoredTypeTests {
    /// Shows rule 20.17.
    @Test(
        "A stored type that is no valid media type never reaches a header: the download is application/octet-stream",
        arguments: [
            "text/html\r\nX-Evil: 1", "text/html\nX-Evil: 1", "text/html\u{0}", "", "text", "text/\u{E9}", "/", "a/b/c",
        ])
    func headers(type: String) async throws {
        try await Classroom.with { room in
            let file = try await room.server.file(room.student)
            // PostgreSQL can't store NUL in a text.
            let stored = type.replacing("\u{0}", with: "\u{1}")
            try await room.server.rows("UPDATE files SET type = \(stored)")
            let answer = try await room.server.download(room.student, file.id)
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/octet-stream" && answer.headers["x-evil"] == nil)
        }
    }
}

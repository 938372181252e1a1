import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules.md 10: a cursor that was made up is the asker's fault")
struct CursorTests {
    /// The ends of the ranges that numbers have in Swift and in PostgreSQL, and what is no number.
    private static let numbers = [
        "-9223372036854775808", "-9223372036854775807", "9223372036854775807", "9223372036854775808", "-62135596800000001",
        "-62135596800000000", "253402300799999999", "253402300800000000", "2147483647", "2147483648", "-2147483649", "-1", "-0", "+1", "",
        "1e9", "0x7f", "٣", "1\u{301}",
    ]

    @Test(
        "Every list answers any cursor by a page or by 422, which names it",
        arguments: ["rooms", "groups", "invites", "members", "comments"])
    func madeUp(list: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", role: .owner)
            let room = try await server.room(ada)
            _ = try await server.as(ada).createInvite(NewInvite())
            try await server.comment(ada, in: room, "x")
            let path = list == "comments" ? "/v1/rooms/\(room.id)/comments" : "/v1/\(list)"
            for cursor in Self.cursors(room.id.uuidString) {
                let answer = try await server.call(.get, "\(path)?after=\(cursor)", token: ada.token)
                #expect(answer.status == 200 || answer.status == 422 && answer.faultyFields == ["after"], "\(cursor): \(answer)")
            }
        }
    }

    /// Each number in each place of a key, and texts that are no cursors.
    private static func cursors(_ id: String) -> [String] {
        let keys = numbers.flatMap { number in ["\(number) \(id)", "\(number) 1", "0 \(number)", "\(number) \(number)", number] }
        let encoded = (keys + ["", " ", "  ", "a\u{301} \u{301}b", "\u{0} x"]).map { key in
            Data(key.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        return encoded.filter { !$0.isEmpty } + ["_", "A", "%00", "%F0%9F%98%80", "====", "AAAA%3D", "_____w", "gICA"]
    }
}

import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 10: a forged cursor is the client's fault")
struct CursorTests {
    /// The limits of integers in Swift and PostgreSQL, and texts that are no numbers.
    private static let numbers = [
        "-9223372036854775808", "-9223372036854775807", "9223372036854775807", "9223372036854775808", "-62135596800000001",
        "-62135596800000000", "253402300799999999", "253402300800000000", "2147483647", "2147483648", "-2147483649", "-1", "-0", "+1", "",
        "1e9", "0x7f", "٣", "1\u{301}",
    ]

    /// Shows rules 10.7 and 20.17.
    @Test(
        "Every list answers any cursor with a page, or with 422 that names it",
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

    /// Shows rules 10.7 and 20.17.
    @Test(
        "Every list of play answers any cursor with a page, or with 422 that names it",
        arguments: [
            "boards?mode=timed&period=all", "boards?mode=untimed&by=word", "boards?mode=timed&scope=friends", "results?by=score",
            "results?by=word&scope=friends", "challenges?", "me/words?", "me/words?order=recent",
        ])
    func playing(list: String) async throws {
        try await TestServer.with(features: [.play]) { server in
            let ada = try await server.person("ada", role: .owner)
            let client = server.as(ada)
            let play = try await client.startPlay(challengeID: client.showToday().timed.id).value
            _ = try await client.sendMoves(NewMoves(playID: play.id, finish: true))
            let path = list.hasPrefix("results") ? "challenges/\(play.challengeID.uuidString.lowercased())/\(list)" : list
            for cursor in Self.encoded(Self.ranked(play.id.uuidString)) {
                let answer = try await server.call(.get, "/v1/\(path)&after=\(cursor)", token: ada.token)
                #expect(answer.status == 200 || answer.status == 422 && answer.faultyFields == ["after"], "\(cursor): \(answer)")
            }
        }
    }

    /// Returns cursors of ranked lists with each number at each of five positions, and of other lists with two or three.
    private static func ranked(_ id: String) -> [String] {
        var keys: [String] = []
        for number in numbers {
            for place in 0..<5 {
                var parts = ["1", "1", "1", "2147483647", "1"]
                parts[place] = number
                keys.append(parts.joined(separator: " "))
            }
            keys += ["\(number) \(id)", "1 \(number) \(id)", "\(number) 1 1", "1 a \(number)"]
        }
        return keys
    }

    /// Returns cursors with each number at each position of a key, and texts that are no cursors.
    private static func cursors(_ id: String) -> [String] {
        let keys = numbers.flatMap { number in ["\(number) \(id)", "\(number) 1", "0 \(number)", "\(number) \(number)", number] }
        return encoded(keys + ["", " ", "  ", "a\u{301} \u{301}b", "\u{0} x"]) + [
            "_", "A", "%00", "%F0%9F%98%80", "====", "AAAA%3D", "_____w", "gICA",
        ]
    }

    private static func encoded(_ keys: [String]) -> [String] {
        keys.filter { !$0.isEmpty }.map { key in
            Data(key.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
    }
}

import Foundation
import NIOCore
import NIOHPACK
import Testing

@testable import Push

@Suite struct APNsAnswerTests {
    private let now = Date(timeIntervalSince1970: 784_111_777 - 30)

    private func answer(_ headers: HPACKHeaders, _ body: String = "") -> APNsAnswer? {
        APNsAnswer(headers: headers, body: ByteBuffer(string: body), now: now)
    }

    @Test(
        "Retry-After is a number of seconds or a date (RFC 9110); any other value is ignored",
        arguments: [
            ("120", 120), ("0", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 30), ("Sun, 06 Nov 1994 08:49:00 GMT", 0), ("-5", nil), ("soon", nil),
            ("", nil), ("1e9", nil),
        ] as [(String, TimeInterval?)])
    func retryAfter(text: String, seconds: TimeInterval?) {
        #expect(answer([":status": "503", "retry-after": text]) == APNsAnswer(status: 503, retryAfter: seconds))
    }

    @Test("A body that isn't Apple's JSON gives no reason", arguments: ["", "<html>", "{", "[]", "{}", #"{"reason": 4}"#])
    func foreignBody(body: String) {
        #expect(answer([":status": "502"], body) == APNsAnswer(status: 502))
    }

    @Test(
        "A reason that isn't a plain word is ignored, since PostgreSQL might be unable to store it",
        arguments: [#"a\u0000b"#, "", "two words", "é", String(repeating: "x", count: 101)])
    func reasons(text: String) {
        #expect(answer([":status": "400"], #"{"reason": "\#(text)"}"#) == APNsAnswer(status: 400))
    }

    @Test("A response without a status is no answer")
    func noStatus() {
        #expect(answer(["retry-after": "5"]) == nil)
        #expect(answer([":status": "okay"]) == nil)
    }
}

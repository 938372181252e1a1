import DavenportAPI
import Domain
import Foundation
import NIOCore
import NIOHPACK

@testable import Push

extension Parser {
    /// Parsers of Apple's answers.
    static let apple = [
        // The status, Retry-After and the body, one per line.
        Parser("apns-answer", answers, words: ["\n", "\"reason\":", "\"timestamp\":", " GMT", "Sun, ", "{", "}", "\\u0000"]) { text in
            let parts = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            var headers: HPACKHeaders = [":status": parts[0]]
            if parts.count > 1 { headers.add(name: "retry-after", value: parts[1]) }
            let body = parts.count > 2 ? parts[2] : ""
            guard let answer = APNsAnswer(headers: headers, body: ByteBuffer(string: body), now: Date(timeIntervalSince1970: 0)) else {
                return
            }
            try require(answer.retryAfter ?? 0 >= 0, "nobody waits for less than no time")
            try require(answer.reason?.utf8.contains(0) != true, "a reason can be stored")
            _ = DeliveryOutcome(.answered(answer), attempts: 3, now: Date(timeIntervalSince1970: 0))
        }
    ]

    private static let answers = [
        "200", "410\n\n{\"reason\":\"Unregistered\",\"timestamp\":1772395200000}", "503\n120\n{\"reason\":\"ServiceUnavailable\"}",
        "429\nSun, 06 Nov 1994 08:49:37 GMT\n{}", "403\n\n{\"reason\":\"ExpiredProviderToken\"}",
    ]
}

import Foundation
import TestSupport

@testable import DavenportAPI
@testable import DavenportClient

extension Parser {
    /// Parsers of the client library: answers of a server or a proxy.
    static let client = [
        Parser("answer", answers, words: InputBody.words) { text in
            for endpoint in Endpoints.all { _ = try? JSONDecoder.wire.decode(endpoint.output, from: Data(text.utf8)) }
            let comments = try? JSONDecoder.wire.decode(Page<Comment>.self, from: Data(text.utf8))
            let threads = comments?.items.threads ?? []
            try require(threads.allSatisfy { !$0.comments.isEmpty }, "a thread has comments")
        },
        Parser("retry-after", ["120", "0", "Sun, 06 Nov 1994 08:49:37 GMT", "9223372036854775807"]) { text in
            let response = Transport.Response(status: 503, headers: ["retry-after": text], body: Data())
            for attempt in 1...4 {
                let pause = RetryPolicy().pause(after: attempt, retryAfter: response.retryAfter)
                try require(pause ?? .zero <= .seconds(30), "nobody waits for longer than people look at a screen")
            }
        },
    ]

    private static let answers: [String] = {
        let schemas = (try? Contract.document.get())?["components"]?["schemas"]
        return (schemas?.members ?? []).flatMap { $0.value["examples"]?.elements ?? [] }.flatMap {
            ["\($0)", "{\"items\": [\($0), \($0)]}"]
        }
    }()
}

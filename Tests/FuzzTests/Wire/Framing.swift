/// Makes bytes that are almost HTTP, or nothing like it.
enum Framing {
    /// Returns the bytes with a number.
    static func input(_ index: Int, seed: UInt64) -> [UInt8] {
        var random = SplitMix(seed, "framing", index)
        var bytes = Array(random.one(of: examples).utf8)
        for _ in 0..<random.small(upTo: 6) { bytes.mutate(&random, words: words, others: examples.map { Array($0.utf8) }) }
        // Completes any head or body for which the server still waits.
        return bytes + Array("\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".utf8)
    }

    private static let authorized = "Host: localhost\r\nAuthorization: Bearer «token:ada»\r\n"
    private static let examples = [
        "GET /v1/me HTTP/1.1\r\n\(authorized)\r\n",
        "POST /v1/rooms/«room:tv»/comments HTTP/1.1\r\n\(authorized)Content-Length: 20\r\n\r\n{\"content\": \"hello\"}",
        "POST /v1/rooms/«room:tv»/comments HTTP/1.1\r\n\(authorized)Transfer-Encoding: chunked\r\n\r\n14\r\n{\"content\": \"hello\"}\r\n0\r\nX: y\r\n\r\n",
        "POST /v1/invites/lookup HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
        "GET /v1/me HTTP/1.0\r\n\(authorized)\r\n", "GET http://localhost/v1/me HTTP/1.1\r\n\(authorized)\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /v1/me HTTP/1.1\r\n\(authorized)Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "CONNECT localhost:80 HTTP/1.1\r\nHost: x\r\n\r\n", "\u{16}\u{3}\u{1}\0\u{5}",
    ]
    private static let words = [
        "\r\n", "\n", "\r", "\r\n\r\n", ": ", ":", " ", "\t", "\0", "Content-Length: 5\r\n", "Content-Length: -1\r\n",
        "Content-Length: 99999999999999999999\r\n",
        "Content-Length: +5\r\n", "Content-Length: 5, 5\r\n", "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: identity, chunked\r\n",
        "Transfer-Encoding: x\r\n",
        "Host: a\r\n", "Host:\r\n", "X: \u{301}\r\n", "X-Y : z\r\n", " folded\r\n", "ffffffffffffffff\r\n", "0\r\n", "-1\r\n", ";a=b",
        "HTTP/1.1", "HTTP/9.9", "GET ",
        "Expect: x\r\n", "Connection: keep-alive\r\n", "Upgrade: websocket\r\n", "/%00", "?", "#", "//", "Trailer: X\r\n",
    ]
}

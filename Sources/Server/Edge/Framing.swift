import HTTPTypes

/// How a request says where its body ends.
enum Framing: Equatable {
    case length(Int)
    case chunks

    /// Nil for a head that says it in no way or in several: whoever stands in front of the server may have understood another.
    init?(_ head: HTTPRequest) {
        let (codings, lengths) = (head.headerFields[values: .transferEncoding], head.headerFields[values: .contentLength])
        switch (codings.first, lengths.first) {
        case (nil, nil): self = .length(0)
        case (let coding?, nil) where codings.count == 1 && coding.utf8.trimmed.isWord("chunked"): self = .chunks
        case (nil, let text?) where lengths.count == 1:
            guard let length = Self.length(text) else { return nil }
            self = .length(length)
        default: return nil
        }
    }

    /// A `Content-Length`; nil for what is none, as `+5`, which `Int` would read.
    static func length(_ text: String) -> Int? {
        let digits = text.utf8.trimmed
        guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return Int(Substring(digits))
    }
}

extension HTTPRequest {
    /// Whether the client waits to be told before it sends the body.
    var expectsContinue: Bool { headerFields[values: .expect].lazy.flatMap { $0.utf8.items }.contains { $0.isWord("100-continue") } }

    /// Whether nothing comes after it on its connection: the client closes it, or hopes for another protocol, and the decoder reads no on.
    var isLast: Bool {
        let words = headerFields[values: .connection].lazy.flatMap { $0.utf8.items }
        return method == .connect || headerFields.contains(.upgrade) || words.contains { $0.isWord("close") }
    }
}

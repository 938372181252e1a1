import HTTPTypes

/// The way in which a request marks the end of its body.
enum Framing: Equatable {
    case length(Int)
    case chunks

    /// Returns nil for a head that frames its body in an invalid or ambiguous way, because a proxy in front of the
    /// server may understand it differently.
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

    /// Parses a `Content-Length`. Returns nil for other text, such as `+5`, which `Int` would accept.
    static func length(_ text: String) -> Int? {
        let digits = text.utf8.trimmed
        guard !digits.isEmpty, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
        return Int(Substring(digits))
    }
}

extension HTTPRequest {
    /// Whether the client sends the body only after `100 Continue`.
    var expectsContinue: Bool { headerFields[values: .expect].lazy.flatMap { $0.utf8.items }.contains { $0.isWord("100-continue") } }

    /// Whether no request follows on the connection: the client closes it, or asks for another protocol, after which
    /// the decoder reads nothing.
    var isLast: Bool {
        let words = headerFields[values: .connection].lazy.flatMap { $0.utf8.items }
        return method == .connect || headerFields.contains(.upgrade) || words.contains { $0.isWord("close") }
    }
}

import HTTPTypes
import NIOHTTP1
import UntrustedText

// All that a request's head decides: whether it is refused, where its body ends, and whether the connection goes on.

/// Checks a request's head against the rules of HTTP and of this server.
extension HTTPRequestHead {
    /// Whether the request uses HTTP/1.0.
    var isOld: Bool { (version.major, version.minor) < (1, 1) }

    /// Checks the head, and returns it with a target without an authority and with at most one `Host`.
    ///
    /// It also adapts a head of HTTP/1.0, because later code doesn't know the version. HTTP/1.0 has no chunked bodies,
    /// and a proxy in front of the server may have understood another body (RFC 9112, 6.1). A client of that version
    /// can't wait for `100 Continue` either (RFC 9110, 10.1.1).
    /// - Throws: if HTTP forbids the head, or if it is costly to process.
    func normalized() throws(HeadFault) -> HTTPRequestHead {
        var head = self
        try requireReadableTexts()
        try requireHost()
        try head.simplifyTarget()
        guard isOld else { return head }
        guard !headers.contains(name: "transfer-encoding") else { throw HeadFault(nil) }
        head.headers.remove(name: "expect")
        // HTTP/1.0 connections end with the response unless the client asks to keep them (RFC 9112, 9.3).
        if !headers[canonicalForm: "connection"].contains(where: { $0.utf8.isWord("keep-alive") }) {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        return head
    }

    /// Refuses targets that don't encode UTF-8, because the router and the query parser would misread them. It also
    /// refuses long runs of combining marks in any text (rule 20.27). Later code compares and normalises these texts,
    /// which would take long.
    private func requireReadableTexts() throws(HeadFault) {
        guard let target = PercentEncoding.decoded(uri) else {
            throw HeadFault("The request's target has a % without two hexadecimal digits, or encodes bytes that aren't UTF-8.")
        }
        // RFC 9112, 3.2: a fragment concerns only the client, so a proxy may remove it or not.
        if uri.utf8.contains(UInt8(ascii: "#")) { throw HeadFault("The request's target has a fragment.") }
        if !target.isStreamSafe { throw .marks("The request's target") }
        for (name, value) in headers where !value.isStreamSafe { throw .marks("The header \(name)") }
    }

    /// Requires one valid `Host`, which only HTTP/1.0 may leave out (RFC 9112, 3.2). It identifies the community, so
    /// the server and a proxy must read the same one.
    private func requireHost() throws(HeadFault) {
        let hosts = headers["host"]
        guard hosts.count == 1 || hosts.isEmpty && isOld else {
            throw HeadFault(hosts.isEmpty ? "The header Host is missing." : "There is more than one header Host.")
        }
        guard hosts.allSatisfy({ HostHeader.isValid($0.utf8.trimmed) }) else { throw HeadFault("The header Host isn't a valid host.") }
    }

    /// Reduces the target to its path and query, and decodes its unreserved characters (RFC 3986, 6.2.2.2). The
    /// authority of an absolute target replaces the `Host` (RFC 9112, 3.2.2).
    private mutating func simplifyTarget() throws(HeadFault) {
        var target = Substring(uri).utf8
        if target.first != UInt8(ascii: "/"), method != .CONNECT, uri != "*" {
            guard let scheme = ["http://", "https://"].first(where: { target.starts(withWord: $0) }) else {
                throw HeadFault("The request's target is neither a path nor an http or https URL.")
            }
            target = target.dropFirst(scheme.utf8.count)
            let end = target.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? target.endIndex
            guard end > target.startIndex, HostHeader.isValid(target[..<end]) else {
                throw HeadFault("The request's target doesn't name a valid host.")
            }
            headers.replaceOrAdd(name: "host", value: String(Substring(target[..<end])))
            target = target[end...]
        }
        // A target with an empty path means the root.
        if target.isEmpty || target.first == UInt8(ascii: "?") {
            uri = "/" + String(Substring(target))
        } else {
            uri = String(Substring(target))
        }
        uri = PercentEncoding.withoutNeedless(uri)
    }
}

/// The reason why a head is refused.
struct HeadFault: Error, Equatable {
    /// The reason in English, or nil if the head can't be read at all.
    let detail: String?

    init(_ detail: String?) {
        self.detail = detail
    }

    fileprivate static func marks(_ part: String) -> HeadFault {
        HeadFault("\(part) has more than \(NonStarterRun.limit) combining marks in a row.")
    }
}

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
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
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

extension HTTPResponse {
    /// Whether a body may follow whose length the head doesn't say.
    var hasUnknownLength: Bool { !headerFields.contains(.contentLength) && ![.noContent, .notModified].contains(status) }
}

/// The form of `Host`: `uri-host [ ":" port ]` (RFC 9110, 7.2; RFC 3986, 3.2.2).
enum HostHeader {
    /// Whether the bytes are a name or an address, with or without a port. Empty is valid too, for targets without an
    /// authority.
    static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
        let colon = UInt8(ascii: ":")
        var rest = Array(bytes)[...]
        if rest.first == UInt8(ascii: "[") {
            let address = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            guard address.endIndex < rest.endIndex, !address.isEmpty,
                address.allSatisfy({ $0.isHexDigit || $0 == colon || $0 == UInt8(ascii: ".") })
            else { return false }
            rest = rest[(address.endIndex + 1)...]
        } else {
            let name = rest.prefix { $0 != colon }
            guard name.allSatisfy({ $0.isUnreserved || $0.isSubDelimiter || $0 == UInt8(ascii: "%") }), !name.isEmpty || rest.isEmpty else {
                return false
            }
            rest = rest[name.endIndex...]
        }
        return rest.isEmpty || rest.first == colon && isPort(rest.dropFirst())
    }

    /// Whether the bytes are a port, 0 to 65535, with leading zeros or not. None is valid too: the scheme's port is meant.
    private static func isPort(_ digits: ArraySlice<UInt8>) -> Bool {
        guard digits.allSatisfy(\.isDigit) else { return false }
        return digits.isEmpty || UInt16(Substring(decoding: digits.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)) != nil
            || digits.allSatisfy { $0 == UInt8(ascii: "0") }
    }
}

/// Percent-encoding (RFC 3986, 2.1).
enum PercentEncoding {
    /// Decodes all percent-encoded bytes. Returns nil if a `%` lacks its two hexadecimal digits, or if the result
    /// isn't UTF-8.
    static func decoded(_ text: String) -> String? { replacing(text) { _ in true } }

    /// Decodes only the characters that never need encoding: letters, digits, `-`, `.`, `_` and `~`.
    static func withoutNeedless(_ text: String) -> String { replacing(text) { $0.isUnreserved } ?? text }

    private static func replacing(_ text: String, where isReplaced: (UInt8) -> Bool) -> String? {
        let percent = UInt8(ascii: "%")
        guard text.utf8.contains(percent) else { return text }
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == percent else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(hexDigits: rest.prefix(2)) else { return nil }
            if isReplaced(value) { bytes.append(value) } else { bytes += [percent] + rest.prefix(2) }
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Parses two hexadecimal digits. Returns nil for fewer, and for other characters.
    fileprivate init?(hexDigits: some Collection<UInt8>) {
        guard hexDigits.count == 2 else { return nil }
        self = 0
        for digit in hexDigits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            self = self << 4 | UInt8(value)
        }
    }

    fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    fileprivate var isHexDigit: Bool { isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20 }
    fileprivate var isUnreserved: Bool {
        isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || "-._~".utf8.contains(self)
    }
    fileprivate var isSubDelimiter: Bool { "!$&'()*+,;=".utf8.contains(self) }
}

extension Collection<UInt8> {
    /// Whether the bytes begin with a word, in upper or lower case. The word consists of lower-case letters and
    /// signs.
    fileprivate func starts(withWord word: String) -> Bool {
        let start = prefix(word.utf8.count)
        return start.count == word.utf8.count && zip(start, word.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 && $0 >= 0x41 }
    }
}

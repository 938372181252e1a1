@testable import TestSupport

extension Answer {
    /// Parses the first answer in a connection's bytes, nil if none is complete.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        let rest = Array(bytes[(end + 4)...])
        // Skips interim answers.
        guard status >= 200 else { self.init(rest); return }
        let headers = lines.dropFirst().compactMap { line in
            line.firstIndex(of: ":").map { (line[..<$0].lowercased(), String(line[$0...].dropFirst().drop { $0 == " " })) }
        }
        let fields = Dictionary(headers) { first, _ in first }
        let body = fields["transfer-encoding"] == "chunked" ? Self.joined(rest) : rest
        self.init(status: status, headers: fields, body: body)
    }

    private static func joined(_ chunks: [UInt8]) -> [UInt8] {
        var (body, rest) = ([UInt8](), chunks[...])
        while let end = rest.firstIndex(of: 13), let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16), size > 0 {
            body += rest[(end + 2)...].prefix(size)
            rest = rest[(end + 2)...].dropFirst(size + 2)
        }
        return body
    }
}

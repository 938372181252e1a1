import DavenportAPI
import Foundation

/// A generated request: `METHOD target`, header lines, an empty line and the body. Values that only a running server has
/// are placeholders: `«token:ada»`, `«room:tv»`, `«next:comments:1=-1»` for a cursor with its second part replaced.
struct Template: Sendable {
    var method: String
    var target: String
    var headers: [(name: String, value: String)]
    var body: [UInt8]

    /// The status that a known request must have.
    var expected: Int? { headers.first { $0.name == "Expect-Status" }.flatMap { Int($0.value) } }

    /// The stored form.
    var text: [UInt8] {
        let head = ["\(method) \(target)"] + headers.map { "\($0.name): \($0.value)" }
        return Array(head.joined(separator: "\n").utf8) + [10, 10] + body
    }
}

extension Template {
    /// Parses the stored form, nil if it is malformed.
    init?(_ bytes: [UInt8]) {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [10, 10]) }) else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).utf8.split(separator: 10, omittingEmptySubsequences: false)
        guard let space = lines[0].firstIndex(of: 32) else { return nil }
        let headers = lines.dropFirst().compactMap { line in
            line.firstIndex(of: 58).map { (String(Substring(line[..<$0])), String(Substring(line[$0...].dropFirst(2)))) }
        }
        self.init(
            method: String(Substring(lines[0][..<space])), target: String(Substring(lines[0][space...].dropFirst())), headers: headers,
            body: Array(bytes[(end + 2)...]))
    }

    /// Returns the request with the server's values.
    func filled(_ world: World) -> Template {
        Template(
            method: method, target: world.fill(target), headers: headers.map { ($0.name, world.fill($0.value)) }, body: world.fill(body))
    }

    /// The bytes to send: one request, after which the server closes the connection.
    var wire: [UInt8] {
        let sent = headers.filter { $0.name != "Expect-Status" }
        var lines = ["\(method) \(target) HTTP/1.1"] + sent.map { "\($0.name): \($0.value)" } + ["Connection: close"]
        if !sent.contains(where: { $0.name == "Host" }) { lines.append("Host: localhost") }
        if !body.isEmpty { lines.append("Content-Length: \(body.count)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}

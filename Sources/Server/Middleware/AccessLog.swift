import DavenportAPI
import Domain
import Foundation

/// Writes one line per request, without any text that the client sent. In place of the path, a line has the route's
/// pattern. It has no query, no header and no body.
public struct AccessLog: Sendable {
    /// The format of the lines.
    public enum Form: Sendable {
        case text
        /// One JSON object per line.
        case json
    }

    private let form: Form
    let showsAddress: Bool
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates an access log.
    /// - Parameters:
    ///   - showsAddress: whether lines contain the client's address, which is personal data.
    ///   - write: takes each line with its line feed. It must not block.
    public init(_ form: Form, showsAddress: Bool, write: @escaping @Sendable ([UInt8]) -> Void) {
        (self.form, self.showsAddress, self.write) = (form, showsAddress, write)
    }

    /// The facts about a request that its line in the log contains.
    struct Entry {
        let method: String
        let route: String
        let status: Int
        let took: Duration
        /// The number of bytes of the response's body.
        let bytes: Int
        let requestID: String
        /// The tenant's slug; nil if the request was answered before its tenant was known.
        let tenant: String?
        let userID: UUID?
        let address: String?
    }

    func note(_ entry: Entry, at time: Date = Date()) {
        var line = LineWriter()
        switch form {
        case .text:
            line += Timestamp.text(time)
            line += " info access : \(entry.method) \(entry.route) \(entry.status) "
            line += "\(entry.milliseconds) ms \(entry.bytes) bytes request-id=\(entry.requestID)"
            if let tenant = entry.tenant { line += " tenant=\(tenant)" }
            if let userID = entry.userID { line += " user=\(userID.lowercased)" }
            if let address = entry.address { line += " address=\(address)" }
        case .json:
            line += #"{"time":"\#(Timestamp.text(time))","level":"info","label":"access","message":"request","method":"\#(entry.method)","#
            line += #""route":"\#(entry.route)","status":\#(entry.status),"ms":\#(entry.milliseconds),"bytes":\#(entry.bytes),"#
            line += #""request-id":"\#(entry.requestID)""#
            if let tenant = entry.tenant { line += #","tenant":"\#(tenant)""# }
            if let userID = entry.userID { line += #","user":"\#(userID.lowercased)""# }
            if let address = entry.address { line += #","address":"\#(address)""# }
            line += "}"
        }
        line += "\n"
        write(line.bytes)
    }

    private struct LineWriter {
        private(set) var bytes: [UInt8] = []

        init() { bytes.reserveCapacity(320) }

        static func += (line: inout LineWriter, text: String) { line.bytes.append(contentsOf: text.utf8) }
    }
}

extension AccessLog.Entry {
    /// The duration in milliseconds, with three decimals.
    fileprivate var milliseconds: String {
        let (seconds, attoseconds) = took.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let rest = String(microseconds % 1000)
        return "\(microseconds / 1000)." + String(repeating: "0", count: max(0, 3 - rest.utf8.count)) + rest
    }
}

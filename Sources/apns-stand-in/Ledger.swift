import Foundation

/// Records requests and their outcome: one line of JSON for each, in the order of arrival.
struct Ledger {
    /// The content of one line.
    struct Entry {
        /// The time at which the request was complete, in milliseconds since 1970.
        let at: Int
        let connection: Int
        /// The number of open streams of the connection at that time, this one included.
        let open: Int
        let request: PushRequest
        let size: Int
        let token: ProviderTokens.Token?
        /// The HTTP status; 0 if there was no response.
        let status: Int
        /// Apple's reason, or the action that replaced a response.
        let reason: String?
    }

    private let file: FileHandle
    private var pending: [UInt8] = []

    /// Appends to the file, or makes it if it doesn't exist.
    init(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
    }

    /// Buffers a line until `flush`.
    mutating func add(_ entry: Entry) {
        pending.append(UInt8(ascii: "{"))
        field("at", entry.at)
        field("connection", entry.connection)
        field("open", entry.open)
        field("team", entry.token?.team)
        field("key", entry.token?.key)
        field("iat", entry.token?.issuedAt)
        field("id", entry.request.id)
        field("device", String(entry.request.device))
        field("collapseID", entry.request.collapseID)
        field("priority", entry.request.priority)
        field("pushType", entry.request.pushType)
        field("topic", entry.request.topic)
        field("expiration", entry.request.expiration)
        field("size", entry.size)
        field("reason", entry.reason)
        field("status", entry.status)
        pending[pending.count - 1] = UInt8(ascii: "}")
        pending.append(UInt8(ascii: "\n"))
    }

    /// Writes the buffered lines.
    mutating func flush() throws {
        guard !pending.isEmpty else { return }
        try file.write(contentsOf: pending)
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func field(_ name: String, _ value: Int?) {
        guard let value else { return }
        key(name)
        pending.append(contentsOf: String(value).utf8)
        pending.append(UInt8(ascii: ","))
    }

    private mutating func field(_ name: String, _ value: String?) {
        guard let value else { return }
        key(name)
        pending.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): pending += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: pending.append(UInt8(ascii: "?"))
            default: pending.append(byte)
            }
        }
        pending += [UInt8(ascii: "\""), UInt8(ascii: ",")]
    }

    private mutating func key(_ name: String) {
        pending.append(UInt8(ascii: "\""))
        pending.append(contentsOf: name.utf8)
        pending += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }
}

import DavenportAPI
import Foundation

/// Writes `Encodable` values as JSON straight into one buffer.
///
/// Foundation's encoder builds a tree first and takes several times as long as the database does for the same rows. This one knows the
/// wire's forms: UUIDs in lower case, times by `Timestamp`, absent values left out.
final class JSONWriter {
    private(set) var bytes: [UInt8] = []
    /// The objects and lists that are open, and whether each has an element.
    private var open: [Opened] = []

    private struct Opened {
        let closing: UInt8
        var isEmpty = true
    }

    /// The JSON of a value, as UTF-8.
    /// - Throws: what the value's own `encode(to:)` throws; an `EncodingError` for a number that JSON can't hold.
    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let writer = JSONWriter()
        writer.bytes.reserveCapacity(1024)
        try writer.write(value)
        return writer.bytes
    }

    /// How many objects and lists are open.
    var depth: Int { open.count }

    func beginObject() { begin(UInt8(ascii: "{"), UInt8(ascii: "}")) }

    func beginList() { begin(UInt8(ascii: "["), UInt8(ascii: "]")) }

    /// Begins an element of what is open.
    func separate() {
        guard let last = open.indices.last else { return }
        if open[last].isEmpty { open[last].isEmpty = false } else { bytes.append(UInt8(ascii: ",")) }
    }

    func key(_ name: String) {
        separate()
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a value where one is due, and closes everything that it opened.
    func write<Value: Encodable>(_ value: Value) throws {
        if writePrimitive(value) { return }
        let (depth, length) = (open.count, bytes.count)
        try value.encode(to: JSONValueEncoder(writer: self, depth: depth))
        while open.count > depth { bytes.append(open.removeLast().closing) }
        if bytes.count == length { bytes.append(contentsOf: "{}".utf8) }
    }

    func null() { bytes.append(contentsOf: "null".utf8) }

    func boolean(_ value: Bool) { bytes.append(contentsOf: (value ? "true" : "false").utf8) }

    func integer(_ value: some BinaryInteger) {
        guard let small = UInt8(exactly: value), small < 10 else { return bytes.append(contentsOf: String(value).utf8) }
        bytes.append(0x30 + small)
    }

    func double(_ value: Double, _ path: [any CodingKey]) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "JSON has no such number"))
        }
        bytes.append(contentsOf: value.description.utf8)
    }

    func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            if text.allSatisfy(Self.isPlain) {
                bytes.append(contentsOf: text)
            } else {
                for byte in text { escape(byte) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func begin(_ opening: UInt8, _ closing: UInt8) {
        bytes.append(opening)
        open.append(Opened(closing: closing))
    }

    /// Writes the types whose form on the wire is the API's own, or that need no encoder.
    private func writePrimitive<Value>(_ value: Value) -> Bool {
        if Value.self == String.self {
            string(unsafeBitCast(value, to: String.self))
        } else if Value.self == Int.self {
            integer(unsafeBitCast(value, to: Int.self))
        } else if Value.self == Bool.self {
            boolean(unsafeBitCast(value, to: Bool.self))
        } else if Value.self == UUID.self {
            uuid(unsafeBitCast(value, to: UUID.self))
        } else if Value.self == Date.self {
            date(unsafeBitCast(value, to: Date.self))
        } else {
            return false
        }
        return true
    }

    private func uuid(_ value: UUID) {
        bytes.append(UInt8(ascii: "\""))
        withUnsafeBytes(of: value.uuid) { octets in
            for (index, octet) in octets.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 { bytes.append(UInt8(ascii: "-")) }
                bytes.append(Self.hexDigit(octet >> 4))
                bytes.append(Self.hexDigit(octet & 0x0F))
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func date(_ value: Date) {
        bytes.append(UInt8(ascii: "\""))
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Timestamp.length) { buffer in
            Timestamp.write(value, to: buffer)
            bytes.append(contentsOf: buffer)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
        case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
        case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
        case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
        case 0..<0x20:
            bytes.append(contentsOf: #"\u00"#.utf8)
            bytes.append(Self.hexDigit(byte >> 4))
            bytes.append(Self.hexDigit(byte & 0x0F))
        default: bytes.append(byte)
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
    }
}

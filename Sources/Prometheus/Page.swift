/// Writes Prometheus' text format, version 0.0.4, line by line.
struct Page {
    enum Kind: String {
        case counter, gauge, histogram
    }

    static let type = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""

    /// Writes the lines that come once before a family's values.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func line(_ name: String, _ labels: String, _ value: String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }

    /// Returns the number in the form that Go reads. A whole number has no decimal point.
    static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return "\(value)"
    }

    /// Returns the labels sorted by name, so that equal labels are equal texts.
    static func labels(_ labels: [(String, String)]) -> String {
        labels.sorted { $0.0 < $1.0 }.map { #"\#(name($0.0))="\#(escaped($0.1, quotes: true))""# }.joined(separator: ",")
    }

    /// Replaces every character but letters, digits and `_` by `_`.
    static func name(_ text: String) -> String {
        let bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        let name = String(decoding: bytes, as: UTF8.self)
        return bytes.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? true ? "_" + name : name
    }

    /// Escapes the text byte by byte, so that a quote before a combining mark is escaped as well.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += Array(#"\\"#.utf8)
            case UInt8(ascii: "\n"): bytes += Array(#"\n"#.utf8)
            case UInt8(ascii: "\"") where quotes: bytes += Array(#"\""#.utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

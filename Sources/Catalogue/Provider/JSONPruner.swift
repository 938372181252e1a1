import Foundation

/// Copies a JSON text without the members that nobody reads, chunk by chunk as it arrives, so that its size doesn't bound what can be read.
///
/// It judges only what it needs to find the ends of values. Its result is to be checked as any JSON from outside: a fault in what it keeps
/// stays one, and a fault in what it leaves out doesn't matter.
struct JSONPruner {
    /// Why the text can't be read on.
    enum Fault: Error {
        /// What is kept exceeds the limit, as a text that never ends does.
        case tooLarge
        /// Objects and arrays nest too deep, or end where none began.
        case misshapen
    }

    /// The text without the members that are left out.
    private(set) var kept: [UInt8] = []

    private struct Container {
        let isObject: Bool
        /// Whether a string that begins now is a member's name.
        var expectsName: Bool
        /// Whether a member was kept before, so that a comma stands before the next.
        var hasMember = false
    }

    private enum Mode {
        case structure
        /// Inside of a string that is kept.
        case string(isEscaped: Bool)
        /// Inside of a member's name.
        case name(isEscaped: Bool)
        /// Inside of a member's value that is left out, below so many of its containers.
        case leftOut(depth: Int)
        case leftOutString(depth: Int, isEscaped: Bool)
    }

    private let names: Set<[UInt8]>
    private let limit: Int
    private var containers: [Container] = []
    private var mode = Mode.structure
    private var name: [UInt8] = []

    private static let depth = 32
    private static let nameLimit = 1024

    /// - Parameters:
    ///   - names: the names of the members that are kept, wherever they stand.
    ///   - limit: the most bytes that are kept.
    init(keeping names: Set<String>, limit: Int) {
        self.names = Set(names.map { Array($0.utf8) })
        self.limit = limit
    }

    /// Takes the next bytes of the text.
    mutating func take(_ chunk: some Sequence<UInt8>) throws(Fault) {
        let bytes = Array(chunk)
        var index = 0
        while index < bytes.count {
            let end = endOfPlainText(bytes, from: index)
            if case .string = mode { kept += bytes[index..<end] }
            index = end
            guard index < bytes.count else { break }
            try take(bytes[index])
            index += 1
        }
        guard kept.count <= limit else { throw .tooLarge }
    }

    /// Inside of a string, the index of the next quote or backslash: most of a text is in strings, and is not to be looked at byte by byte.
    private func endOfPlainText(_ bytes: [UInt8], from start: Int) -> Int {
        switch mode {
        case .string(isEscaped: false), .leftOutString(_, isEscaped: false): break
        default: return start
        }
        return bytes.withUnsafeBytes { buffer in
            // The index lies within a buffer that isn't empty.
            guard let base = buffer.baseAddress else { return start }
            func next(_ byte: UInt8, before end: Int) -> Int {
                memchr(base + start, Int32(byte), end - start).map { UnsafeRawPointer($0) - base } ?? end
            }
            return next(.backslash, before: next(.quote, before: buffer.count))
        }
    }

    private mutating func take(_ byte: UInt8) throws(Fault) {
        switch mode {
        case .structure: try takeStructure(byte)
        case .string(let isEscaped):
            kept.append(byte)
            mode = Self.isEnd(byte, isEscaped) ? .structure : .string(isEscaped: byte == .backslash && !isEscaped)
        case .name(let isEscaped):
            guard !Self.isEnd(byte, isEscaped) else { return endName() }
            guard name.count < Self.nameLimit else { throw .misshapen }
            name.append(byte)
            mode = .name(isEscaped: byte == .backslash && !isEscaped)
        case .leftOut(let depth): try takeLeftOut(byte, depth)
        case .leftOutString(let depth, let isEscaped):
            mode =
                Self.isEnd(byte, isEscaped)
                ? .leftOut(depth: depth) : .leftOutString(depth: depth, isEscaped: byte == .backslash && !isEscaped)
        }
    }

    private static func isEnd(_ byte: UInt8, _ isEscaped: Bool) -> Bool { byte == .quote && !isEscaped }

    private mutating func takeStructure(_ byte: UInt8) throws(Fault) {
        switch byte {
        case .space, .tab, .newline, .carriageReturn: break
        case .openBrace, .openBracket:
            guard containers.count < Self.depth else { throw .misshapen }
            containers.append(Container(isObject: byte == .openBrace, expectsName: byte == .openBrace))
            kept.append(byte)
        case .closeBrace, .closeBracket:
            guard containers.popLast() != nil else { throw .misshapen }
            kept.append(byte)
        case .quote where containers.last?.expectsName == true:
            name = []
            mode = .name(isEscaped: false)
        case .quote:
            kept.append(byte)
            mode = .string(isEscaped: false)
        case .comma where containers.last?.isObject == true: containers[containers.count - 1].expectsName = true
        default: kept.append(byte)
        }
    }

    /// A name with an escape is kept: it may be any.
    private mutating func endName() {
        containers[containers.count - 1].expectsName = false
        guard names.contains(name) || name.contains(.backslash) else {
            mode = .leftOut(depth: 0)
            return
        }
        if containers[containers.count - 1].hasMember { kept.append(.comma) }
        containers[containers.count - 1].hasMember = true
        kept.append(.quote)
        kept += name
        kept.append(.quote)
        mode = .structure
    }

    /// The value ends before the comma or the brace that belongs to its object.
    private mutating func takeLeftOut(_ byte: UInt8, _ depth: Int) throws(Fault) {
        switch byte {
        case .quote: mode = .leftOutString(depth: depth, isEscaped: false)
        case .openBrace, .openBracket: mode = .leftOut(depth: depth + 1)
        case .closeBrace where depth == 0, .closeBracket where depth == 0, .comma where depth == 0:
            mode = .structure
            try takeStructure(byte)
        case .closeBrace, .closeBracket: mode = .leftOut(depth: depth - 1)
        default: break
        }
    }
}

extension UInt8 {
    fileprivate static let quote = UInt8(ascii: "\"")
    fileprivate static let backslash = UInt8(ascii: "\\")
    fileprivate static let comma = UInt8(ascii: ",")
    fileprivate static let openBrace = UInt8(ascii: "{")
    fileprivate static let closeBrace = UInt8(ascii: "}")
    fileprivate static let openBracket = UInt8(ascii: "[")
    fileprivate static let closeBracket = UInt8(ascii: "]")
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let tab = UInt8(ascii: "\t")
    fileprivate static let newline = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}

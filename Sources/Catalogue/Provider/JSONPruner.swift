import Foundation

/// Copies a JSON text chunk by chunk as it arrives, and leaves out the object members that the server doesn't read.
/// Only the copy must be smaller than the size limit; the text itself may be larger.
///
/// The pruner checks only what it needs to find where values end. Its result must be validated like any untrusted JSON:
/// it contains the errors of kept values. Errors in left-out values don't matter.
struct JSONPruner {
    /// The reason why the rest of the text can't be read.
    enum Fault: Error {
        /// The kept members exceed the limit, as they would in a text that never ends.
        case tooLarge
        /// Objects and arrays are nested too deeply, or one ends that hasn't begun.
        case misshapen
    }

    /// The text that was kept so far, without the left-out members.
    private(set) var kept: [UInt8] = []

    private struct Container {
        let isObject: Bool
        /// Whether the next string in this object is a member's name.
        var expectsName: Bool
        /// Whether a member of this object was kept, so that the next one needs a comma before it.
        var hasMember = false
    }

    private enum Mode {
        case structure
        /// The pruner is inside a string that it keeps.
        case string(isEscaped: Bool)
        /// The pruner is inside the name of a member.
        case name(isEscaped: Bool)
        /// The pruner is inside the value of a member that it leaves out, at this depth of nested objects and arrays.
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

    /// Creates a pruner for one text.
    /// - Parameters:
    ///   - names: the names of the members to keep, at any depth.
    ///   - limit: the maximum number of bytes to keep.
    init(keeping names: Set<String>, limit: Int) {
        self.names = Set(names.map { Array($0.utf8) })
        self.limit = limit
    }

    /// Processes the next chunk of the text.
    /// - Throws: a `Fault` if the rest of the text can't be read.
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

    /// Returns the index of the next quote or backslash inside a string, or of the end of the bytes. Most of a text is
    /// in strings, and `memchr` skips them much faster than a loop over bytes.
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

    /// Ends the name of a member, and decides whether the member is kept. A member is always kept if its name has an
    /// escape sequence, because such a name may stand for any other.
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

    /// Processes one byte of a left-out value. The value ends before the comma that follows it, or before the brace
    /// that closes its object.
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

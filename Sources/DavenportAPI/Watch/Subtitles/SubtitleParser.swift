import Foundation
import UntrustedText

/// The first line of a file of subtitles that is wrong.
public struct SubtitleFault: Error, Equatable {
    /// The line's number in the file: 1, 2, 3 …
    public let line: Int
    /// What the line must be, as the end of a sentence: `must have at most 500 characters of text`.
    public let reason: String
}

/// Parses SubRip and WebVTT (rules 17.20 and 17.21). It takes time in proportion to the length of the file.
public struct SubtitleParser {
    /// The largest file in bytes.
    public static let fileSize = 1024 * 1024
    /// The largest number of cues.
    public static let most = 5000
    /// The largest number of characters of a cue, which are as many as a quote may have.
    public static let characters = 500
    /// The largest number of lines, which is 20 for each cue. More of them would only take memory.
    private static let mostLines = 100_000
    /// The largest size of a cue with its markup, in bytes. Nobody needs as much for so few characters.
    private static let rawSize = 16 * 1024
    /// The time in milliseconds at which the last cue must have ended, 24 hours from the start.
    static let end = 86_400_000

    private let lines: [ArraySlice<UInt8>]
    private let isWebVTT: Bool
    private let skipsFaults: Bool
    private var place = 0
    private var cues: [Cue] = []

    /// Parses a file of subtitles.
    /// - Parameters:
    ///   - bytes: the file in UTF-8, in UTF-16 with a byte order mark, or else in Windows-1252.
    ///   - skipsFaults: whether to leave out faulty cues instead of refusing the file, as for files that nobody here can
    ///     mend.
    /// - Returns: the cues that have text, by the time at which they start.
    /// - Throws: the first fault.
    public static func cues(in bytes: [UInt8], skippingFaults skipsFaults: Bool = false) throws(SubtitleFault) -> [Cue] {
        var parser = try SubtitleParser(try SubtitleEncoding.text(of: bytes), skipsFaults: skipsFaults)
        while parser.place < parser.lines.count { try parser.takeBlock() }
        return try parser.sorted
    }

    /// Parses a file of subtitles as `cues(in:skippingFaults:)` does, and lets other tasks run in between: the largest file takes
    /// about as long as a hundred usual requests.
    package static func cuesYielding(in bytes: [UInt8], skippingFaults skipsFaults: Bool = false) async throws(SubtitleFault) -> [Cue] {
        var parser = try SubtitleParser(try SubtitleEncoding.text(of: bytes), skipsFaults: skipsFaults)
        while parser.place < parser.lines.count {
            let end = parser.place + linesBetweenYields
            while parser.place < min(end, parser.lines.count) { try parser.takeBlock() }
            await Task.yield()
        }
        return try parser.sorted
    }

    /// The number of lines after which other tasks may run. They take less than a millisecond.
    private static let linesBetweenYields = 200

    /// The cues by the time at which they start.
    private var sorted: [Cue] {
        get throws(SubtitleFault) {
            guard !cues.isEmpty else { throw SubtitleFault(line: 1, reason: "must begin subtitles with at least one cue") }
            return cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
        }
    }

    private init(_ text: [UInt8], skipsFaults: Bool) throws(SubtitleFault) {
        lines = text.splitIntoLines(atMost: Self.mostLines + 1)
        guard lines.count <= Self.mostLines || skipsFaults else {
            throw SubtitleFault(line: Self.mostLines + 1, reason: "must not follow \(Self.mostLines) others")
        }
        let first = lines.first ?? []
        isWebVTT = first.starts(with: "WEBVTT".utf8) && (first.dropFirst(6).first.map { $0 == .space || $0 == .tab } ?? true)
        self.skipsFaults = skipsFaults
    }

    // MARK: Blocks

    /// Takes the block at the current line, or one empty line.
    private mutating func takeBlock() throws(SubtitleFault) {
        if isWebVTT && (place == 0 || lines[place].isNoCue) { return skipBlock() }
        guard !lines[place].isBlank else {
            place += 1
            return
        }
        do throws(SubtitleFault) { try takeCue() } catch {
            guard skipsFaults else { throw error }
            skipBlock()
        }
    }

    /// Goes on to the next empty line.
    private mutating func skipBlock() {
        while place < lines.count, !lines[place].isBlank { place += 1 }
    }

    /// Takes a cue: a number, which may be missing, its times, and the lines of its text.
    private mutating func takeCue() throws(SubtitleFault) {
        if !lines[place].hasArrow {
            guard isWebVTT || lines[place].isNumber else { throw fault(at: place, "must be the number or the times of a cue") }
            place += 1
        }
        let times = place
        guard times < lines.count, let (start, end) = SubtitleTimes.parse(lines[times]) else {
            throw fault(at: min(times, lines.count - 1), "must be the times of a cue, such as 00:15:43,000 --> 00:15:45,500")
        }
        guard start <= end else { throw fault(at: times, "must be times of which the second is the later") }
        guard end <= Self.end else { throw fault(at: times, "must be times within 24 hours") }
        place += 1
        let text = try takeText(of: times)
        guard !text.isBlank else { return }
        guard cues.count < Self.most else { throw fault(at: times, "must not begin a cue after the \(Self.most)th") }
        cues.append(Cue(start: start, end: end, text: text))
    }

    private mutating func takeText(of times: Int) throws(SubtitleFault) -> String {
        skipEmptyLinesBeforeText()
        let first = place
        var size = 0
        while place < lines.count, !lines[place].isBlank {
            if lines[place].hasControlCharacter {
                throw fault(at: place, "must not contain control characters")
            }
            if lines[place].hasArrow, SubtitleTimes.parse(lines[place]) != nil {
                throw fault(at: place, "must not be times, unless an empty line ends the cue before")
            }
            place += 1
            size += lines[place - 1].count
            guard size <= Self.rawSize else { throw tooLong(times) }
        }
        let text = SubtitleMarkup.removed(from: lines[first..<place], isWebVTT: isWebVTT)
        guard text.unicodeScalars.count <= 4 * Self.characters else { throw tooLong(times) }
        // A comment that quotes the cue couldn't be sent either (rule 20.27).
        guard text.isStreamSafe else {
            throw fault(at: times, "must begin a cue with at most \(NonStarterRun.limit) combining marks in a row")
        }
        // Characters before the first combining mark are composed already.
        let composed = text.unicodeScalars.allSatisfy { $0.value < 0x300 } ? text : text.nfc
        guard composed.unicodeScalars.count <= Self.characters else { throw tooLong(times) }
        return composed
    }

    /// Goes on to the text of a cue that some programs write after an empty line. If a number or times come first, the cue
    /// has no text.
    private mutating func skipEmptyLinesBeforeText() {
        guard let next = lines[place...].firstIndex(where: { !$0.isBlank }), next > place else { return }
        if !lines[next].hasArrow, !lines[next].isNumber, !(isWebVTT && next + 1 < lines.count && lines[next + 1].hasArrow),
            !(isWebVTT && lines[next].isNoCue)
        {
            place = next
        }
    }

    private func tooLong(_ times: Int) -> SubtitleFault {
        fault(at: times, "must begin a cue of at most \(Self.characters) characters")
    }

    private func fault(at place: Int, _ reason: String) -> SubtitleFault { SubtitleFault(line: place + 1, reason: reason) }
}

/// Parses the times of a cue.
enum SubtitleTimes {
    /// Returns the times of a line such as `00:15:43,000 --> 00:15:45,500 X1:100`, in milliseconds; nil for any other line.
    static func parse(_ line: ArraySlice<UInt8>) -> (start: Int, end: Int)? {
        var rest = line.trimmed
        guard let start = takeTime(&rest), take(&rest, "-->"), let end = takeTime(&rest) else { return nil }
        // What follows says where on the screen the cue is.
        guard rest.isEmpty || rest.first == .space || rest.first == .tab else { return nil }
        return (start, end)
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ word: String) -> Bool {
        rest = rest.drop { $0 == .space || $0 == .tab }
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count).drop { $0 == .space || $0 == .tab }
        return true
    }

    /// Takes a time such as `1:02:03,004`, `02:03.004` or `1:02:03`.
    private static func takeTime(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var parts: [Int] = []
        while let part = takeNumber(&rest, digits: parts.isEmpty ? 1...9 : 1...2) {
            parts.append(part.value)
            guard rest.first == UInt8(ascii: ":"), parts.count < 3 else { break }
            rest = rest.dropFirst()
        }
        guard parts.count >= 2, parts.dropFirst().allSatisfy({ $0 < 60 }), parts.count == 3 || parts[0] < 60 else { return nil }
        let seconds = parts.reduce(0) { $0 * 60 + $1 }
        guard rest.first == UInt8(ascii: ",") || rest.first == UInt8(ascii: ".") else { return seconds * 1000 }
        rest = rest.dropFirst()
        guard let fraction = takeNumber(&rest, digits: 1...3) else { return nil }
        return seconds * 1000 + fraction.value * [1, 100, 10, 1][fraction.digits]
    }

    private static func takeNumber(_ rest: inout ArraySlice<UInt8>, digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        let found = rest.prefix(digits.upperBound + 1).prefix { $0.isDigit }
        guard digits.contains(found.count) else { return nil }
        rest = rest.dropFirst(found.count)
        return (found.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, found.count)
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

extension [UInt8] {
    /// The lines of a text, which end with LF, CR or both. Those beyond the limit are left out.
    fileprivate func splitIntoLines(atMost limit: Int) -> [ArraySlice<UInt8>] {
        var (lines, start): ([ArraySlice<UInt8>], Int) = ([], 0)
        for index in indices {
            guard lines.count < limit else { return lines }
            switch self[index] {
            case UInt8(ascii: "\n") where index > 0 && self[index - 1] == UInt8(ascii: "\r"): start = index + 1
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                lines.append(self[start..<index])
                start = index + 1
            default: break
            }
        }
        return start < count ? lines + [self[start...]] : lines
    }
}

extension ArraySlice<UInt8> {
    fileprivate var isBlank: Bool { allSatisfy { $0 == .space || $0 == .tab } }
    fileprivate var isNumber: Bool { !trimmed.isEmpty && trimmed.allSatisfy(\.isDigit) }

    fileprivate var trimmed: Self {
        var rest = drop { $0 == .space || $0 == .tab }
        while let last = rest.last, last == .space || last == .tab { rest.removeLast() }
        return rest
    }

    fileprivate var hasArrow: Bool {
        indices.dropLast(2).contains {
            self[$0] == UInt8(ascii: "-") && self[$0 + 1] == UInt8(ascii: "-") && self[$0 + 2] == UInt8(ascii: ">")
        }
    }

    /// Whether the text, in UTF-8, contains a character that a comment's quote must not contain. Those from U+0080 to U+009F
    /// are two bytes.
    fileprivate var hasControlCharacter: Bool {
        var before: UInt8 = 0
        for byte in self {
            if byte < .space && byte != .tab || byte == 0x7F || before == 0xC2 && byte < 0xA0 { return true }
            before = byte
        }
        return false
    }

    /// Whether a block of WebVTT that begins with this line is a comment, a style sheet or a region.
    fileprivate var isNoCue: Bool {
        ["NOTE", "STYLE", "REGION"].contains { word in
            starts(with: word.utf8) && (dropFirst(word.utf8.count).first.map { $0 == .space || $0 == .tab } ?? true)
        }
    }
}

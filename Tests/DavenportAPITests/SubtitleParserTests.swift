import DavenportAPI
import Foundation
import Testing

@Suite("rules 17.20 and 17.21: files of subtitles")
struct SubtitleParserTests {
    /// The result of parsing a file: its cues as `0-1000 text`, or the first wrong line.
    enum Expected: Sendable {
        case cues([String])
        case wrong(Int)
    }

    private static func srt(_ lines: String...) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }
    private static func cue(_ text: String) -> [UInt8] { srt("1", "00:00:01,000 --> 00:00:02,000", text, "") }

    private static func utf16(_ text: String, isLittle: Bool) -> [UInt8] {
        (isLittle ? [0xFF, 0xFE] : [0xFE, 0xFF])
            + text.utf16.flatMap { unit in
                let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
                return isLittle ? bytes : bytes.reversed()
            }
    }

    static let two = "1\n00:00:01,000 --> 00:00:02,500\nHello.\n\n2\n00:15:43,000 --> 00:15:45,000\nthat\nhallway\n"
    static let ofTwo = Expected.cues(["1000-2500 Hello.", "943000-945000 that\nhallway"])
    static let one = "1\n00:00:01,000 --> 00:00:02,000\n"
    static let vtt = "00:01.000 --> 00:02.000\n"

    static let files: [(String, [UInt8], Expected)] = encodings + lineEnds + times + texts + webVTT + limits

    static let encodings: [(String, [UInt8], Expected)] = [
        ("UTF-8", Array(two.utf8), ofTwo),
        ("UTF-8 with a byte order mark", [0xEF, 0xBB, 0xBF] + Array(two.utf8), ofTwo),
        ("UTF-16, little end first", utf16(two, isLittle: true), ofTwo),
        ("UTF-16, big end first", utf16(two, isLittle: false), ofTwo),
        ("UTF-16 beyond the first plane", utf16(one + "🐐", isLittle: true), .cues(["1000-2000 🐐"])),
        ("UTF-16 with half a character", utf16(one, isLittle: true) + [0x00, 0xD8, 0x41, 0x00], .wrong(3)),
        ("UTF-16 with an odd byte", utf16(two, isLittle: true) + [0x41], .wrong(9)),
        ("Windows-1252", Array(one.utf8) + [0x93, 0x47, 0x72, 0xFC, 0xDF, 0x65, 0x94, 0x20, 0x80], .cues(["1000-2000 “Grüße” €"])),
        ("a byte that Windows-1252 lacks", Array(one.utf8) + [0xFC, 0x0A, 0x81], .wrong(4)),
        ("one broken byte in UTF-8", Array((one + "übergroß\n\n" + two).utf8) + [0x0A, 0xE9, 0x0A], .wrong(14)),
        ("a broken byte after UTF-8's mark", [0xEF, 0xBB, 0xBF] + Array(one.utf8) + [0xFC], .wrong(3)),
        ("Windows-1252 with two bytes that UTF-8 has", Array(one.utf8) + [0xC3, 0xA9, 0xE9, 0xE8, 0xE0], .cues(["1000-2000 Ã©éèà"])),
        ("composed characters", cue("Gru\u{308}n"), .cues(["1000-2000 Gr\u{FC}n"])),
    ]

    static let lineEnds: [(String, [UInt8], Expected)] = [
        ("CR LF", Array(two.replacingOccurrences(of: "\n", with: "\r\n").utf8), ofTwo),
        ("CR alone", Array(two.replacingOccurrences(of: "\n", with: "\r").utf8), ofTwo),
        ("no final line end", Array(two.dropLast().utf8), ofTwo),
        ("many empty lines", Array(("\n\n \n" + two.replacingOccurrences(of: "\n\n", with: "\n\n\t\n\n")).utf8), ofTwo),
        ("Ctrl-Z at the end", Array((two + "\u{1A}").utf8), ofTwo),
        ("Ctrl-Z behind the text", Array((one + "a\u{1A}").utf8), .cues(["1000-2000 a"])),
        (
            "cues after Ctrl-Z", Array((one + "a\n\u{1A}" + one + "b\n\u{1A}\n" + one + "c").utf8),
            .cues(["1000-2000 a", "1000-2000 b", "1000-2000 c"])
        ),
        ("Ctrl-Z in the text", cue("a\u{1A}b"), .wrong(3)),
        ("nothing", [], .wrong(1)), ("empty lines", srt("", "", ""), .wrong(1)), ("a zero byte", cue("a\u{0}b"), .wrong(3)),
        ("an escape character", cue("a\u{1B}[1mb"), .wrong(3)), ("a byte order mark alone", [0xEF, 0xBB, 0xBF], .wrong(1)),
    ]

    static let times: [(String, [UInt8], Expected)] = [
        (
            "no numbers", srt("00:00:01,000 --> 00:00:02,000", "a", "", "00:00:03,000 --> 00:00:04,000", "b"),
            .cues(["1000-2000 a", "3000-4000 b"])
        ),
        (
            "numbers that repeat", srt("7", "00:00:01,000 --> 00:00:02,000", "a", "", "7", "00:00:03,000 --> 00:00:04,000", "b"),
            .cues(["1000-2000 a", "3000-4000 b"])
        ),
        ("short times", srt("1", "0:0:1,5 --> 0:0:2.25", "a"), .cues(["1500-2250 a"])),
        ("a place on the screen", srt("1", "00:00:01,000 --> 00:00:02,000  X1:1 X2:2 Y1:3 Y2:4", "a"), .cues(["1000-2000 a"])),
        ("no room around the arrow", srt("1", "00:00:01,000-->00:00:02,000", "a"), .cues(["1000-2000 a"])),
        ("a cue of no length", srt("1", "00:00:01,000 --> 00:00:01,000", "a"), .cues(["1000-1000 a"])),
        (
            "overlapping and unsorted",
            srt(
                "1", "00:00:05,000 --> 00:00:09,000", "c", "", "2", "00:00:01,000 --> 00:00:06,000", "a", "", "3",
                "00:00:01,000 --> 00:00:02,000", "b"),
            .cues(["1000-6000 a", "1000-2000 b", "5000-9000 c"])
        ),
        ("a negative time", srt("1", "-00:00:01,000 --> 00:00:02,000", "a"), .wrong(2)),
        ("an end before the start", srt("1", "00:00:03,000 --> 00:00:02,000", "a"), .wrong(2)),
        ("a hundred hours", srt("1", "100:00:01,000 --> 100:00:02,000", "a"), .wrong(2)),
        ("the last moment", srt("1", "23:59:59,999 --> 24:00:00,000", "a"), .cues(["86399999-86400000 a"])),
        ("a moment later", srt("1", "23:59:59,999 --> 24:00:00,001", "a"), .wrong(2)),
        ("sixty minutes", srt("1", "00:60:00,000 --> 01:00:02,000", "a"), .wrong(2)),
        ("four digits of milliseconds", srt("1", "00:00:01,0000 --> 00:00:02,0000", "a"), .wrong(2)),
        ("no milliseconds", srt("1", "00:00:01 --> 00:00:02", "a"), .cues(["1000-2000 a"])),
        ("hours of many digits", srt("1", "99999999999999999999:00:01,000 --> 99999999999999999999:00:02,000", "a"), .wrong(2)),
        ("no times", srt("1", "a"), .wrong(2)), ("a number alone", srt("1"), .wrong(1)),
        ("no subtitles", srt("Dear diary,", "today"), .wrong(1)),
        ("text after an empty line", srt("1", "00:00:01,000 --> 00:00:02,000", "a", "", "b"), .wrong(5)),
        ("no empty line between cues", srt("1", "00:00:01,000 --> 00:00:02,000", "a", "00:00:03,000 --> 00:00:04,000", "b"), .wrong(4)),
    ]

    static let texts: [(String, [UInt8], Expected)] = [
        ("styling", cue("<i>a</i> <b>b</b> <u>c</u> <font color=\"#ff0000\">d</font>"), .cues(["1000-2000 a b c d"])),
        ("nested tags", cue("<b><i>a</i></b>"), .cues(["1000-2000 a"])), ("capital tags", cue("<I>a</I>"), .cues(["1000-2000 a"])),
        ("markup inside of markup", cue("<<b>script>x</b> <</i>/i>y{{\\an8}\\b1}<1<i>2>"), .cues(["1000-2000 x y"])),
        ("markup that a position parts", cue("<i{\\an8}>a</i>"), .cues(["1000-2000 a"])),
        ("a tag without an end", cue("<i>a <b"), .cues(["1000-2000 a <b"])),
        ("signs that are no tags", cue("a < b > c <3"), .cues(["1000-2000 a < b > c <3"])),
        ("a position", cue("{\\an8}up {here}"), .cues(["1000-2000 up {here}"])),
        ("an arrow in the text", cue("left --> right"), .cues(["1000-2000 left --> right"])),
        ("references in SubRip", cue("a &amp; b"), .cues(["1000-2000 a &amp; b"])),
        (
            "a cue without text", srt("1", "00:00:01,000 --> 00:00:02,000", "", "2", "00:00:03,000 --> 00:00:04,000", "a"),
            .cues(["3000-4000 a"])
        ),
        (
            "a cue of markup", srt("1", "00:00:01,000 --> 00:00:02,000", "<i></i>", "", "00:00:03,000 --> 00:00:04,000", "a"),
            .cues(["3000-4000 a"])
        ),
        ("spaces around lines", cue("  a  \n\t– b"), .cues(["1000-2000 a\n– b"])),
        ("right to left", cue("\u{200F}שלום"), .cues(["1000-2000 \u{200F}שלום"])),
    ]

    static let webVTT: [(String, [UInt8], Expected)] = [
        ("WebVTT", srt("WEBVTT", "", "00:01.000 --> 00:02.000", "a"), .cues(["1000-2000 a"])),
        (
            "a header with text", srt("WEBVTT - by hand", "Kind: captions", "", "intro", "1:00:01.000 --> 1:00:02.000 align:start", "a"),
            .cues(["3601000-3602000 a"])
        ),
        (
            "notes, styles and regions",
            srt("WEBVTT", "", "NOTE", "00:01.000 --> 00:02.000", "", "STYLE", "::cue { color: red }", "", "REGION", "id:a", "", vtt + "a"),
            .cues(["1000-2000 a"])
        ),
        ("voices, classes and times", srt("WEBVTT", "", vtt + "<v Ada>a <c.loud>b</c> <00:00:01.500>c"), .cues(["1000-2000 a b c"])),
        ("references", srt("WEBVTT", "", vtt + "a &amp;lt; &lt;i&gt;&nbsp;b"), .cues(["1000-2000 a &lt; <i> b"])),
        ("a cue right after the header", srt("WEBVTT", vtt + "a", "", vtt + "b"), .cues(["1000-2000 a", "1000-2000 b"])),
        ("a cue after a header with text", srt("WEBVTT", "Kind: captions", vtt + "a"), .cues(["1000-2000 a"])),
        (
            "further references",
            srt(
                "WEBVTT", "",
                vtt + "&eacute;&#233;&#xE9;&#XE9; &quot;&apos;&#39; &sung;&hellip;&yuml;&AElig; "
                    + "&nosuch; &#7; &#; &#+65; &; &#x110000; & &amp;eacute;"),
            .cues(["1000-2000 éééé \"'' ♪…ÿÆ &nosuch; &#7; &#; &#+65; &; &#x110000; & &eacute;"])
        ),
        ("a name without times", srt("WEBVTT", "", "intro", "a"), .wrong(4)), ("a header alone", srt("WEBVTT"), .wrong(1)),
        ("no header but its beginning", srt("WEBVTTX", "", vtt + "a"), .wrong(1)),
    ]

    private static func cues(_ count: Int) -> [UInt8] {
        Array((0..<count).map { "\($0 + 1)\n00:00:01,000 --> 00:00:02,000\na\n\n" }.joined().utf8)
    }

    static let limits: [(String, [UInt8], Expected)] = [
        ("5,000 cues", cues(5000), .cues(Array(repeating: "1000-2000 a", count: 5000))), ("5,001 cues", cues(5001), .wrong(5000 * 4 + 2)),
        ("100,001 lines", cue("a") + Array(repeating: UInt8(ascii: "\n"), count: 100_001), .wrong(100_001)),
        ("500 characters", cue(String(repeating: "ä", count: 500)), .cues(["1000-2000 " + String(repeating: "ä", count: 500)])),
        ("501 characters", cue(String(repeating: "ä", count: 501)), .wrong(2)),
        (
            "500 characters and their markup", cue("<i>" + String(repeating: "a", count: 500) + "</i>"),
            .cues(["1000-2000 " + String(repeating: "a", count: 500)])
        ),
    ]

    /// Shows rules 17.20 and 17.21.
    @Test("Each odd file is parsed, or refused by its first wrong line", arguments: files)
    func odd(_ name: String, _ bytes: [UInt8], _ expected: Expected) {
        do throws(SubtitleFault) {
            let cues = try SubtitleParser.cues(in: bytes).map { "\($0.start)-\($0.end) \($0.text)" }
            guard case .cues(let right) = expected else { return #expect(Bool(false), "\(name): \(cues.prefix(3))") }
            #expect(cues == right, "\(name)")
        } catch {
            guard case .wrong(let line) = expected else { return #expect(Bool(false), "\(name): \(error)") }
            #expect(error.line == line, "\(name): \(error)")
        }
    }

    /// Shows rule 17.21.
    @Test("Of a file that nobody here can mend, the faulty cues are left out")
    func skipping() throws {
        let file = Self.srt(
            "1", "00:00:01,000 --> 00:00:02,000", "a", "", "nonsense", "", "3", "00:00:09,000 --> 00:00:02,000", "b", "", "4",
            "00:00:05,000 --> 00:00:06,000", "c")
        #expect(try SubtitleParser.cues(in: file, skippingFaults: true).map(\.text) == ["a", "c"])
        #expect(throws: SubtitleFault.self) { try SubtitleParser.cues(in: Array("nonsense".utf8), skippingFaults: true) }
    }

    /// Shows rule 17.21.
    @Test("Every cue's text can be quoted as it is")
    func quotable() {
        for (name, bytes, _) in Self.files {
            for cue in (try? SubtitleParser.cues(in: bytes)) ?? [] {
                #expect(FieldType.commentQuote.refusal(of: .string(cue.text)) == nil, "\(name)")
            }
        }
    }
}

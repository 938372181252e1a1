import DavenportAPI
import Testing

@Suite("rules 6: a timestamp at the head of a comment")
struct TimestampTextTests {
    /// Shows rule 6.2.
    @Test(
        "A valid timestamp is cut off",
        arguments: [
            ("15:43 this", 943, "this"), ("1:02:03 x", 3723, "x"), ("75:00 x", 4500, "x"), ("0:00 x", 0, "x"), ("00:07 x", 7, "x"),
            ("999:59 x", 59999, "x"), ("23:59:59 x", 86399, "x"), ("01:00:00 x", 3600, "x"), ("5:05\tx", 305, "x"),
            ("5:05\nx y", 305, "x y"),
            ("5:05   x", 305, "x"), ("15：43 x", 943, "x"), ("１５:４３ x", 943, "x"), ("１：０２：０３　x", 3723, "x"), ("15：4３ １", 943, "１"),
        ])
    func fits(content: String, seconds: Int, rest: String) throws {
        let cut = try #require(TimestampText.cut(content))
        #expect(cut.seconds == seconds)
        #expect(cut.content == rest)
    }

    @Test(
        "Common notations are accepted",
        arguments: [
            (0, "0:00"), (7, "0:07"), (943, "15:43"), (3599, "59:59"), (3600, "1:00:00"), (3723, "1:02:03"), (86_399, "23:59:59"),
            (-1, "0:00"), (86_400, "23:59:59"),
        ])
    func written(seconds: Int, text: String) {
        #expect(TimestampText.text(seconds) == text)
    }

    /// Shows rule 6.2.
    @Test("Every second of a day is parsed as it is written, alone and at the head of a comment")
    func everySecond() {
        let misread = (0..<86_400).filter { second in
            let text = TimestampText.text(second)
            return TimestampText.seconds(text) != second || TimestampText.cut(text + " x")?.seconds != second
        }
        #expect(misread.isEmpty)
        #expect(TimestampText.seconds("75:00") == 4500)
        for text in ["", "15", "15:43 ", "15:60", "1:75:00", "24:00:00"] { #expect(TimestampText.seconds(text) == nil, "\(text)") }
    }

    /// Shows rule 6.2.
    @Test(
        "An invalid timestamp stays part of the text",
        arguments: [
            "15:60 x", "1:75:00 x", "15:43", "15:43 ", "15:43x", "24:00:00 x", "1:2:03 x", "15:4 x", "15:430 x", "1000:00 x", ":43 x",
            "-1:00 x", "١٥:٤٣ x", "100:00:00 x", "1:00:00:00 x", "", " ", "x 15:43 y", "15 :43 x", "+5:00 x", "１５：６０ x", "１５：４３", "15：43x",
            "１５︓43 x", "15∶43 x", "①:00 x",
        ])
    func fitsNot(content: String) {
        #expect(TimestampText.cut(content) == nil)
    }
}

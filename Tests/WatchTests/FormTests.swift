import Foundation
import Testing
import Watch

/// Forms as correct senders write them (RFC 2046, 5.1; RFC 7578), and near misses.
@Suite("rules 25: forms of players")
struct FormTests {
    private static let event = #"{"Event":"item.markplayed","User":{"Name":"ada"},"Item":{"Type":"Movie","Name":"M"}}"#
    private static let watched = PlayerReport.watched(.movie(movieID: nil, title: "M"), account: "ada")

    private func report(_ lines: [String]) -> PlayerReport { PlayerReport(Array(lines.joined(separator: "\r\n").utf8)) }

    /// Shows rule 25.6.
    @Test(
        "The field is found however its name is written",
        arguments: [
            #"Content-Disposition: form-data; name="data""#, "Content-Disposition: form-data; name=data",
            "content-disposition:form-data;name=data",
            #"CONTENT-DISPOSITION: Form-Data; NAME="data""#, #"Content-Disposition: form-data; filename="a;b.json"; name="data""#,
            #"Content-Disposition: form-data; filename=a.json; name=data"#,
            #"Content-Disposition: form-data ; name = "data" ; filename="x""#,
            #"Content-Disposition: form-data; name="d\ata""#, "Content-Disposition: form-data;\r\n\tname=data",
            "Content-Disposition: form-data;\r\n name=\"data\";\r\n filename*=UTF-8''%e2%82%ac.json",
            "Content-Disposition: form-data; name*=UTF-8''d%61ta",
            "Content-Type: application/json\r\nContent-Disposition: form-data; name=data\r\nX-Other: name=thumb",
            #"Content-Disposition: form-data; filename="\"; name=\"thumb\""; name=payload"#,
        ])
    func names(header: String) {
        #expect(report(["--b", header, "", Self.event, "--b--", ""]) == Self.watched, "\(header)")
    }

    /// Shows rule 25.6.
    @Test("Another field isn't it, whatever its file is called")
    func otherNames() {
        for header in [
            #"Content-Disposition: form-data; name="thumb"; filename="data""#, #"Content-Disposition: form-data; filename="name=data""#,
            "Content-Disposition: form-data; name=database", "Content-Disposition: attachment; name=data",
            "X-Content-Disposition: form-data; name=data",
            "Content-Type: text/plain; name=data", "", "Content-Disposition: form-data",
        ] {
            #expect(report(["--b", header, "", Self.event, "--b--", ""]) == .unreadable, "\(header)")
        }
    }

    /// Shows rule 25.6.
    @Test("Text before and after the form, padding, any order of parts, and parts without headers are accepted")
    func parts() {
        let field = ["Content-Disposition: form-data; name=data", "", Self.event]
        let picture = [
            #"Content-Disposition: form-data; name="thumb"; filename="t.jpg""#, "Content-Type: image/jpeg", "", "\u{0}--b\n--bx",
        ]
        let (boundary, longest) = ("--(a) '+_,./:=?-", "--" + String(repeating: "b", count: 70))
        let forms: [[String]] = [
            ["This is a form in parts.", "-- ", "--not the boundary", "", "--b"] + field + ["--b--", ""],
            ["", "--b"] + field + ["--b--"],
            ["--b"] + field + ["--b--", "the end", "--b", "Content-Disposition: form-data; name=data", "", "{}", "--b--"],
            ["--b \t"] + field + ["--b-- ", ""], ["--b"] + picture + ["--b"] + field + ["--b--", ""],
            ["--b"] + field + ["--b"] + picture + ["--b--", ""], ["--b", "", "no headers", "--b"] + field + ["--b--"],
            [boundary] + field + [boundary + "--"],
            [longest] + field + [longest + "--"],
            ["--b"] + picture + ["--bb", "--b-", "--b"] + field + ["--b--"],
        ]
        for form in forms { #expect(report(form) == Self.watched, "\(form)") }
    }

    /// Shows rule 25.6.
    @Test("A form that is cut off, has no end, or has the field only after its end is unreadable")
    func incomplete() {
        let field = ["Content-Disposition: form-data; name=data", "", Self.event]
        let tooLong = "--" + String(repeating: "b", count: 71)
        for form in [
            ["--b"] + field, ["--b"] + field + ["--b"], ["--b"] + field + ["--b-"], ["--b", "x", "--b--", "--b"] + field + ["--b"],
            [tooLong] + field + [tooLong + "--"],
            ["--", ""] + field + ["----"],
        ] {
            #expect(report(form) == .unreadable, "\(form)")
        }
    }
}

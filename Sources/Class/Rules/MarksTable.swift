import DavenportAPI
import Domain
import Foundation

/// A teacher's marks as CSV (RFC 4180; rule 11.56).
enum MarksTable {
    /// The characters with which a formula begins, and those that a spreadsheet skips before it.
    private static let formulaMarks: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]
    private static let header = ["Task", "Due", "Student", "Username", "State", "Late", "Points", "Of", "Word", "Evaluated"]

    /// Returns the table with a line for each assignment, in their order.
    static func text(_ marks: [Assignment]) -> String {
        let lines: [[String]] = [header] + marks.map { line($0) }
        let rows: [String] = lines.map { $0.map { field($0) }.joined(separator: ",") + "\r\n" }
        // Spreadsheets take a file without this mark for another encoding than UTF-8.
        return "\u{FEFF}" + rows.joined()
    }

    private static func line(_ mark: Assignment) -> [String] {
        let (student, evaluation) = (mark.student, mark.evaluation)
        let name = [student.givenName, student.familyName].compactMap { $0 }.joined(separator: " ")
        return [
            mark.task.title, mark.dueAt.map(Timestamp.text) ?? "", name, student.username, mark.state.rawValue, mark.late ? "late" : "",
            evaluation?.points?.description ?? "", mark.task.maxPoints?.description ?? "", evaluation?.word ?? "",
            (evaluation?.at).map(Timestamp.text) ?? "",
        ]
    }

    /// Returns a text as a quoted field. One that a spreadsheet would take for a formula gets an apostrophe before it.
    static func field(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { formulaMarks.contains($0) } ?? false
        return "\"" + (isFormula ? "'" : "") + text.replacing("\"", with: "\"\"") + "\""
    }
}

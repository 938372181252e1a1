import Foundation

/// Reads files of settings such as `.env`, which have lines of the form `KEY=value`. It ignores blank lines, comments, a leading `export`,
/// and quotes around a value.
public enum DotEnv {
    /// Returns the variables of the environment, and those of the files in the working folder. If both set a variable,
    /// the environment wins.
    public static func environment(folder: String = FileManager.default.currentDirectoryPath) -> [String: String] {
        file(folder: folder).merging(ProcessInfo.processInfo.environment) { _, environment in environment }
    }

    /// Returns the variables of the files `davenport.env` and `.env` in the working folder. If both set a variable, `.env`
    /// wins. `davenport.env` holds what services also read, and `.env` what only operators' commands may know.
    public static func file(folder: String = FileManager.default.currentDirectoryPath) -> [String: String] {
        let files = ["davenport.env", ".env"].map { (try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) ?? "" }
        return files.map(parse).reduce([:]) { $0.merging($1) { _, later in later } }
    }

    /// Returns the variables that the text of a file sets. Lines that set none are ignored.
    public static func parse(_ text: String) -> [String: String] {
        var values: [String: String] = [:]
        // Editors may write a byte order mark before the first line.
        let text = String(String.UnicodeScalarView(text.unicodeScalars.drop { $0 == "\u{FEFF}" }))
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
            var key = line[..<equals].trimmingCharacters(in: .whitespaces)
            if key.hasPrefix("export ") { key = key.dropFirst(7).trimmingCharacters(in: .whitespaces) }
            values[key] = value(line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces))
        }
        return values
    }

    private static func value(_ text: String) -> String {
        if let quote = text.first, quote == "\"" || quote == "'", let end = text.dropFirst().firstIndex(of: quote) {
            return String(text[text.index(after: text.startIndex)..<end])
        }
        guard !text.hasPrefix("#") else { return "" }
        guard let comment = text.range(of: " #") else { return text }
        return text[..<comment.lowerBound].trimmingCharacters(in: .whitespaces)
    }
}

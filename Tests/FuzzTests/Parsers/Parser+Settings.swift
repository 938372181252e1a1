import Foundation

@testable import Settings

extension Parser {
    /// Parsers of operators' settings.
    static let settings = [
        Parser(
            "dot-env", ["A=1\nexport B=\"x # y\" # z\n#C=2\nPORT=8080", "LOG_LEVEL='debug'"],
            words: Configuration.keys + ["=", "#", "\n", "'"]
        ) { text in
            let values = DotEnv.parse(text)
            _ = try? Configuration(values)
        }
    ]
}

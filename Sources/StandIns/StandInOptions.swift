import ArgumentParser
import Foundation
import UnixSignals

/// The options of every stand-in.
package struct StandInOptions: ParsableArguments {
    @Option(help: "The port; 0 for any free one.")
    package var port = 0

    @Option(help: "The folder for its URL and what it records. Made if it doesn't exist.")
    package var state: String

    package init() {}

    /// Makes the folder if it doesn't exist.
    package func makeFolder() throws -> URL {
        let folder = URL(filePath: state, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Prints the URL of a stand-in that listens, and writes it into the file `url` of the folder. Returns at SIGTERM or
    /// SIGINT.
    package func serve(at url: String) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try Data("\(url)\n".utf8).write(to: try makeFolder().appending(path: "url"), options: .atomic)
        say(url)
        for await _ in signals { break }
    }
}

/// Prints a line and flushes it at once. A closed output doesn't end the program.
package func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

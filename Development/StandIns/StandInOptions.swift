import ArgumentParser
import Foundation
import UnixSignals

/// The command-line options that every stand-in has.
package struct StandInOptions: ParsableArguments {
    @Option(help: "The port; 0 for any free one.")
    package var port = 0

    @Option(help: "The folder for its URL and what it records. Made if it doesn't exist.")
    package var state: String

    package init() {}

    /// Creates the stand-in's folder if it doesn't exist, and returns its URL.
    package func makeFolder() throws -> URL {
        let folder = URL(filePath: state, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Prints the URL at which a stand-in listens, and writes it to the file `url` in the stand-in's folder. Then it
    /// waits, and returns when the program receives SIGTERM or SIGINT.
    package func serve(at url: String) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try Data("\(url)\n".utf8).write(to: try makeFolder().appending(path: "url"), options: .atomic)
        say(url)
        for await _ in signals { break }
    }
}

/// Prints a line and flushes it at once. If standard output is closed, it ignores the error.
package func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

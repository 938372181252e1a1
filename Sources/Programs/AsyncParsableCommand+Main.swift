import ArgumentParser
import Settings

extension AsyncParsableCommand {
    /// Runs the program's command line. If the program ends with an error, it writes the waiting log lines before the
    /// error.
    public static func runProgram() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch {
            LineSink.standardError.flush()
            exit(withError: error)
        }
    }
}

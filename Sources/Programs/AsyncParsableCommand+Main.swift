import ArgumentParser
import Settings

extension AsyncParsableCommand {
    /// Runs the program's command line. Log lines are written before the error with which the program ends.
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

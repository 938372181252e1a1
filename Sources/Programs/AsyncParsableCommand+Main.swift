import ArgumentParser
import Settings

extension AsyncParsableCommand {
    /// What a program does, for its `main`. What it has logged by then stands before what it ends with.
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

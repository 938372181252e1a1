import Foundation

/// What a server writes about itself into its data folder.
struct PostmasterFile {
    let process: pid_t
    let socketFolder: String
    /// It takes connections, as far as the file tells: a server that was killed can't correct it.
    let isReady: Bool

    /// Nil where no server runs, or it has not got so far as to write all of it.
    init?(data: String) {
        guard let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 8, let process = pid_t(lines[0]) else { return nil }
        self.process = process
        socketFolder = String(lines[4])
        isReady = lines[7].hasPrefix("ready")
    }
}

import Foundation

/// The content of the file `postmaster.pid`, which a running PostgreSQL server keeps in its data folder.
struct PostmasterFile {
    let process: pid_t
    let socketFolder: String
    /// Whether the server accepts connections, according to the file. The file of a killed server still says so.
    let isReady: Bool

    /// Reads the file in a data folder; nil if there is none, or if the server hasn't written all of it yet.
    init?(data: String) {
        guard let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 8, let process = pid_t(lines[0]) else { return nil }
        self.process = process
        socketFolder = String(lines[4])
        isReady = lines[7].hasPrefix("ready")
    }
}

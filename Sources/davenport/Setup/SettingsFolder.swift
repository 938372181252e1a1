import Foundation
import Programs
import Settings

/// The folder with the settings and the secrets of a deployment.
struct SettingsFolder {
    static let usual = "/etc/davenport"
    /// The user and the group of the services.
    private static let group = "davenport"

    let path: String
    /// The file with the settings of the server and the push worker.
    var programs: String { path + "/davenport.env" }
    /// The file with the owner's URL, which no service may know: the owner sees every community's rows.
    var operators: String { path + "/.env" }
    var masterKey: String { path + "/master.key" }
    /// The file with the code of the owner's invite, until somebody has signed up with it.
    var invite: String { path + "/owner-invite" }

    init(_ path: String) {
        self.path = URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.path
    }

    /// The settings in both files, without empty ones.
    var values: [String: String] { DotEnv.file(folder: path).filter { !$0.value.isEmpty } }

    func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }

    /// Returns a file's text; nil if there is none.
    /// - Throws: `Failure` if it can't be read.
    func text(_ file: String) throws -> String? {
        guard has(file) else { return nil }
        guard let data = FileManager.default.contents(atPath: file) else { throw Failure("\(file) can't be read.") }
        return String(decoding: data, as: UTF8.self)
    }

    /// Makes the folder, unless it is there.
    func make() throws {
        guard !has(path) else { return }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
        } catch { throw Failure("The folder \(path) can't be made. Run this as root, or name another with --settings-folder.") }
        if let group = servicesGroup { chown(path, 0, group) }
    }

    /// Adds settings to the end of a file, and keeps what it has.
    func add(_ settings: [(String, String)], to file: String, isShared: Bool) async throws {
        let old = try text(file) ?? ""
        let lines = settings.map { name, value in "\(name)=\(value)\n" }.joined()
        try await write(old + (old.isEmpty || old.hasSuffix("\n") ? "" : "\n") + lines, to: file, isShared: isShared)
    }

    /// Writes a file. A kill leaves the old one or the new one.
    func write(_ text: String, to file: String, isShared: Bool) async throws {
        try await PrivateFile.write(file) { try $0.write(contentsOf: Data(text.utf8)) }
        if isShared { try share(file) }
    }

    /// Whether a file has other rights than `share` gives it.
    func isToShare(_ file: String) -> Bool {
        var status = stat()
        guard stat(file, &status) == 0 else { return false }
        return status.st_mode & 0o777 != mode || (servicesGroup.map { $0 != status.st_gid } ?? false)
    }

    /// Lets the services' user read a file, if the machine has that user, and nobody else but root.
    func share(_ file: String) throws {
        let isOwned = servicesGroup.map { chown(file, 0, $0) == 0 } ?? true
        guard isOwned, chmod(file, mode) == 0 else { throw Failure("The rights of \(file) can't be changed: run this as root.") }
    }

    private var mode: mode_t { servicesGroup == nil ? 0o600 : 0o640 }

    private var servicesGroup: gid_t? { geteuid() == 0 ? getgrnam(Self.group)?.pointee.gr_gid : nil }
}

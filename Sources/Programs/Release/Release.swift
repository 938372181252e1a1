/// The release of Davenport that a program belongs to.
public struct Release: Sendable, CustomStringConvertible {
    /// The version by [Semantic Versioning](https://semver.org), from the file `VERSION`, such as `1.0.0`.
    public let version: String
    /// The commit that the program was built from, with its day, such as `1c95aa88, 2026-11-29`. It is nil in a program that was built in
    /// a checkout, whose files may differ from every commit.
    public let commit: String?

    /// The release of the running program.
    public static let current = Release(version: text(PackageResources.VERSION), commit: text(PackageResources.COMMIT))

    /// Creates a release from the contents of both files.
    /// - Parameter commit: what `git archive` makes of the file `COMMIT`. Git replaces nothing in a checkout.
    init(version: String, commit: String) {
        self.version = version
        self.commit = commit.hasPrefix("$Format") ? nil : commit
    }

    /// The version and what it was built from, as `--version` prints it.
    public var description: String { "\(version) (\(commit ?? "built in a checkout"))" }

    private static func text(_ file: [UInt8]) -> String { String(decoding: file.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
}

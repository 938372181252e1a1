import DavenportAPI
import Domain

extension FileUse {
    /// Files of tasks and entries.
    static let `class` = FileUse(.file, for: .class, .files, .fileBytes)
}

extension Allowance {
    /// The number of files that a user may upload per hour (rule 11.61).
    package static let files = Allowance("files", 120, a: .hour)
}

extension Capacity {
    /// The capacity for all files of a tenant, in bytes (rule 11.67). Files that no task or entry uses count too, and pictures don't.
    package static let fileBytes = Capacity("fileBytes", 5 << 30, "bytes of files")
}

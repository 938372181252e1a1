import Foundation

extension FileLimits {
    /// The maximum number of files that one task or one entry can have (rule 11.62).
    public static let perThing = 10
}

extension FieldType<[UUID]> {
    /// The ids of the files of a task or an entry: at most 10.
    static var fileIDs: Self { uuids(upTo: FileLimits.perThing) }
}

extension Problem {
    /// The problem that `fileIDs` names a file that the caller can't use.
    package static let unknownFile = Problem.unknownFile(in: "fileIDs")
}

extension Problem.Code {
    /// The files of the community have reached the total size that its operator allows.
    public static let storageFull = Self("storage_full", 409, "The community's storage is full.")
    /// The file belongs to somebody else, is in use already, was deleted, or never existed.
    public static let unknownFile = Self("unknown_file", 422, "You have no such unused file.")
}

extension Problem {
    /// Returns the problem that a field of the request names a file that the caller can't use.
    package static func unknownFile(in field: String) -> Problem {
        Problem(.unknownFile, errors: [FieldFault(field: field, code: .unknown, message: "names a file that isn't there for you to name")])
    }
}

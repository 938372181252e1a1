extension Problem.Code {
    /// The server can't continue from the cursor. It is too old, or comes from another database, or from a time when
    /// the community had other features.
    public static let resyncRequired = Self("resync_required", 410, "Begin again without since.")
}

extension [Problem.Code] {
    /// The codes that only this area's endpoints declare. A test finds a code that is missing here.
    static let sync: Self = [.resyncRequired]
}

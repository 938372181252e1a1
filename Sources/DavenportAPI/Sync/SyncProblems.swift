extension Problem.Code {
    /// The cursor can't be continued: it is too old, or belongs to another copy of the database or to other features.
    public static let resyncRequired = Self("resync_required", 410, "Begin again without since.")
}

extension [Problem.Code] {
    /// The codes that only this area's endpoints declare. A test finds a code that is missing here.
    static let sync: Self = [.resyncRequired]
}

extension Problem.Code {
    /// What was told before says nothing of what there is now: too long ago, of another copy of the database, or of other features.
    public static let resyncRequired = Self("resync_required", 410, "Begin again without since.")
}

extension [Problem.Code] {
    /// What the area's endpoints name; of each, `errors` says where. A test finds one that is missing.
    static let sync: Self = [.resyncRequired]
}

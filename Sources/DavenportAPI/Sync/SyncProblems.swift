extension Problem.Code {
    /// The server can't continue from the client's cursor. The cursor is too old, comes from another database, or dates
    /// from a time when the community had other features.
    public static let resyncRequired = Self("resync_required", 410, "Begin again without since.")
}

extension [Problem.Code] {
    /// The codes that only the endpoint for changes declares. A test finds a code that is missing in this list.
    static let sync: Self = [.resyncRequired]
}

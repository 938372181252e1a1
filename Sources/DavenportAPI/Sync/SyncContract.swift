extension AreaContract {
    /// The contract for keeping a client's copy of the data up to date. Every community has this area, but it isn't
    /// shared. Its fields belong to other areas, and it follows them so that their documentation contains the schemas.
    public static let sync = AreaContract(
        "sync",
        chapters: [
            Chapter("Changes", "Keep a client's copy of the data up to date, even after a time offline.", Endpoints.changes)
        ],
        codes: .sync, words: .sync)
}

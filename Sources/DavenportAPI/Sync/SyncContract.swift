extension AreaContract {
    /// The contract for keeping a client's copy of the data up to date. Every community has this area. It isn't marked
    /// as shared, because its fields have the meanings of other areas. In `Contracts.all` the area comes last, so that
    /// the other areas own the schemas in its answer.
    public static let sync = AreaContract(
        "sync",
        chapters: [
            Chapter("Changes", "Keep a client's copy of the data up to date, even after a time offline.", Endpoints.changes)
        ],
        codes: .sync, words: .sync)
}

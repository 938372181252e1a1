extension AreaContract {
    /// How a copy of what one sees is kept up to date. Every community has it, but it isn't shared: what it tells is of the other areas,
    /// behind which it stands, so that the documentation has what is theirs with them.
    public static let sync = AreaContract(
        "sync",
        chapters: [
            Chapter("Changes", "How a copy of what one sees is kept up to date, also after a time without network.", Endpoints.changes)
        ],
        codes: .sync, words: .sync)
}

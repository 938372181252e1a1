extension AreaContract {
    /// The contract for keeping a client's copy of the data up to date. Every community has this area. `isShared` is
    /// false all the same: the meanings of a shared area's fields apply to other areas too, and these fields take
    /// theirs from other areas. The area is last in `Contracts.all`, so that each schema in its answer belongs to the
    /// area that declares it.
    public static let sync = AreaContract(
        "sync",
        chapters: [
            Chapter("Changes", "Keep a client's copy of the data up to date, even after a time offline.", Endpoints.changes)
        ],
        codes: .sync, words: .sync)
}

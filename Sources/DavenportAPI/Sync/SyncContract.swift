extension AreaContract {
    /// The contract for keeping a client's copy of the data up to date. Every community has this area, but `isShared`
    /// is false, because its fields have their documentation from other areas. With `isShared`, its own documentation
    /// would apply to other areas' fields. The area is last in `Contracts.all`, so that each schema in its answer
    /// belongs to the area that declares it.
    public static let sync = AreaContract(
        "sync",
        chapters: [
            Chapter("Changes", "Keep a client's copy of the data up to date, even after a time offline.", Endpoints.changes)
        ],
        codes: .sync, meanings: .sync)
}

/// What is over goes from the tables in passing, with what is done anyway.
enum Upkeep {
    /// So many rows at a time, so that nobody waits for it.
    static let part = 100
}

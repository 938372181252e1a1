/// The error for a body that misses its deadline or arrives too slowly.
struct BodyTimedOut: Error {}

/// A body that doesn't come in its time, or not fast enough.
struct LateBody: Error {}

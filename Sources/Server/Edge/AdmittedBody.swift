import NIOCore

/// Tells a connection that the body that is coming goes through as it comes, and was admitted: it has as long as its length needs.
///
/// Until then, and for every other body, the deadline of all bodies holds. So nobody gets more time by telling a length.
struct AdmittedBody {
    /// In bytes, as the request told.
    let length: Int

    /// How long it has beyond the deadline of all bodies.
    var extra: TimeAmount { .seconds(Int64(clamping: length / EdgeLimits.leastSent)) }
}

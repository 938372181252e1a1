import NIOCore

/// An event that gives an admitted streaming body the time that its length needs.
///
/// Until this event, and for all other bodies, the common deadline holds. So a client can't extend its deadline just
/// by announcing a length.
struct BodyAdmitted {
    /// The body's length in bytes, as the request announced it.
    let length: Int

    /// The time that the body gets in addition to the deadline of all bodies.
    var extra: TimeAmount { .seconds(Int64(clamping: length / EdgeLimits.leastSent)) }
}

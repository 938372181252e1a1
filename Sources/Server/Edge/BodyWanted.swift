/// An event that says that the current body is wanted. The connection sends `100 Continue` if the client waits for
/// it.
struct BodyWanted {}

import Foundation

/// When the request that a task answers had come in as a whole. What it does goes by that moment: waiting for one's turn, for a connection
/// or for a lock moves nothing, and neither does trying again.
package enum Receipt {
    /// Nil where no request is answered.
    @TaskLocal package static var moment: Date?
}

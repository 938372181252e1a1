import Foundation

/// Merges a new write with the writes of its area that were never sent. A write that may have reached the server is
/// never changed.
struct Merging<Action: AreaWrite> {
    /// A write of the area in the outbox.
    struct Earlier {
        private let entry: OutboxEntry
        let action: Action

        init?(_ entry: OutboxEntry) {
            guard let action = entry.action as? Action else { return nil }
            (self.entry, self.action) = (entry, action)
        }

        var id: Int64 { entry.id }
        var isWaiting: Bool { entry.isWaiting }
        /// Whether the write may still be changed.
        var isOpen: Bool { entry.isOpen }
        var failure: Write.Failure? { entry.failure }
    }

    /// The area's writes in the outbox, in the order of writing.
    let earlier: [Earlier]
    /// The ids of the writes to delete.
    var removed: [Int64] = []
    /// The write that is replaced, with its new action.
    var changed: (id: Int64, action: Action)?
    /// The write to append; nil if the other changes already cover the new write.
    var appended: Action?

    /// Begins with appending the write. The area then merges it.
    /// - Parameter entries: the outbox, in the order of writing.
    init(_ action: Action, into entries: [OutboxEntry]) {
        (earlier, appended) = (entries.compactMap(Earlier.init), action)
    }

    /// The writes that may still be changed.
    var open: [Earlier] { earlier.filter { $0.isOpen } }
}

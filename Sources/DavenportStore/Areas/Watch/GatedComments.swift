import DavenportAPI
import Foundation

/// A room's comments behind the spoiler gate.
struct GatedComments {
    /// The comments that the gate lets through. One that answers a hidden comment doesn't say so (rule 17.30).
    let shown: [Comment]
    /// The next moment at which the gate shows or hides others, because the position advances or counts as paused; nil if
    /// time alone changes nothing.
    let changesAt: Date?

    /// Hides what lies ahead of the copy's person.
    /// - Parameter room: the room as it is shown, with the present age of the position; nil if it isn't known, so that
    ///   everything that others wrote is hidden.
    init(_ comments: [Comment], in room: Room?, for copy: ShownCopy) {
        guard let me = copy.base.state.userID else {
            (shown, changesAt) = ([], nil)
            return
        }
        let position = room?.position
        let reader = SpoilerGate.Reader(userID: me, second: position.map { $0.second(at: $0.age) }, members: room?.members ?? [])
        let hidden = comments.filter { SpoilerGate.hides($0, from: reader) }
        let hiddenIDs = Set(hidden.map { $0.id })
        shown = comments.filter { !hiddenIDs.contains($0.id) }.map { comment in
            guard let answered = comment.replyTo, hiddenIDs.contains(answered) else { return comment }
            var comment = comment
            comment.replyTo = nil
            return comment
        }
        guard let position, let second = reader.second, position.isRunning(at: position.age) else {
            changesAt = nil
            return
        }
        let ahead = hidden.map { $0.seconds - second }.filter { $0 > 0 }
        // Ages are whole seconds that end with those of the clock.
        let wait = min(ahead.min() ?? .max, Position.lease - position.age)
        changesAt = Date(timeIntervalSinceReferenceDate: copy.now.timeIntervalSinceReferenceDate.rounded(.down) + Double(wait))
    }
}

import DavenportAPI
import Foundation

/// A room's comments behind the spoiler gate.
struct GatedComments {
    /// The comments that the gate lets through.
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
        shown = comments.filter { !SpoilerGate.hides($0, from: reader) }
        guard let position, let second = reader.second, position.isRunning(at: position.age) else {
            changesAt = nil
            return
        }
        let ahead = comments.filter { $0.seconds > second && SpoilerGate.hides($0, from: reader) }.map { $0.seconds - second }
        // Ages are whole seconds that end with those of the clock.
        let wait = min(ahead.min() ?? .max, Position.lease - position.age)
        changesAt = Date(timeIntervalSinceReferenceDate: copy.now.timeIntervalSinceReferenceDate.rounded(.down) + Double(wait))
    }
}

import Foundation

/// The events of the demo's fourteen days.
enum Fortnight {
    /// The length of the fortnight in seconds. All events are within it.
    static let length: TimeInterval = 14 * 86_400
    /// The time at which everybody has signed up and all friendships exist, in seconds before the fortnight's end.
    static let settled = length - 2 * 3600

    /// The id of a room that the owner hasn't watched yet, and in which others already comment.
    static let shownRoom = Story.roomID(5)
}

/// Something that a person does in a room at one time.
struct Event: Sendable {
    enum DemoAction: Sendable {
        case makeRoom
        case say(ScriptedComment)
        case markWatched
        case readAll
        /// Reacts to the room's last comment.
        case react(String)
        /// Pauses at this second.
        case pause(at: Int)
    }

    let story: Story
    let friend: Friend
    /// The time of the action, in seconds before the fortnight's end.
    let ago: TimeInterval
    let action: DemoAction
}

extension Story {
    /// The creation of the room, followed by the actions of all visits.
    var events: [Event] {
        [Event(story: self, friend: host, ago: made.seconds, action: .makeRoom)]
            + visits.flatMap { visit in
                switch visit.does {
                case .watches: watching(visit)
                case .reads: reading(visit)
                case .begins: beginning(visit)
                }
            }
    }

    private func watching(_ visit: Visit) -> [Event] {
        var elapsed: TimeInterval = 0
        let remarks = (visit.remarks ?? []).map { remark in
            // A comment on a second is typed when the playback reaches it. A comment on none follows right after the one
            // before.
            elapsed = max(elapsed + 10, TimeInterval(remark.shownAt))
            return event(.say(remark), visit, after: elapsed)
        }
        return remarks + [event(.markWatched, visit, after: max(elapsed, TimeInterval(minutes * 60)))]
    }

    private func reading(_ visit: Visit) -> [Event] {
        let remarks = (visit.remarks ?? []).enumerated().map { position, remark in
            event(.say(remark), visit, after: TimeInterval(90 * (position + 1)))
        }
        let reactions = visit.reaction.map { [event(.react($0), visit, after: 60)] } ?? []
        return [event(.readAll, visit, after: 0)] + reactions + remarks
    }

    private func beginning(_ visit: Visit) -> [Event] {
        let second = (visit.upTo ?? 0) * 60
        return [event(.pause(at: second), visit, after: TimeInterval(second))]
    }

    private func event(_ action: Event.DemoAction, _ visit: Visit, after elapsed: TimeInterval) -> Event {
        Event(story: self, friend: visit.friend, ago: visit.began.seconds - elapsed, action: action)
    }
}

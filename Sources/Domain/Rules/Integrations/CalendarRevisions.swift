import DavenportAPI
import Foundation
import Secrets

/// When the events of a key's calendar last changed, and how often they moved (RFC 5545, 3.8.7). A program that has an
/// event takes a later version only if these values grow, so they are stored with the key.
struct CalendarRevisions: Codable, Sendable, Equatable {
    /// The state of an event that a program has seen.
    struct Revision: Codable, Sendable, Equatable {
        /// The event's time, as the calendar has it.
        fileprivate(set) var start: String
        /// A digest of the event's text.
        fileprivate(set) var digest: String
        /// How often the event has moved to another time. A program drops what the user did with it then, such as an alarm.
        fileprivate(set) var sequence = 0
        /// The time of the last change, in seconds since 1970. It never goes back.
        fileprivate(set) var changedAt: Int
    }

    /// How long the state of an event that is no longer in the calendar is kept, in seconds: a year. Until then it may come
    /// back, as a reopened task does.
    private static let memory = 366 * 86_400

    /// The most events whose states are kept (rule 25.4). Beyond it, events that have left the calendar are forgotten first, those with
    /// the oldest change before the others.
    static let most = 2000
    /// The most bytes that an import accepts. The most events take some 300,000.
    static let limit = 512 * 1024
    /// The greatest integer of RFC 5545 (3.3.8).
    private static let greatest = Int(Int32.max)
    /// The end of the year 9999, after which no time has a form in RFC 5545.
    private static let lastMoment = 253_402_300_799

    private var events: [String: Revision] = [:]

    init() {}

    /// Reads stored revisions. They may come from another deployment, so the numbers are checked.
    init(from decoder: any Decoder) throws {
        events = try decoder.singleValueContainer().decode([String: Revision].self)
        guard events.values.allSatisfy({ 0...Self.greatest ~= $0.sequence && 0...Self.lastMoment ~= $0.changedAt }) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "A number is out of range."))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(events)
    }

    subscript(event: CalendarEvent) -> Revision? { events[event.id] }

    /// Records the events as a program gets them now.
    /// - Returns: whether anything has changed.
    mutating func note(_ current: [CalendarEvent], at moment: Date) -> Bool {
        let (before, now) = (self, Int(moment.timeIntervalSince1970))
        for event in current { note(event, now) }
        let ids = Set(current.map(\.id))
        events = events.filter { ids.contains($0.key) || $0.value.changedAt >= now - Self.memory }
        if events.count > Self.most { forgetMost(except: ids, knownBefore: before) }
        return self != before
    }

    /// Keeps at most `most` events. Events of the calendar that were known before come first, so that two calls keep the same ones. Then
    /// come its new events, and last the events that have left it, the latest changes first.
    private mutating func forgetMost(except current: Set<String>, knownBefore before: CalendarRevisions) {
        func rank(_ id: String) -> Int { current.contains(id) ? before.events[id] == nil ? 1 : 0 : 2 }
        let inOrder = events.sorted { first, second in
            let (firstRank, secondRank) = (rank(first.key), rank(second.key))
            guard firstRank == secondRank else { return firstRank < secondRank }
            guard firstRank == 2, first.value.changedAt != second.value.changedAt else { return first.key < second.key }
            return first.value.changedAt > second.value.changedAt
        }
        events = Dictionary(uniqueKeysWithValues: inOrder.prefix(Self.most).map { ($0.key, $0.value) })
    }

    private mutating func note(_ event: CalendarEvent, _ now: Int) {
        let (start, digest) = (event.time.text, Data(Digest.sha256(Array(event.summary.utf8)).prefix(12)).base64EncodedString())
        guard var revision = events[event.id] else {
            events[event.id] = Revision(start: start, digest: digest, changedAt: now)
            return
        }
        guard (revision.start, revision.digest) != (start, digest) else { return }
        if revision.start != start, revision.sequence < Self.greatest { revision.sequence += 1 }
        (revision.start, revision.digest, revision.changedAt) = (start, digest, max(now, revision.changedAt))
        events[event.id] = revision
    }
}

extension CalendarEvent.Time {
    /// The time as RFC 5545 writes it: `20260301` or `20260301T200000Z`.
    var text: String {
        switch self {
        case .day(let day): day.description.replacing("-", with: "")
        case .moment(let moment): Self.text(of: moment)
        }
    }

    /// Returns a moment as RFC 5545 writes it, such as `20260301T200000Z`.
    static func text(of moment: Date) -> String {
        String(Timestamp.text(moment).prefix(19)).replacing("-", with: "").replacing(":", with: "") + "Z"
    }
}

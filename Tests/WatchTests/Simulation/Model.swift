import Foundation

/// A plain model of rules 5 to 7, and of rule 9's outbox, which the tests compare with the server. Users are numbered,
/// and each event has a different time.
struct Model {
    struct Comment: Equatable {
        let id: UUID
        let number: Int
        let author: Int
        var deleted = false
    }

    struct Room {
        let id: UUID
        let show: Int
        let season: Int
        let episode: Int
        let createdAt: Date
        var host: Int
        /// The time at which each current member joined.
        var joined: [Int: Date] = [:]
        /// The time at which each user marked the room as watched, former members included.
        var watched: [Int: Date] = [:]
        var read: [Int: Int] = [:]
        var comments: [Comment] = []
        var completedAt: Date?
        var activity: Date

        var members: Set<Int> { Set(joined.keys) }
        var group: String { "\(show) \(members.sorted())" }
        func isArchived(at now: Date) -> Bool { completedAt.map { now >= $0 + 7 * 86_400 } ?? false }
        func unread(_ person: Int) -> Int {
            comments.filter { !$0.deleted && $0.author != person && $0.number > read[person, default: 0] }.count
        }
        func attention(_ person: Int) -> String {
            if watched[person] == nil { return "watch" }
            if unread(person) > 0 { return "read" }
            return completedAt == nil ? "wait" : "discuss"
        }
    }

    /// An unsent row of the outbox.
    struct Pending {
        let kind: String
        let actor: Int
        let recipient: Int
        let room: UUID
        let createdAt: Date
        var due: Date
        /// The numbers of the comments that a notification about replies covers.
        var numbers: [Int] = []

        var text: String { "\(kind) \(actor)>\(recipient) \(room) \(numbers.count) \(Int((due.timeIntervalSince1970 * 1000).rounded()))" }
    }

    var rooms: [UUID: Room] = [:]
    var pending: [Pending] = []
    var sent: [Pending] = []

    // MARK: Events

    mutating func create(_ id: UUID, show: Int, season: Int, episode: Int, by creator: Int, with others: Set<Int>, at now: Date) {
        var room = Room(id: id, show: show, season: season, episode: episode, createdAt: now, host: creator, activity: now)
        for person in others.union([creator]) { room.joined[person] = now }
        rooms[id] = room
        for person in others { notify("room.created", creator, person, id, now) }
    }

    mutating func add(_ person: Int, to id: UUID, by adder: Int, at now: Date) {
        guard var room = rooms[id], room.joined[person] == nil else { return }
        room.joined[person] = now
        room.read[person] = 0
        settle(&room, at: now)
        notify("room.created", adder, person, id, now)
    }

    mutating func leave(_ person: Int, _ id: UUID, at now: Date) {
        guard var room = rooms[id] else { return }
        pending.removeAll { $0.room == id && $0.recipient == person }
        room.joined[person] = nil
        room.read[person] = nil
        guard !room.joined.isEmpty else { return delete(id) }
        if room.host == person {
            room.host = room.joined.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? room.host
        }
        settle(&room, at: now)
    }

    mutating func delete(_ id: UUID) {
        rooms[id] = nil
        pending.removeAll { $0.room == id }
        sent.removeAll { $0.room == id }
    }

    mutating func watch(_ person: Int, _ id: UUID, watchedAt: Date, at now: Date) {
        guard var room = rooms[id], room.watched[person] == nil else { return }
        room.watched[person] = watchedAt
        room.activity = now
        settle(&room, at: now)
        for other in room.members where other != person {
            let isNotified = (sent + pending).contains {
                $0.kind == "room.watched" && $0.actor == person && $0.recipient == other && $0.room == id && $0.createdAt > now - 600
            }
            if !isNotified { notify("room.watched", person, other, id, now) }
        }
    }

    mutating func unwatch(_ person: Int, _ id: UUID, at now: Date) {
        guard var room = rooms[id], room.watched[person] != nil else { return }
        room.watched[person] = nil
        settle(&room, at: now)
        pending.removeAll {
            $0.room == id
                && ($0.actor == person && ["room.watched", "room.replies"].contains($0.kind)
                    || $0.recipient == person && $0.kind == "room.replies")
        }
    }

    mutating func comment(_ author: Int, _ id: UUID, commentID: UUID, at now: Date) {
        guard var room = rooms[id] else { return }
        let number = room.comments.count + 1
        room.comments.append(Comment(id: commentID, number: number, author: author))
        room.activity = now
        rooms[id] = room
        guard room.watched[author] != nil else { return }
        for other in room.members where other != author && room.watched[other] != nil { reply(author, other, id, number, now) }
    }

    mutating func deleteComment(_ index: Int, _ id: UUID) {
        guard let comment = rooms[id]?.comments[index], !comment.deleted else { return }
        rooms[id]?.comments[index].deleted = true
        for position in pending.indices where pending[position].room == id && pending[position].actor == comment.author {
            pending[position].numbers.removeAll { $0 == comment.number }
        }
        pending.removeAll { $0.kind == "room.replies" && $0.numbers.isEmpty }
    }

    mutating func read(_ person: Int, _ id: UUID, upTo number: Int) {
        guard let room = rooms[id] else { return }
        let mark = max(room.read[person, default: 0], number)
        rooms[id]?.read[person] = mark
        pending.removeAll { $0.kind == "room.replies" && $0.room == id && $0.recipient == person && ($0.numbers.last ?? 0) <= mark }
    }

    mutating func send(at now: Date) {
        sent += pending.filter { $0.due <= now }
        pending.removeAll { $0.due <= now }
    }

    private mutating func settle(_ room: inout Room, at now: Date) {
        let complete = room.members.allSatisfy { room.watched[$0] != nil }
        room.completedAt = complete ? room.completedAt ?? now : nil
        rooms[room.id] = room
    }

    private mutating func notify(_ kind: String, _ actor: Int, _ recipient: Int, _ room: UUID, _ now: Date) {
        pending.append(Pending(kind: kind, actor: actor, recipient: recipient, room: room, createdAt: now, due: now))
    }

    private mutating func reply(_ actor: Int, _ recipient: Int, _ room: UUID, _ number: Int, _ now: Date) {
        let open = pending.firstIndex { $0.kind == "room.replies" && $0.actor == actor && $0.recipient == recipient && $0.room == room }
        guard let open else {
            notify("room.replies", actor, recipient, room, now)
            pending[pending.count - 1].due = now + 1800
            pending[pending.count - 1].numbers = [number]
            return
        }
        pending[open].numbers.append(number)
        pending[open].due = min(now + 1800, pending[open].createdAt + 10_800)
    }

    // MARK: Views

    /// Returns a user's dashboard, one line for each section and room.
    func dashboard(of person: Int, at now: Date) -> [String] {
        let mine = rooms.values.filter { $0.joined[person] != nil }
        let active = Dictionary(grouping: mine.filter { !$0.isArchived(at: now) }, by: \.group)
        return active.values.sorted { $0.map(\.activity).max()! > $1.map(\.activity).max()! }.flatMap { section -> [String] in
            let group = section[0].group
            let latest = mine.filter { $0.group == group && $0.season > 0 }.map { ($0.season, $0.episode) }.max { $0 < $1 }
            let next = latest.map { "\($0.0)x\($0.1 + 1)" } ?? "-"
            let ordered = section.sorted { ($0.season, $0.episode, $0.createdAt) > ($1.season, $1.episode, $1.createdAt) }
            return ["section \(group) next \(next)"] + ordered.map { line($0, person) }
        }
    }

    /// Returns a user's archive, latest activity first.
    func archive(of person: Int, at now: Date) -> [UUID] {
        rooms.values.filter { $0.joined[person] != nil && $0.isArchived(at: now) }.sorted { $0.activity > $1.activity }.map(\.id)
    }

    private func line(_ room: Room, _ person: Int) -> String {
        let members = room.joined.keys.sorted().map { "\($0)\(room.watched[$0] == nil ? "" : "+")\(room.host == $0 ? "*" : "")" }
        return "\(room.id) \(room.attention(person)) \(room.unread(person))/\(room.comments.filter { !$0.deleted }.count)"
            + " read \(room.read[person, default: 0]) done \(room.completedAt.map { "\(Int($0.timeIntervalSince1970 * 1000))" } ?? "-") \(members)"
    }
}

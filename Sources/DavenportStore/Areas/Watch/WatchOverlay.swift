import DavenportAPI
import Foundation

/// Computes the rooms, comments and dashboard to display: the server's state, with the pending writes applied in their
/// order.
///
/// The server's views decide how a write changes the state. This type anticipates only one of their results: a room's
/// `attention` after the person has marked the room as watched or read.
struct WatchOverlay {
    private let copy: ShownCopy
    private let base: Base
    private let writes: [(action: WatchWrite, writtenAt: Date)]
    /// The server's rooms.
    private let known: [UUID: Room]
    /// The number of unread comments above the pending read markers, by room. Rooms for which it isn't known are
    /// missing.
    private let unread: [UUID: Int]

    init(_ copy: ShownCopy, unread: [UUID: Int] = [:]) {
        (self.copy, base, writes) = (copy, copy.base, copy.writes(WatchWrite.self))
        (known, self.unread) = (copy.base[WatchArea.rooms], unread)
    }

    /// All rooms, the last active first. Rooms that aren't created yet come before all others.
    var rooms: [Room] {
        var rooms = known
        var made: [Room] = []
        for entry in writes {
            switch entry.action {
            case .createRoom(let new):
                if let id = new.id, rooms[id] == nil { made.append(pending(new, id, entry.writtenAt)) }
            case .markWatched(let mark): change(mark.roomID, &rooms, &made) { self.marked($0, at: mark.watchedAt ?? entry.writtenAt) }
            case .unmarkWatched(let reference): change(reference.roomID, &rooms, &made) { self.marked($0, at: nil) }
            case .markRead(let mark, let number): change(mark.roomID, &rooms, &made) { self.read($0, upTo: number) }
            case .setPosition(let new):
                let position = Position(seconds: new.seconds, running: new.running, age: 0).kept(from: entry.writtenAt)
                change(new.roomID, &rooms, &made) { self.placed($0, at: position) }
            case .deletePosition(let reference): change(reference.roomID, &rooms, &made) { $0.with(position: .some(nil)) }
            case .leaveRoom(let reference):
                rooms[reference.roomID] = nil
                made.removeAll { $0.id == reference.roomID }
            case .createComment, .createPicturedComment, .editComment, .deleteComment, .addReaction, .removeReaction: break
            }
        }
        let synced = rooms.values.sorted {
            $0.lastActivityAt == $1.lastActivityAt ? $0.id.uuidString < $1.id.uuidString : $0.lastActivityAt > $1.lastActivityAt
        }
        return (made.reversed() + synced).map(current)
    }

    /// A room's comments in the order of creation. Pending comments are numbered after the last one.
    func comments(_ synced: [Comment], of roomID: UUID) -> [Comment] {
        var comments = synced
        var last = max(synced.last?.number ?? 0, known[roomID]?.commentCount ?? 0)
        for entry in writes where entry.action.roomID == roomID {
            let place = comments.firstIndex { $0.id == entry.action.commentID }
            switch (entry.action, place) {
            case (.createComment, nil), (.createPicturedComment, nil):
                guard let new = entry.action.newComment, let id = new.id else { break }
                last += 1
                let (seconds, content) = new.said
                comments.append(
                    Comment(
                        id: id, roomID: roomID, number: last, seconds: seconds, content: content, author: me, createdAt: entry.writtenAt,
                        editedAt: nil, quote: new.quote?.trimmingCharacters(in: .whitespacesAndNewlines), replyTo: new.replyTo,
                        pictures: entry.action.shownPictures))
            case (.editComment(let change), let place?): comments[place] = comments[place].changed(by: change, at: entry.writtenAt)
            case (.deleteComment, let place?): comments.remove(at: place)
            case (.addReaction(let reaction), let place?): react(to: &comments[place]) { $0.adding(reaction.emoji, by: $1) }
            case (.removeReaction(let reaction), let place?): react(to: &comments[place]) { $0.removing(reaction.emoji, by: $1) }
            default: break
            }
        }
        let named = copy.named
        return comments.map { comment in
            guard let author = comment.author, named.contains(author.id), let stub = base.people[author.id], stub != author else {
                return comment
            }
            return comment.by(stub)
        }
    }

    /// The dashboard from the server, without rooms that were archived or left since.
    func dashboard(_ shown: [Room]) -> ReplicaDashboard {
        let rooms = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
        let sections = (base[.dashboard]?.sections ?? []).compactMap { section -> Dashboard.Section? in
            let active = section.roomIDs.compactMap { rooms[$0] }.filter { !$0.archived }
            guard !active.isEmpty else { return nil }
            return Dashboard.Section(group: current(section.group), rooms: active, nextEpisode: section.nextEpisode)
        }
        return ReplicaDashboard(pending: shown.filter { known[$0.id] == nil }, sections: sections)
    }

    private var me: UserStub? { copy.me }

    private func react(to comment: inout Comment, _ body: ([Reaction], UUID) -> [Reaction]) {
        guard let id = copy.base.state.userID else { return }
        let reactions = body(comment.reactions ?? [], id)
        comment.reactions = reactions.isEmpty ? nil : reactions
    }

    private func change(_ id: UUID, _ rooms: inout [UUID: Room], _ made: inout [Room], _ body: (Room) -> Room) {
        if let room = rooms[id] { rooms[id] = body(room) }
        if let place = made.firstIndex(where: { $0.id == id }) { made[place] = body(made[place]) }
    }

    private func pending(_ new: NewRoom, _ id: UUID, _ moment: Date) -> Room {
        let people = [me].compactMap { $0 } + new.memberIDs.compactMap { base.people[$0] }
        let members = people.map { Member(user: $0, watchedAt: nil, joinedAt: moment, isHost: $0.id == me?.id) }
        return Room(
            id: id, subject: new.subject.subject, members: members, createdAt: moment, completedAt: nil, archivesAt: nil,
            lastActivityAt: moment, commentCount: 0, unreadCount: 0, readNumber: 0, attention: .watch, archived: false, muted: false,
            group: "")
    }

    /// Sets or removes the person's watched mark. An existing mark isn't replaced.
    private func marked(_ room: Room, at moment: Date?) -> Room {
        let members = room.members.map { member in
            guard member.user.id == me?.id, moment == nil || member.watchedAt == nil else { return member }
            return Member(user: member.user, watchedAt: moment, joinedAt: member.joinedAt, isHost: member.isHost)
        }
        return wanting(room.with(members: members, position: moment == nil ? nil : .some(nil)))
    }

    /// Sets the person's position, unless they have watched.
    private func placed(_ room: Room, at position: Position) -> Room {
        room.members.contains { $0.user.id == me?.id && $0.watchedAt != nil } ? room : room.with(position: position)
    }

    /// Moves the read marker, never backwards. A marker on a comment without a number means that everything before that
    /// comment has been read.
    private func read(_ room: Room, upTo number: Int?) -> Room {
        guard number ?? .max > room.readNumber else { return room }
        let unreadCount = unread[room.id] ?? (number ?? .max >= room.commentCount ? 0 : room.unreadCount)
        return wanting(room.with(unreadCount: min(unreadCount, room.unreadCount), readNumber: number ?? room.readNumber))
    }

    private func wanting(_ room: Room) -> Room {
        let mine = room.members.first { $0.user.id == me?.id }
        return room.with(
            attention: Attention(
                hasWatched: mine?.watchedAt != nil, unreadCount: room.unreadCount,
                othersHaveWatched: room.members.allSatisfy { $0.user.id == me?.id || $0.watchedAt != nil }))
    }

    /// Returns the room with its members' current names and its position's current age. It is marked as archived if its
    /// `archivesAt` has passed.
    private func current(_ room: Room) -> Room {
        var room = room
        if room.members.contains(where: { base.people[$0.user.id].map { [user = $0.user] in $0 != user } ?? false }) {
            room = room.with(
                members: room.members.map {
                    Member(
                        user: base.people[$0.user.id] ?? $0.user, watchedAt: $0.watchedAt, joinedAt: $0.joinedAt, isHost: $0.isHost)
                })
        }
        if let position = room.position { room = room.with(position: position.shown(at: copy.now)) }
        let archived = room.archivesAt.map { $0 <= copy.now } ?? room.archived
        return archived == room.archived ? room : room.with(archived: archived)
    }

    private func current(_ group: Group) -> Group {
        Group(
            id: group.id, kind: group.kind, showID: group.showID, title: group.title,
            members: group.members.map { base.people[$0.id] ?? $0 }, poster: group.poster, still: group.still)
    }
}

/// The rooms that there are to watch, read, wait for and discuss.
public struct ReplicaDashboard: Sendable {
    /// Rooms that aren't created yet. They have no group.
    public let pending: [Room]
    /// The sections of `Dashboard`, without rooms that were archived or left since the server sent it.
    public let sections: [Dashboard.Section]

    init(pending: [Room] = [], sections: [Dashboard.Section] = []) {
        (self.pending, self.sections) = (pending, sections)
    }
}

extension Room {
    /// Copies the room and replaces the given fields.
    func with(
        members: [Member]? = nil, unreadCount: Int? = nil, readNumber: Int? = nil, attention: Attention? = nil, archived: Bool? = nil,
        position: Position?? = nil
    ) -> Room {
        var room = self
        room.members = members ?? room.members
        room.unreadCount = unreadCount ?? room.unreadCount
        room.readNumber = readNumber ?? room.readNumber
        room.attention = attention ?? room.attention
        room.archived = archived ?? room.archived
        room.position = position ?? room.position
        return room
    }
}

extension Position {
    /// Returns the position in the form that the copy stores: its age counts from a fixed time, and so stays true.
    /// - Parameter moment: the time of the answer that had the position.
    func kept(from moment: Date) -> Position {
        Position(seconds: seconds, running: running, age: age - Int(moment.timeIntervalSinceReferenceDate.rounded(.down)))
    }

    /// Returns the stored position with its age at a time, as the server would answer it.
    func shown(at moment: Date) -> Position {
        let age = age + Int(moment.timeIntervalSinceReferenceDate.rounded(.down))
        return Position(seconds: seconds, running: running, age: min(max(0, age), Position.lease))
    }
}

extension Comment {
    func changed(by change: CommentChange, at moment: Date) -> Comment {
        var comment = self
        (comment.seconds, comment.content) = change.applied(toSeconds: seconds, content: content)
        comment.quote = change.quote.applied(to: quote)?.trimmingCharacters(in: .whitespacesAndNewlines)
        if let changed = change.pictures { comment.pictures = (pictures ?? []).changed(to: changed) }
        comment.editedAt = moment
        // The server determines the mentions of the new text.
        if comment.content != content { comment.mentions = nil }
        return comment
    }

    func by(_ author: UserStub) -> Comment {
        var comment = self
        comment.author = author
        return comment
    }
}

extension NewSubject {
    /// The subject, as far as it is known now. Titles that the catalogue will supply are empty.
    var subject: Subject {
        switch kind {
        case .tv:
            .tv(showID: showID ?? 0, season: season ?? 0, episode: episode ?? 0, showTitle: showTitle ?? "", episodeTitle: episodeTitle)
        case .movie: .movie(movieID: movieID ?? 0, title: title ?? "")
        default: .custom(title: title ?? "")
        }
    }
}

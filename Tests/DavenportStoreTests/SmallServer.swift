import DavenportAPI
import DavenportClient
import Foundation
import Synchronization
import TestSupport

/// An in-memory server for one user, with as much as a replica needs. A test can lose, refuse and delay its answers.
final class SmallServer: Sendable {
    /// The outcome of a request.
    enum Fate: Sendable {
        /// The request doesn't arrive.
        case unreachable
        /// The request is executed, and its answer is lost.
        case lost
        case refused(Problem.Code, retryAfter: Int? = nil, members: [String: JSONValue] = [:], field: String? = nil)
        /// Something between client and server, such as a proxy, answers with this status.
        case strange(Int)
    }

    struct Unreachable: Error {}

    struct State {
        var now = Date(timeIntervalSince1970: 1_772_395_200)
        var me: Me
        var isLoggedIn = true
        var epoch = 1
        /// The number of changes so far, which is the stamp of the last one.
        var stamp = 1
        var rooms: [UUID: (value: Room, stamp: Int)] = [:]
        var comments: [UUID: (value: Comment, stamp: Int)] = [:]
        var removedRooms: [UUID: Int] = [:]
        var removedComments: [CommentChanges.Removal: Int] = [:]
        /// The outcomes of the next writes, and of all requests while the server is unreachable.
        var fates: [Fate] = []
        var isAway = false
        /// What something in between answers to the next requests, which then don't arrive.
        var lies: [Lie] = []
        /// Whether the server delays the end of the session, and whether it is delaying it now.
        var holdsLogOut = false
        var isLogOutHeld = false
        /// Whether the server delays lists of comments, and how many it delays now.
        var holdsLists = false
        var held = 0
        var requests: [String] = []
    }

    private let state: Mutex<State>

    init() {
        let stub = UserStub(id: UUID(), username: "ada", identityColor: "#d1495b")
        state = Mutex(
            State(
                me: Me(
                    stub: stub, role: .member, createdAt: .distantPast, givenName: nil, familyName: nil, email: "ada@example.org",
                    birthday: nil)))
    }

    func change<Result>(_ body: (inout sending State) -> sending Result) -> sending Result { state.withLock { body(&$0) } }

    var comments: [Comment] { state.withLock { $0.comments.values.map { $0.value }.sorted { $0.number < $1.number } } }
    var rooms: [Room] { state.withLock { $0.rooms.values.map { $0.value } } }
    /// The writes that have arrived, as `POST /rooms/{id}/comments`.
    var writes: [String] { state.withLock { $0.requests.filter { !$0.hasPrefix("GET") } } }

    func client(token: @escaping @Sendable () -> String? = { "secret" }) -> DavenportClient {
        let transport = Transport { [self] request in
            try await wait(for: request)
            return try state.withLock { try $0.response(request) }
        }
        return DavenportClient(
            baseURL: URL(string: "https://sofa.example.org")!,  // The literal is a valid URL.
            tenant: "sofa", transport: transport, retry: .never, token: { token() })
    }
}

extension SmallServer {
    /// Delays a long poll until there is a change.
    private func wait(for request: Transport.Request) async throws {
        if request.url.path().hasSuffix("/comments"), change({ $0.hold() }) {
            try await eventually("lists are answered") { change { !$0.holdsLists } }
        }
        if request.method == .delete, request.url.path().hasSuffix("/sessions/current"), change({ $0.holdLogOut() }) {
            try await eventually("the session may end") { change { !$0.holdsLogOut } }
        }
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        guard query.contains(where: { $0.name == "wait" && $0.value != "0" }) else { return }
        let cursor = query.first { $0.name == "since" }?.value?.split(separator: "~") ?? []
        guard cursor.count > 1, let from = Int(cursor[1]) else { return }
        try await eventually("there is something to tell") { Task.isCancelled || change { $0.stamp > from || $0.isAway } }
        try Task.checkCancellation()
    }
}

extension SmallServer.State {
    static let bea = UserStub(id: UUID(), username: "bea", identityColor: "#00798c")

    /// Called when a list of comments is requested.
    /// - Returns: whether it is delayed.
    fileprivate mutating func hold() -> Bool {
        held += holdsLists ? 1 : 0
        return holdsLists
    }

    /// Called when the end of the session is requested.
    /// - Returns: whether it is delayed.
    fileprivate mutating func holdLogOut() -> Bool {
        isLogOutHeld = holdsLogOut && lies.isEmpty
        return isLogOutHeld
    }

    var stub: UserStub { UserStub(id: me.id, username: me.username, identityColor: me.identityColor) }

    mutating func put(_ room: Room) {
        stamp += 1
        rooms[room.id] = (room, stamp)
    }

    mutating func put(_ comment: Comment) {
        stamp += 1
        comments[comment.id] = (comment, stamp)
        guard let room = rooms[comment.roomID]?.value else { return }
        put(room.altered(commentCount: comments.values.count { $0.value.roomID == room.id }))
    }

    /// Adds a room with Bea, in which everyone watched seven days before it becomes archived.
    @discardableResult
    mutating func room(_ title: String, comments: Int = 0, archivesAt: Date? = nil) -> Room {
        let members = [stub, Self.bea].map { Member(user: $0, watchedAt: archivesAt, joinedAt: now, isHost: $0.id == me.id) }
        let room = Room(
            id: UUID(), subject: .custom(title: title), members: members, createdAt: now, completedAt: archivesAt, archivesAt: archivesAt,
            lastActivityAt: now, commentCount: 0, unreadCount: comments, readNumber: 0, attention: archivesAt == nil ? .watch : .read,
            archived: archivesAt.map { $0 <= now } ?? false, muted: false, group: "g")
        put(room)
        for number in 0..<comments { comment("\(title) \(number + 1)", in: room.id) }
        return room
    }

    @discardableResult
    mutating func comment(
        _ content: String, in roomID: UUID, by author: UserStub = bea, id: UUID = UUID(), seconds: Int = 0, quote: String? = nil,
        replyTo: UUID? = nil
    ) -> Comment {
        let number = (comments.values.filter { $0.value.roomID == roomID }.map { $0.value.number }.max() ?? 0) + 1
        let comment = Comment(
            id: id, roomID: roomID, number: number, seconds: seconds, content: content, author: author, createdAt: now, editedAt: nil,
            quote: quote, replyTo: replyTo)
        put(comment)
        return comment
    }

    mutating func remove(comment: Comment) {
        stamp += 1
        comments[comment.id] = nil
        removedComments[.init(roomID: comment.roomID, id: comment.id)] = stamp
    }

    mutating func remove(room id: UUID) {
        stamp += 1
        rooms[id] = nil
        comments = comments.filter { $0.value.value.roomID != id }
        removedRooms[id] = stamp
    }

    fileprivate mutating func response(_ request: Transport.Request) throws -> Transport.Response {
        let parts = request.url.path().split(separator: "/").dropFirst().map(String.init)
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        if isAway { throw SmallServer.Unreachable() }
        if !lies.isEmpty { return lies.removeFirst().response }
        var fate: SmallServer.Fate?
        if request.method != .get, !fates.isEmpty { fate = fates.removeFirst() }
        if case .unreachable = fate { throw SmallServer.Unreachable() }
        requests.append("\(request.method.rawValue) /\(parts.joined(separator: "/"))")
        if case .strange(let status) = fate { return Transport.Response(status: status, body: Data("<html>".utf8)) }
        if case .refused(let code, let retryAfter, let members, let field) = fate {
            return try refusal(code, retryAfter: retryAfter, members: members, field: field).answering(request)
        }
        guard isLoggedIn else { return try refusal(.unauthenticated).answering(request) }
        let response = try answer(request.method, parts, query, request.body)
        if case .lost = fate { throw SmallServer.Unreachable() }
        return response.answering(request)
    }

    private func refusal(
        _ code: Problem.Code, retryAfter: Int? = nil, members: [String: JSONValue] = [:], field: String? = nil
    ) throws -> Transport.Response {
        let problem = Problem(
            code, errors: field.map { [FieldFault(field: $0, code: .outOfRange, message: "is no good")] }, members: members)
        return Transport.Response(
            status: code.status, headers: retryAfter.map { ["retry-after": "\($0)"] } ?? [:], body: try JSONEncoder.wire.encode(problem))
    }

    private func ok(_ value: some Encodable, _ status: Int = 200) throws -> Transport.Response {
        Transport.Response(status: status, body: try JSONEncoder.wire.encode(value))
    }

    private mutating func answer(
        _ method: DavenportAPI.Method, _ parts: [String], _ query: [URLQueryItem], _ body: Data?
    ) throws -> Transport.Response {
        let json = try body.map { try JSONDecoder().decode(JSONValue.self, from: $0) } ?? [:]
        let id = parts.count > 1 ? UUID(uuidString: parts[1]) : nil
        switch (method, parts.first, parts.count) {
        case (.get, "me", _): return try ok(me)
        case (.delete, "sessions", _):
            isLoggedIn = false
            return Transport.Response(status: 204)
        case (.get, "changes", _): return try changes(query)
        case (.get, "rooms", 3):
            let list = comments.values.map { $0.value }.filter { $0.roomID == id }.sorted { $0.number < $1.number }
            return try ok(Page(items: list, next: nil))
        case (.post, "rooms", 1):
            let id = json["id"]?.text.flatMap { UUID(uuidString: $0) } ?? UUID()
            if let known = rooms[id] { return try ok(known.value) }
            let made = room(json["subject"]?["title"]?.text ?? "")
            rooms[made.id] = nil
            put(made.altered(id: id))
            return try ok(made.altered(id: id), 201)
        default:
            guard let id, let room = rooms[id]?.value else { return try refusal(.notFound) }
            return try answer(method, parts, room, json)
        }
    }

    private mutating func answer(
        _ method: DavenportAPI.Method, _ parts: [String], _ room: Room, _ json: JSONValue
    ) throws -> Transport.Response {
        let commentID = parts.count > 3 ? UUID(uuidString: parts[3]) : json["id"]?.text.flatMap { UUID(uuidString: $0) }
        let known = commentID.flatMap { comments[$0]?.value }
        switch (method, parts[2]) {
        case (.post, "comments"):
            if let known { return try ok(known) }
            let new = NewComment(roomID: room.id, content: json["content"]?.text ?? "", literal: json["literal"] == .boolean(true))
            let (quote, replyTo) = (json["quote"]?.text, json["replyTo"]?.text.flatMap { UUID(uuidString: $0) })
            if let replyTo, comments[replyTo] == nil { return try refusal(.invalid, field: "replyTo") }
            var seconds = 0
            if case .integer(let number) = json["seconds"] { seconds = number }
            let said = TimestampText.said(new.content, at: seconds, literal: new.literal)
            let made = comment(
                said.content, in: room.id, by: stub, id: commentID ?? UUID(), seconds: said.seconds ?? 0, quote: quote, replyTo: replyTo)
            return try ok(made, 201)
        case (.patch, "comments"):
            guard let known else { return try refusal(.notFound) }
            let changed = Comment(
                id: known.id, roomID: room.id, number: known.number, seconds: known.seconds,
                content: json["content"]?.text ?? known.content,
                author: known.author, createdAt: known.createdAt, editedAt: now,
                quote: json["quote"] == nil ? known.quote : json["quote"]?.text, replyTo: known.replyTo)
            put(changed)
            return try ok(changed)
        case (.delete, "comments"):
            guard let known else { return try refusal(.notFound) }
            remove(comment: known)
            return Transport.Response(status: 204)
        case (.put, "watched"), (.delete, "watched"):
            put(room.altered(myMark: method == .put ? now : nil, me.id))
            return try ok(rooms[room.id]?.value)
        case (.put, "position"):
            guard case .integer(let seconds) = json["seconds"] else { return try refusal(.invalid) }
            put(room.altered(position: Position(seconds: seconds, running: json["running"] == .boolean(true), age: 0)))
            return try ok(rooms[room.id]?.value)
        case (.put, "read"):
            return try ok(Unread(unreadCount: 0))
        default:
            remove(room: room.id)
            return Transport.Response(status: 204)
        }
    }

    private enum Change {
        case room(Room), goneRoom(UUID), comment(Comment), goneComment(CommentChanges.Removal)
    }

    /// Returns everything that changed after a stamp, by key.
    private func changes(after from: Int) -> [(key: String, change: Change)] {
        let isFull = from == 0
        var all: [(key: String, change: Change)] = rooms.values.filter { $0.stamp > from }.map { ("0 \($0.value.id)", .room($0.value)) }
        all += comments.values.filter { $0.stamp > from && (!isFull || rooms[$0.value.roomID]?.value.archived == false) }.map {
            ("2 \($0.value.roomID) \($0.value.number + 100_000)", .comment($0.value))
        }
        if !isFull {
            all += removedRooms.filter { $0.value > from }.map { ("1 \($0.key)", .goneRoom($0.key)) }
            all += removedComments.filter { $0.value > from && removedRooms[$0.key.roomID] == nil }.map {
                ("3 \($0.key.id)", .goneComment($0.key))
            }
        }
        return all.sorted { $0.key < $1.key }
    }

    /// Returns a page of changes. Its cursor has the epoch, the stamp from which and the stamp up to which the pass
    /// reads, and the last key.
    private func changes(_ query: [URLQueryItem]) throws -> Transport.Response {
        let since = query.first { $0.name == "since" }?.value.map {
            $0.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        }
        let cursor = since ?? ["\(epoch)", "0", "", ""]
        let limit = query.first { $0.name == "limit" }?.value.flatMap { Int($0) } ?? 200
        guard cursor.count == 4, Int(cursor[0]) == epoch, let from = Int(cursor[1]) else { return try refusal(.resyncRequired) }
        let target = Int(cursor[2]) ?? stamp
        let rest = changes(after: from).filter { $0.key > cursor[3] }
        let (page, isLast) = (rest.prefix(limit), rest.count <= limit)
        var (items, gone, said, deleted): ([Room], [UUID], [Comment], [CommentChanges.Removal]) = ([], [], [], [])
        for (_, change) in page {
            switch change {
            case .room(let room): items.append(room)
            case .goneRoom(let id): gone.append(id)
            case .comment(let comment): said.append(comment)
            case .goneComment(let removal): deleted.append(removal)
            }
        }
        let next = isLast ? "\(epoch)~\(target)~~" : "\(epoch)~\(from)~\(target)~\(page.last?.key ?? "")"
        var changes = Changes(now: now, next: next, more: !isLast)
        let active = rooms.values.map { $0.value }.filter { !$0.archived }.map { $0.id }
        changes.rooms = RoomChanges(items: items, removed: gone)
        changes.comments = CommentChanges(items: said, removed: deleted, complete: from == 0 && isLast ? active : [])
        if from == 0, cursor[3].isEmpty {
            changes.me = me
            changes.friends = FriendList(friends: [Self.bea], incoming: [], outgoing: [])
        }
        if isLast {
            let group = Group(id: "g", kind: .custom, showID: nil, title: "Custom", members: [stub, Self.bea])
            changes.dashboard = DashboardOutline(sections: [.init(group: group, roomIDs: active, nextEpisode: nil)])
        }
        return try ok(changes)
    }
}

extension Room {
    func altered(id: UUID? = nil, commentCount: Int? = nil, members: [Member]? = nil, position: Position? = nil) -> Room {
        Room(
            id: id ?? self.id, subject: subject, members: members ?? self.members, createdAt: createdAt, completedAt: completedAt,
            archivesAt: archivesAt, lastActivityAt: lastActivityAt, commentCount: commentCount ?? self.commentCount,
            unreadCount: unreadCount, readNumber: readNumber, attention: attention, archived: archived, muted: muted,
            group: group, position: position ?? self.position)
    }

    func altered(myMark: Date?, _ me: UUID) -> Room {
        altered(
            members: members.map {
                Member(user: $0.user, watchedAt: $0.user.id == me ? myMark : $0.watchedAt, joinedAt: $0.joinedAt, isHost: $0.isHost)
            })
    }
}

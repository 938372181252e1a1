import DavenportAPI
import Foundation
import Postgres
import TestSupport

/// Applies random events to the server and the model, and compares them after each step.
struct Simulation {
    let server: TestServer
    let people: [Person]
    var model = Model()
    var random: SplitMix64
    /// The events so far, for the error message.
    var history: [String] = []

    init(_ server: TestServer, _ people: [Person], seed: UInt64) {
        self.server = server
        self.people = people
        random = SplitMix64(seed: seed)
    }

    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    mutating func run(steps: Int) async throws {
        for _ in 0..<steps {
            let pauses: [Double] = [1, 1, 1, 60, 599, 1801, 4000, 90_000, 400_000]
            server.clock.advance(by: pauses.randomElement(using: &random)! + 0.001 * Double(Int.random(in: 1..<1000, using: &random)))
            try await step()
            try await compare()
        }
    }

    private mutating func step() async throws {
        let person = people.indices.randomElement(using: &random)!
        let room = model.rooms.values.filter { $0.joined[person] != nil }.sorted { $0.id.uuidString < $1.id.uuidString }
            .randomElement(using: &random)
        guard let room, Int.random(in: 0..<100, using: &random) >= 12 else { return try await create(person) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<22: try await watch(person, room)
        case 22..<32: try await unwatch(person, room)
        case 32..<58: try await comment(person, room)
        case 58..<66: try await deleteComment(person, room)
        case 66..<78: try await read(person, room)
        case 78..<83: try await add(person, room)
        case 83..<88: try await leave(person, room)
        case 88..<90: try await delete(person, room)
        case 90..<95: try await next(person, room)
        default: try await send()
        }
    }

    private mutating func create(_ person: Int) async throws {
        let others = Set(people.indices.filter { $0 != person && Bool.random(using: &random) })
        let (show, season, episode) = (
            Int.random(in: 1...2, using: &random), Int.random(in: 0...2, using: &random), Int.random(in: 1...3, using: &random)
        )
        history.append("\(person) makes \(show) \(season)x\(episode) with \(others.sorted())")
        let body: Body = [
            "subject": [
                "kind": "tv", "showID": .integer(show), "season": .integer(season), "episode": .integer(episode),
                "showTitle": .string("Show \(show)"),
            ], "memberIDs": .list(others.sorted().map { .id(people[$0].id) }),
        ]
        let answer = try await server.call(.post, "/v1/rooms", token: people[person].token, json: body)
        let members = others.union([person])
        let same = model.rooms.values.contains { $0.show == show && $0.season == season && $0.episode == episode && $0.members == members }
        try expect(answer, same ? 409 : 201)
        guard !same else { return }
        model.create(
            try answer.json(Room.self).id, show: show, season: season, episode: episode, by: person, with: others, at: server.clock.now)
    }

    private mutating func watch(_ person: Int, _ room: Model.Room) async throws {
        history.append("\(person) watches \(room.id)")
        let earlier = Bool.random(using: &random)
        let body: Body = earlier ? ["watchedAt": "2020-01-01T00:00:00Z"] : [:]
        try await send(.put, "/watched", person, room, 200, body)
        model.watch(
            person, room.id, watchedAt: earlier ? Date(timeIntervalSince1970: 1_577_836_800) : server.clock.now, at: server.clock.now)
    }

    private mutating func unwatch(_ person: Int, _ room: Model.Room) async throws {
        history.append("\(person) takes back \(room.id)")
        try await send(.delete, "/watched", person, room, 200)
        model.unwatch(person, room.id, at: server.clock.now)
    }

    private mutating func comment(_ person: Int, _ room: Model.Room) async throws {
        history.append("\(person) comments in \(room.id)")
        let answer = try await server.call(
            .post, "/v1/rooms/\(room.id)/comments", token: people[person].token, json: ["content": "hm"] as Body)
        try expect(answer, 201)
        model.comment(person, room.id, commentID: try answer.json(Comment.self).id, at: server.clock.now)
    }

    private mutating func deleteComment(_ person: Int, _ room: Model.Room) async throws {
        guard let index = room.comments.indices.randomElement(using: &random) else { return }
        let comment = room.comments[index]
        history.append("\(person) deletes comment \(comment.number) of \(room.id)")
        let status = comment.deleted ? 404 : comment.author == person || room.host == person ? 204 : 403
        try await send(.delete, "/comments/\(comment.id)", person, room, status)
        if status == 204 { model.deleteComment(index, room.id) }
    }

    private mutating func read(_ person: Int, _ room: Model.Room) async throws {
        guard let comment = room.comments.randomElement(using: &random) else { return }
        history.append("\(person) reads up to \(comment.number) of \(room.id)")
        try await send(.put, "/read", person, room, 200, ["commentID": .id(comment.id)])
        model.read(person, room.id, upTo: comment.number)
    }

    private mutating func add(_ person: Int, _ room: Model.Room) async throws {
        let added = people.indices.randomElement(using: &random)!
        history.append("\(person) adds \(added) to \(room.id)")
        try await send(.put, "/members/\(people[added].id)", person, room, 200)
        model.add(added, to: room.id, by: person, at: server.clock.now)
    }

    private mutating func leave(_ person: Int, _ room: Model.Room) async throws {
        history.append("\(person) leaves \(room.id)")
        try await send(.delete, "/members/me", person, room, 204)
        model.leave(person, room.id, at: server.clock.now)
    }

    private mutating func delete(_ person: Int, _ room: Model.Room) async throws {
        history.append("\(person) deletes \(room.id)")
        try await send(.delete, "", person, room, room.host == person ? 204 : 403)
        if room.host == person { model.delete(room.id) }
    }

    private mutating func next(_ person: Int, _ room: Model.Room) async throws {
        history.append("\(person) goes on after \(room.id)")
        let answer = try await server.call(.post, "/v1/rooms/\(room.id)/next", token: people[person].token)
        guard room.season > 0 else { return try expect(answer, 409) }
        let exists = model.rooms.values.contains {
            $0.show == room.show && $0.season == room.season && $0.episode == room.episode + 1 && $0.members == room.members
        }
        try expect(answer, exists ? 200 : 201)
        guard !exists else { return }
        model.create(
            try answer.json(Room.self).id, show: room.show, season: room.season, episode: room.episode + 1, by: person,
            with: room.members.subtracting([person]), at: server.clock.now)
    }

    /// Sends the notifications that are due, as the worker does.
    private mutating func send() async throws {
        history.append("the worker sends")
        let now = server.clock.now
        try await server.rows("UPDATE notifications SET state = 'sent' WHERE state = 'pending' AND due_at <= \(now)")
        model.send(at: now)
    }

    private func send(
        _ method: DavenportAPI.Method, _ path: String, _ person: Int, _ room: Model.Room, _ status: Int, _ body: Body? = nil
    ) async throws {
        try expect(try await server.call(method, "/v1/rooms/\(room.id)\(path)", token: people[person].token, json: body), status)
    }

    private func expect(_ answer: Answer, _ status: Int) throws {
        guard answer.status == status else { throw difference("expected \(status), got \(answer)") }
    }

    func difference(_ text: String) -> Difference {
        Difference(description: text + "\nafter:\n" + history.suffix(40).joined(separator: "\n"))
    }
}

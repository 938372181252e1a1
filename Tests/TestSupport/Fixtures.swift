import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres

/// Somebody who has an account and is logged in.
public struct Person: Sendable {
    public let id: UUID
    public let username: String
    public let email: String
    public let password: String
    public let token: String

    public init(id: UUID, username: String, email: String, password: String, token: String) {
        self.id = id
        self.username = username
        self.email = email
        self.password = password
        self.token = token
    }
}

/// A request's body, written as a dictionary.
public typealias Body = [String: JSONValue]

extension TestServer {
    /// A new member, by an operator's invite.
    public func person(
        _ name: String, role: Role = .member, password: String = "correct horse", in tenant: Tenant? = nil, birthday: String? = nil
    ) async throws -> Person {
        let tenant = tenant ?? self.tenant
        let invite = try await CreateOperatorInvite(operators)(tenant, NewInvite(role: role))
        let signedIn = try await self.as(nil, in: tenant).signUp(
            NewUser(
                invite: invite.code, email: "\(name)@example.org", password: password, username: name,
                birthday: birthday.flatMap { CalendarDate($0) }))
        return Person(
            id: signedIn.user.id, username: name, email: signedIn.user.email, password: password, token: signedIn.token)
    }

    /// New members who are all friends with each other.
    public func friends(_ names: String...) async throws -> [Person] {
        var people: [Person] = []
        for name in names {
            let person = try await person(name)
            for other in people { try await befriend(person, other) }
            people.append(person)
        }
        return people
    }

    public func befriend(_ one: Person, _ other: Person) async throws {
        _ = try await self.as(one).befriend(userID: other.id)
        _ = try await self.as(other).befriend(userID: one.id)
    }

    /// One blocks another.
    public func block(_ one: Person, _ other: Person) async throws {
        _ = try await self.as(one).block(userID: other.id)
    }

    /// Somebody deletes their account.
    public func delete(_ person: Person, eraseComments: Bool = false) async throws -> Answer {
        let body: Body = ["currentPassword": .string(person.password), "eraseComments": .boolean(eraseComments)]
        return try await call(.post, "/v1/me/deletion", token: person.token, json: body)
    }

    /// Somebody is in a room no more.
    public func remove(_ person: Person, from room: Room) async throws {
        _ = try await database.owner.roundTrip(opening: ["SELECT enter(\(tenant.id), \(clock.now))"]) {
            try await $0.query("DELETE FROM memberships WHERE tenant_id = \(tenant.id) AND room_id = \(room.id) AND user_id = \(person.id)")
        }
    }

    /// Logs in on another device.
    /// - Returns: the new session's token.
    public func logIn(_ person: Person, password: String? = nil) async throws -> String {
        try await self.as(nil).logIn(email: person.email, password: password ?? person.password).token
    }

    /// What logging in answers.
    public func tryLogIn(_ person: Person, password: String? = nil, in tenant: Tenant? = nil) async throws -> Answer {
        let basic = Data("\(person.email):\(password ?? person.password)".utf8).base64EncodedString()
        let headers = ["Authorization": "Basic \(basic)", "Davenport-Tenant": (tenant ?? self.tenant).slug]
        return try await call(.post, "/v1/sessions", headers: headers)
    }

    /// A room of its creator and others for an episode.
    public func room(
        _ creator: Person, with others: [Person] = [], season: Int = 1, episode: Int = 1, showID: Int = 95396, rewatch: Bool = false
    ) async throws -> Room {
        try await room(
            creator, with: others,
            subject: .tv(
                showID: showID, season: season, episode: episode, showTitle: "Severance", episodeTitle: "Episode \(episode)"),
            rewatch: rewatch)
    }

    /// A room for anything.
    public func room(_ creator: Person, with others: [Person] = [], subject: NewSubject, rewatch: Bool = false) async throws -> Room {
        try await self.as(creator).createRoom(NewRoom(subject: subject, memberIDs: others.map(\.id), rewatch: rewatch)).value
    }

    /// A comment, said at the current time.
    @discardableResult
    public func comment(_ author: Person, in room: Room, _ content: String, seconds: Int? = nil) async throws -> Comment {
        try await self.as(author).createComment(NewComment(roomID: room.id, seconds: seconds, content: content)).value
    }

    @discardableResult
    public func watched(_ person: Person, _ room: Room) async throws -> Room {
        try await self.as(person).markWatched(roomID: room.id)
    }

    public func dashboard(of person: Person) async throws -> Dashboard {
        try await self.as(person).showDashboard()
    }

    /// Another tenant on the same server.
    public func otherTenant(_ slug: String = "attic", signup: SignupPolicy = .invite) async throws -> Tenant {
        try await CreateTenant(operators)(slug: slug, name: "The Attic", features: [.watch], signup: signup, hosts: [])
    }
}

import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets

/// A user who has an account and is logged in.
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

/// The body of a request as a dictionary.
public typealias Body = [String: JSONValue]

extension TestServer {
    /// Creates a member by an operator's invite.
    public func person(
        _ name: String, role: Role = .member, password: String = "correct horse", in tenant: Tenant? = nil, birthday: String? = nil
    ) async throws -> Person {
        let tenant = tenant ?? self.tenant
        let invite = try await invite(as: role, in: tenant)
        let signedIn = try await self.as(nil, in: tenant).signUp(
            NewUser(
                invite: invite, email: "\(name)@example.org", password: password, username: name,
                birthday: birthday.flatMap { CalendarDate($0) }))
        return Person(
            id: signedIn.user.id, username: name, email: signedIn.user.email, password: password, token: signedIn.token)
    }

    /// Replaces IANA's links by one, as if the machine's tzdata lacked one of its two names.
    public func linkTimeZone(_ alias: String, to zone: String) async throws {
        try await rows(
            """
            CREATE OR REPLACE FUNCTION time_zone_links() RETURNS TABLE (alias text, zone text) LANGUAGE sql IMMUTABLE
            AS $$ VALUES ('\(unsafeRaw: alias)', '\(unsafeRaw: zone)') $$
            """)
    }

    /// Deletes all notifications, as if all users had joined long ago. A new user is reminded to play for three days.
    public func emptyOutbox() async throws {
        try await rows("DELETE FROM notifications")
    }

    /// Creates an operator's invite for one use. Its user makes no friend by it.
    /// - Parameter role: the role; nil is the tenant's default.
    /// - Returns: the invite's code.
    public func invite(as role: Role? = nil, in tenant: Tenant? = nil) async throws -> String {
        try await operators.createOperatorInvite(tenant ?? self.tenant, NewInvite(role: role)).code
    }

    /// Creates an invite by a member.
    /// - Parameter body: the request's body. Without one, the invite has the tenant's default role and one use.
    public func invite(by maker: Person, _ body: Body = [:]) async throws -> InviteWithCode {
        try await call(.post, "/v1/invites", token: maker.token, json: body).expecting(201)
    }

    /// Creates two members who have never met.
    public func strangers(_ one: String, _ other: String) async throws -> (Person, Person) {
        (try await person(one), try await person(other))
    }

    /// Creates three members who have never met.
    public func strangers(_ one: String, _ other: String, _ third: String) async throws -> (Person, Person, Person) {
        (try await person(one), try await person(other), try await person(third))
    }

    /// Creates two members who are friends.
    public func friends(_ one: String, _ other: String) async throws -> (Person, Person) {
        let people = try await friends([one, other])
        return (people[0], people[1])
    }

    /// Creates three members who are all friends with each other.
    public func friends(_ one: String, _ other: String, _ third: String) async throws -> (Person, Person, Person) {
        let people = try await friends([one, other, third])
        return (people[0], people[1], people[2])
    }

    /// Creates four members who are all friends with each other.
    public func friends(
        _ one: String, _ other: String, _ third: String, _ fourth: String
    ) async throws -> (Person, Person, Person, Person) {
        let people = try await friends([one, other, third, fourth])
        return (people[0], people[1], people[2], people[3])
    }

    /// Creates members who are all friends with each other.
    public func friends(_ names: [String]) async throws -> [Person] {
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

    /// Lets one user block another.
    public func block(_ one: Person, _ other: Person) async throws {
        _ = try await self.as(one).block(userID: other.id)
    }

    /// Deletes a user's account.
    public func delete(_ person: Person, eraseComments: Bool = false) async throws -> Answer {
        let body: Body = ["currentPassword": .string(person.password), "eraseComments": .boolean(eraseComments)]
        return try await call(.post, "/v1/me/deletion", token: person.token, json: body)
    }

    /// Suspends an account directly in the database. This bypasses every rule, such as the one that a tenant keeps an
    /// owner.
    public func suspend(_ id: UUID) async throws {
        try await rows("UPDATE users SET suspended_at = created_at WHERE id = \(id)")
    }

    /// Deletes an account that hasn't done anything yet.
    public func forget(_ person: Person) async throws {
        try await rows("UPDATE invite_redemptions SET user_id = NULL WHERE user_id = \(person.id)")
        try await rows("DELETE FROM users WHERE id = \(person.id)")
    }

    /// Returns the use cases of another server on this one's database.
    /// - Parameter hasher: the password hasher; nil is this server's.
    public func serving(_ hasher: PasswordHasher? = nil) -> UseCases {
        UseCases(database: Database(pool: database.app, clock: clock.wall), passwords: hasher ?? self.hasher, logger: .quiet)
    }

    /// Runs a statement as the database's owner, who bypasses row security.
    @discardableResult
    public func rows(_ statement: SQL) async throws -> Rows {
        try await database.owner.roundTrip { try await $0.query(statement) }
    }

    /// Runs a transaction at the same time as the server, as an operator does in psql.
    public func beside(_ body: (Transaction) async throws -> Void) async throws {
        try await database.owner.transaction(opening: ["SELECT enter(\(tenant.id), \(clock.now))"], body)
    }

    /// Returns a statement that creates a comment within such a transaction.
    public func comment(_ id: UUID, in roomID: UUID, by authorID: UUID) -> SQL {
        """
        INSERT INTO comments (tenant_id, id, room_id, number, seconds, content, author_id, request_digest)
        SELECT tenant_id, \(id), id, last_number + 1, 0, 'held', \(authorID), '' FROM rooms
        WHERE tenant_id = \(tenant.id) AND id = \(roomID)
        """
    }

    /// Removes a user from a room in the database.
    public func remove(_ person: Person, from room: Room) async throws {
        _ = try await database.owner.roundTrip(opening: ["SELECT enter(\(tenant.id), \(clock.now))"]) {
            try await $0.query("DELETE FROM memberships WHERE tenant_id = \(tenant.id) AND room_id = \(room.id) AND user_id = \(person.id)")
        }
    }

    /// Logs in on another device.
    /// - Returns: the token of the new session.
    public func logIn(_ person: Person, password: String? = nil) async throws -> String {
        try await self.as(nil).logIn(email: person.email, password: password ?? person.password).token
    }

    /// Logs in, and returns the answer.
    public func tryLogIn(_ person: Person, password: String? = nil, in tenant: Tenant? = nil) async throws -> Answer {
        try await tryLogIn(person.email, password ?? person.password, tenant: (tenant ?? self.tenant).slug)
    }

    /// Returns whether a token is valid.
    public func isSignedIn(_ token: String) async throws -> Bool {
        let answer = try await call(.get, "/v1/me", token: token)
        guard [200, 401].contains(answer.status) else { throw UnexpectedAnswer(answer: answer, expected: "200 or 401") }
        return answer.status == 200
    }

    /// Logs in, and returns the answer.
    /// - Parameters:
    ///   - address: the client's address, for a server with a proxy in front.
    ///   - slug: the tenant's slug, for a request that names it.
    public func tryLogIn(
        _ email: String, _ password: String, from address: String? = nil, tenant slug: String? = nil
    ) async throws -> Answer {
        var headers = ["Authorization": basic(email, password)]
        headers["X-Forwarded-For"] = address
        headers["Davenport-Tenant"] = slug
        return try await call(.post, "/v1/sessions", headers: headers)
    }

    /// Uploads a user's avatar.
    public func setAvatar(_ person: Person, _ image: [UInt8], type: String = "application/octet-stream") async throws -> Answer {
        try await call(.put, "/v1/me/avatar", token: person.token, body: image, headers: ["Content-Type": type])
    }

    /// Runs a test with a member `ada` and a room of hers.
    public static func withRoom(_ body: @escaping @Sendable (TestServer, Person, Room) async throws -> Void) async throws {
        try await with { server in
            let ada = try await server.person("ada")
            try await body(server, ada, try await server.room(ada))
        }
    }

    /// Runs a test with the friends `ada` and `bea`, and a room that `ada` has made for both.
    public static func withRoomOfTwo(_ body: @escaping @Sendable (TestServer, Person, Person, Room) async throws -> Void) async throws {
        try await with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            try await body(server, ada, bea, try await server.room(ada, with: [bea]))
        }
    }

    /// Runs a test with the friends `ada`, `bea` and `cem`, and a room that `ada` has made for all.
    public static func withRoomOfThree(
        _ body: @escaping @Sendable (TestServer, Person, Person, Person, Room) async throws -> Void
    ) async throws {
        try await with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            try await body(server, ada, bea, cem, try await server.room(ada, with: [bea, cem]))
        }
    }

    /// Creates a room for an episode.
    public func room(
        _ creator: Person, with others: [Person] = [], season: Int = 1, episode: Int = 1, showID: Int = 95396, rewatch: Bool = false
    ) async throws -> Room {
        try await room(
            creator, with: others,
            subject: .tv(
                showID: showID, season: season, episode: episode, showTitle: "Severance", episodeTitle: "Episode \(episode)"),
            rewatch: rewatch)
    }

    /// Creates a room for any subject.
    public func room(_ creator: Person, with others: [Person] = [], subject: NewSubject, rewatch: Bool = false) async throws -> Room {
        try await self.as(creator).createRoom(NewRoom(subject: subject, memberIDs: others.map(\.id), rewatch: rewatch)).value
    }

    /// Creates a comment.
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

    /// Creates another tenant on the same server.
    public func otherTenant(
        _ slug: String = "attic", features: [Feature] = [.watch], signup: SignupPolicy = .invite
    ) async throws -> Tenant {
        try await operators.createTenant(slug: slug, name: "The Attic", features: features, signup: signup, hosts: [])
    }
}

/// Returns the header `Authorization` for an e-mail address and a password.
public func basic(_ email: String, _ password: String) -> String {
    "Basic " + Data("\(email):\(password)".utf8).base64EncodedString()
}

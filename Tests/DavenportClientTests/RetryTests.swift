import DavenportAPI
import DavenportClient
import Foundation
import Testing

@Suite("rules 6: the client asks again", .timeLimit(.minutes(10)))
struct RetryTests {
    private let id = UUID()

    @Test(
        "What only asks, and what does no harm twice, after a lost connection, 503 and 429",
        arguments: [FakeServer.Turn.noAnswer, .unavailable, .tooMany])
    func repeated(trouble: FakeServer.Turn) async throws {
        let calls: [@Sendable (DavenportClient) async throws -> Void] = [
            { _ = try await $0.showTenant() }, { [id] in _ = try await $0.befriend(userID: id) },
            { [id] in _ = try await $0.deleteRoom(roomID: id) }, { [id] in _ = try await $0.createNextRoom(roomID: id) },
            { [id] in _ = try await $0.createComment(NewComment(roomID: id, content: "x")) },
        ]
        for call in calls {
            let server = FakeServer(trouble, trouble, .problem(.forbidden))
            let error = await thrown { try await call(try server.client()) } as? APIError
            #expect(error?.code == .forbidden)
            #expect(server.requests.count == 3)
        }
    }

    @Test(
        "Never what would be done twice: POST without an id, PATCH, and what is no more true the second time",
        arguments: [FakeServer.Turn.noAnswer, .unavailable, .tooMany])
    func once(trouble: FakeServer.Turn) async throws {
        let calls: [@Sendable (DavenportClient) async throws -> Void] = [
            { _ = try await $0.createInvite(NewInvite()) }, { _ = try await $0.changeMe(AccountChange(username: "x")) },
            { _ = try await $0.logIn(email: "a@b", password: "x") }, { _ = try await $0.endCurrentSession() },
            { _ = try await $0.changePassword(PasswordChange(currentPassword: "x", newPassword: "y")) },
        ]
        for call in calls {
            let server = FakeServer(trouble)
            #expect(await thrown { try await call(try server.client()) } is APIError)
            #expect(server.requests.count == 1)
            #expect(server.pauses.isEmpty)
        }
    }

    @Test("Nothing else is asked again", arguments: [400, 401, 403, 404, 408, 409, 422, 500, 502, 504])
    func otherStatuses(status: Int) async throws {
        let server = FakeServer(.answer(status))
        #expect(await thrown { try await server.client().showTenant() } is APIError)
        #expect(server.requests.count == 1)
    }

    @Test("Four times in all, after pauses that double, with jitter")
    func pauses() async throws {
        let server = FakeServer(.noAnswer)
        let error = await thrown { try await server.client().showTenant() }
        guard case .transport(is FakeServer.ConnectionLost) = error as? APIError else { throw error ?? CancellationError() }
        #expect(server.requests.count == 4)
        #expect(server.pauses == [.milliseconds(250), .milliseconds(500), .seconds(1)])
        var policy = server.policy
        (policy.attempts, policy.longestPause, policy.random) = (9, .seconds(1), { 0.5 })
        let patient = DavenportClient(baseURL: try server.client().baseURL, transport: server.transport, retry: policy)
        _ = await thrown { try await patient.showTenant() }
        #expect(server.requests.count == 4 + 9)
        #expect(server.pauses.dropFirst(3).map { $0 / .milliseconds(1) } == [125, 250, 500, 500, 500, 500, 500, 500])
    }

    @Test("Not before the server's Retry-After; not at all where that is too long, and then it says how long")
    func retryAfter() async throws {
        let busy = FakeServer(.problem(.tooManyRequests, retryAfter: 7), .tenant)
        _ = try await busy.client().showTenant()
        #expect(busy.pauses == [.milliseconds(7250)])
        let shut = FakeServer(.problem(.tooManyRequests, retryAfter: 3600))
        let error = await thrown { try await shut.client().showTenant() } as? APIError
        guard case .problem(let problem, let wait) = error else { throw error ?? .unwritable("nothing") }
        #expect(problem.code == .tooManyRequests)
        #expect(wait == .seconds(3600))
        #expect(shut.requests.count == 1)
    }

    /// Shows rule 6.7.
    @Test("With the same id each time, chosen where none is given, so that nothing is made twice")
    func chosenID() async throws {
        let server = FakeServer(.noAnswer, .noAnswer, .notFound)
        _ = await thrown { try await server.client().createRoom(NewRoom(subject: .custom(title: "x"), memberIDs: [])) }
        let ids = Set(server.requests.compactMap { $0.json["id"]?.text })
        #expect(server.requests.count == 3 && ids.count == 1)
        _ = await thrown { try await server.client().createComment(NewComment(roomID: id, id: id, content: "x")) }
        #expect(server.requests.last?.json["id"]?.text.flatMap(UUID.init) == id)
    }

    @Test("What is gone when it is deleted again was deleted by the attempt that nobody heard of")
    func deletedUnheard() async throws {
        for trouble in [FakeServer.Turn.noAnswer, .unavailable] {
            _ = try await FakeServer(trouble, .notFound).client().deleteRoom(roomID: id)
        }
        for turns in [FakeServer(.notFound), FakeServer(.tooMany, .notFound)] {
            let error = await thrown { try await turns.client().deleteRoom(roomID: id) } as? APIError
            #expect(error?.code == .notFound, "no attempt can have deleted it")
        }
        let unmarked = await thrown { try await FakeServer(.noAnswer, .notFound).client().unmarkWatched(roomID: id) } as? APIError
        #expect(unmarked?.code == .notFound, "an answer is missing")
    }

    @Test("Cancelling ends the waiting and the asking at once")
    func cancellation() async throws {
        let server = FakeServer(.noAnswer)
        let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        defer { continuation.finish() }
        var policy = server.policy
        policy.sleep = { _ in
            waiting.yield()
            for await _ in never {}
            try Task.checkCancellation()
        }
        let client = DavenportClient(baseURL: try server.client().baseURL, transport: server.transport, retry: policy)
        let call = Task { try await client.showTenant() }
        for await _ in waits { break }
        call.cancel()
        #expect(await thrown { try await call.value } is CancellationError)
        #expect(server.requests.count == 1)
    }

    @Test("A cancelled request is a cancellation, whatever the transport calls it; a cancelled task sends none")
    func cancelledSending() async throws {
        let cancelling = Transport { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            throw FakeServer.ConnectionLost()
        }
        let url = try FakeServer(.done).client().baseURL
        let call = Task { try await DavenportClient(baseURL: url, transport: cancelling).showTenant() }
        #expect(await thrown { try await call.value } is CancellationError)
        let server = FakeServer(.tenant)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await server.client().showTenant()
        }
        #expect(await thrown { try await late.value } is CancellationError)
        #expect(server.requests.isEmpty)
    }
}

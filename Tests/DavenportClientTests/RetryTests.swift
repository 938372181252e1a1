import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rules 6: retries", .generousTimeLimit)
struct RetryTests {
    private let id = UUID()

    @Test(
        "Safe and idempotent requests are retried after a lost connection, 503 and 429",
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
        "Other requests are never retried: POST without an id, PATCH, and requests with an outdated precondition",
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

    @Test("No other refusal is retried", arguments: [400, 401, 403, 404, 408, 409, 422, 500])
    func otherStatuses(status: Int) async throws {
        let server = FakeServer(.answer(status, [:], #"{"type":"urn:x","title":"t","status":\#(status),"detail":"d","code":"x"}"#))
        #expect((await thrown { try await server.client().showTenant() } as? APIError)?.code?.rawValue == "x")
        #expect(server.requests.count == 1)
    }

    @Test("There are four attempts, with exponential back-off and jitter")
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

    @Test("Retry-After is obeyed; if it is too long the error says so, without a retry")
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
    @Test("Every attempt has the same id, generated if none is given, so that nothing is made twice")
    func chosenID() async throws {
        let server = FakeServer(.noAnswer, .noAnswer, .notFound)
        _ = await thrown { try await server.client().createRoom(NewRoom(subject: .custom(title: "x"), memberIDs: [])) }
        let ids = Set(server.requests.compactMap { $0.json["id"]?.text })
        #expect(server.requests.count == 3 && ids.count == 1)
        _ = await thrown { try await server.client().createComment(NewComment(roomID: id, id: id, content: "x")) }
        #expect(server.requests.last?.json["id"]?.text.flatMap(UUID.init) == id)
    }

    @Test("A 404 to a repeated DELETE counts as success, since an earlier attempt deleted it")
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

    @Test("Cancelling ends the pause and the request at once")
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

    @Test("A cancelled request throws a cancellation with any transport, and a cancelled task sends none")
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

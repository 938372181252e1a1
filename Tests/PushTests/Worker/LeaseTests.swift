import DavenportAPI
import Domain
import Foundation
import Postgres
import Programs
import Synchronization
import TestSupport
import Testing

@testable import Push

@Suite("rules 21: leases, fan-out, overlapping workers, the end of the program")
struct LeaseTests {
    /// Shows rule 21.2.
    @Test("After a crash during the fan-out no device that was served is pushed to again")
    func crash() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            let second = try await evening.device(bea, "bea's tablet", session: try await evening.server.logIn(bea))
            try await evening.server.watched(ada, room)
            let claim = try await PushQueue(evening.database).claim(limit: 10, perTenant: 10)
            #expect(claim.deliveries.count == 2)
            #expect(try await evening.count("notifications WHERE lease_until <= clock_timestamp() + interval '30 seconds'") == 1)
            let done = try #require(claim.deliveries.first { $0.deviceToken != second })
            _ = try await PushQueue(evening.database).record([DeliveryResult(done, .sent)])
            // The worker is killed here.
            #expect(try await evening.drain().sent == 0, "its lease still holds")
            try await evening.expireLeases()
            let counts = try await evening.drain()
            #expect(counts.sent == 1 && counts.rescued == 1)
            #expect(evening.apple.pushes.map(\.request.deviceToken) == [second])
            #expect(try await evening.states().last == "room.watched ada>bea sent")
        }
    }

    /// Shows rule 21.3.
    @Test("The first claim fixes the list of devices")
    func firstClaim() async throws {
        try await PushFixture.with { evening in
            let (ada, bea, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            evening.apple.answer(503, "Shutdown")
            try await evening.drain()
            try await evening.device(bea, "bea's new phone")
            evening.apple.forget()
            evening.apple.answer(200)
            evening.server.clock.advance(by: 66)
            try await evening.drain()
            #expect(evening.apple.pushes.map(\.request.deviceToken) == [PushFixture.device("bea")])
        }
    }

    /// Shows rule 21.2.
    @Test("Only the worker that holds the lease can record a result")
    func lostLease() async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            let old = try #require(try await PushQueue(evening.database).claim(limit: 10, perTenant: 10).deliveries.first)
            try await evening.expireLeases()
            let new = try #require(try await PushQueue(evening.database).claim(limit: 10, perTenant: 10).deliveries.first)
            #expect(old.id == new.id && old.leaseID != new.leaseID)
            _ = try await PushQueue(evening.database).record([DeliveryResult(old, .dead(reason: "too late"))])
            #expect(try await evening.states().last == "room.watched ada>bea sending")
            _ = try await PushQueue(evening.database).record([DeliveryResult(new, .sent)])
            #expect(try await evening.states().last == "room.watched ada>bea sent")
        }
    }

    /// Shows rule 21.2.
    @Test("Overlapping workers share the work, and each push is sent once")
    func overlap() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(1500)
            try await concurrently(0..<3) { _ in try await evening.drain() }
            #expect(evening.apple.pushes.count == 1500)
            #expect(Set(evening.apple.pushes.map(\.request.deviceToken)).count == 1500)
            #expect(try await evening.count("notifications WHERE state = 'sent'") == 1500)
        }
    }

    /// Shows rule 21.4.
    @Test("One tenant's backlog doesn't delay another, not even while its pushes hang")
    func fairness() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(3000)
            let attic = try await evening.server.otherTenant()
            try await evening.setKey(team: "TEAM999999", in: attic)
            try await evening.crowd(1, in: attic)
            let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
            let (endings, end) = AsyncStream.makeStream(of: Void.self)
            let keys = Mutex<Set<String>>([])
            let hanging = APNsTransport(send: { request, key, token, startBy in
                keys.withLock { _ = $0.insert(key.teamID) }
                if key.teamID == "TEAM999999" { arrived.yield() } else { for await _ in endings {} }
                return .answered(APNsAnswer(status: 200))
            })
            let worker = evening.worker(apple: hanging)
            async let drained: Void = worker.drain()
            for await _ in arrivals { break }
            end.finish()
            try await drained
            #expect(keys.withLock { $0.count } == 2)
            let counts = await worker.report.counts
            #expect(counts.sent == 3001, "\(counts)")
        }
    }

    /// Shows rule 21.4.
    @Test("A claim takes no more pushes than fit, whatever the number of devices per recipient")
    func manyDevices() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(12)
            try await evening.change(
                """
                INSERT INTO devices (tenant_id, token, user_id, session_id, environment, topic, registered_at, confirmed_at)
                SELECT v.tenant_id, encode(sha256((v.token || i)::bytea), 'hex'), v.user_id, v.session_id, v.environment, v.topic,
                    v.registered_at, v.confirmed_at
                FROM devices AS v, generate_series(1, 19) AS i
                """)
            let queue = PushQueue(evening.database)
            #expect(try await queue.claim(limit: 100, perTenant: 50).deliveries.count == 60)
            #expect(try await queue.claim(limit: 100, perTenant: 50, busy: [evening.server.tenant.id: 15]).deliveries.count == 40)
            #expect(try await queue.claim(limit: 21, perTenant: 500).deliveries.count == 40)
            #expect(try await queue.claim(limit: 500, perTenant: 500).deliveries.count == 100)
        }
    }

    /// Shows rule 21.5.
    @Test("After SIGTERM pushes in flight end, unstarted ones are released at once, and nothing more is claimed")
    func stop() async throws {
        try await PushFixture.with { evening in
            try await evening.crowd(600)
            let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
            let (closings, close) = AsyncStream.makeStream(of: Void.self)
            let begun = Mutex(0)
            let gateway = APNsTransport(
                send: { _, _, _, _ in
                    let isBegun = begun.withLock { count in
                        count += 1
                        return count <= 5
                    }
                    arrived.yield()
                    for await _ in closings {}
                    return isBegun ? .answered(APNsAnswer(status: 200)) : .notSent(.closing)
                }, close: { _ in close.finish() })
            let worker = evening.worker(apple: gateway)
            async let drained: Void = worker.drain()
            var count = 0
            for await _ in arrivals {
                count += 1
                if count == 200 { break }
            }
            await worker.stop()
            try await drained
            #expect(await worker.report.counts.sent == 5)
            #expect(try await evening.count("notifications WHERE lease_id IS NOT NULL") == 0)
            #expect(try await evening.count("push_deliveries WHERE lease_id IS NOT NULL OR attempts > 0") == 0)
            #expect(try await evening.drain().sent == 595)
        }
    }

    /// Shows rules 21.5 and 21.15.
    @Test("A run without a database fails, and still reports what it has done")
    func away() async throws {
        try await PushFixture.with { evening in
            let log = LogRecorder()
            let nowhere = Pool(.init(uri: "host=/nowhere", size: 1, applicationName: "test"), logger: .quiet)
            let worker = PushWorker(
                database: Database(pool: nowhere, clock: .system), masterKey: evening.masterKey, areas: Areas.all,
                apple: evening.apple.transport,
                logger: log.logger)
            await #expect(throws: Problem.self) { try await worker.drain() }
            #expect(log.texts.contains { $0.hasPrefix("sent 0, retried 0, dead 0, cancelled 0, seconds ") })
            await nowhere.close()
        }
    }

    @Test("A watching worker ends when its task is cancelled", .generousTimeLimit)
    func cancelled() async throws {
        try await PushFixture.with { evening in
            let worker = evening.worker()
            let watching = Task { await worker.runUntilStopped(wakes: AsyncStream { _ in }) }
            watching.cancel()
            await watching.value
        }
    }

    /// Shows rule 21.5.
    @Test("A watching worker sends at once on a notification, and when something becomes due")
    func watching() async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            let listener = Listener(uri: evening.server.database.workerURI, channels: [OutboxChannel.name], logger: .quiet)
            let (wakes, wake) = AsyncStream.makeStream(of: Void.self)
            let listening = Task { for await _ in listener.events() { wake.yield() } }
            let worker = evening.worker()
            async let watched: Void = worker.runUntilStopped(wakes: wakes)
            try await evening.server.watched(ada, room)
            try await eventually("the push is sent") { evening.apple.pushes.count == 1 }
            await worker.stop()
            await watched
            listening.cancel()
        }
    }
}

extension PushFixture {
    /// Ends all leases, as the passing of 30 seconds does.
    func expireLeases() async throws {
        try await change("UPDATE notifications SET lease_until = clock_timestamp() - interval '1 second' WHERE lease_id IS NOT NULL")
    }
}

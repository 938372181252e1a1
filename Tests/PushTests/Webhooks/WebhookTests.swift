import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Push

@Suite("rules 25: messages to webhooks", .generousTimeLimit)
struct WebhookTests {
    /// Shows rule 25.15.
    @Test("Changes that follow each other are one message within 5 seconds, signed as Standard Webhooks says, without content")
    func signed() async throws {
        try await WebhookFixture.with { world in
            let robot = try await world.robot()
            let cem = try await world.server.person("cem")
            let room = try await world.server.room(cem, with: [robot.person])
            #expect(try await world.drain() == 0)
            for _ in 0..<3 { try await world.announceChange(of: robot) }
            world.advance(by: 3.9)
            #expect(try await world.drain() == 0)
            world.advance(by: 1.1)
            try await world.announceChange(of: robot)
            #expect(try await world.drain() == 1)
            let message = try #require(world.receiver.messages.first)
            #expect(message.signatures == [message.expected(robot.secret)])
            #expect(message.header("webhook-timestamp") == String(Int(world.realTime.now.timeIntervalSince1970)))
            #expect(message.header("content-type") == "application/json" && message.request.url == "https://bots.example.org/")
            let body = try JSONDecoder.wire.decode(WebhookMessage.self, from: Data(message.request.body))
            #expect(body == WebhookMessage(timestamp: body.timestamp, botID: robot.person.id) && body.type == "changes.available")
            let text = String(decoding: message.request.body, as: UTF8.self)
            #expect(text.contains(robot.person.id.uuidString.lowercased()) && !text.contains(room.id.uuidString.lowercased()))
            world.advance(by: 60)
            #expect(try await world.drain() == 0)
            #expect(try await world.send(robot) == 1)
            #expect(Set(world.receiver.messages.map(\.id)).count == 2)
        }
    }

    /// Shows rule 25.14.
    @Test("A message is due at once for a bot that is made with a webhook, and for one that gets its first")
    func firstAddress() async throws {
        try await WebhookFixture.with { world in
            let client = world.server.as(world.owner)
            let made = try await client.createBot(NewBot(username: "first", webhookURL: "https://bots.example.org/"))
            #expect(try await world.drain() == 1)
            let bare = try await client.createBot(NewBot(username: "second"))
            #expect(try await world.drain() == 0)
            _ = try await client.changeBot(BotChange(botID: bare.user.id, webhookURL: .set("https://bots.example.org/")))
            #expect(try await world.drain() == 1)
            let bodies = world.receiver.messages.map { String(decoding: $0.request.body, as: UTF8.self) }
            #expect(zip(bodies, [made, bare]).allSatisfy { $0.contains($1.user.id.uuidString.lowercased()) })
            #expect(try await world.drain() == 0)
        }
    }

    /// Shows rule 25.15.
    @Test("A run sends all messages that are due, also those beyond the number that may be in flight at once")
    func many() async throws {
        try await WebhookFixture.with { world in
            let robots = [try await world.robot("one"), try await world.robot("two"), try await world.robot("three")]
            try await world.queue.scheduleMessages(for: Set(robots.map(\.person.id)))
            world.advance(by: 5)
            try await world.worker(limit: 1).drain()
            #expect(world.receiver.messages.count == 3)
        }
    }

    /// Shows rule 25.15.
    @Test("The signature is that of Standard Webhooks' own example")
    func vector() throws {
        let secret = try WebhookFixture.bytes(of: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let signed = Array(#"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}"#.utf8)
        #expect(WebhookRequest.signature(of: signed, with: secret) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    /// Shows rule 25.15.
    @Test("Every 5 minutes the worker finds changes that nothing announced, and no change twice")
    func checked() async throws {
        try await WebhookFixture.with { world in
            let robot = try await world.robot()
            let cem = try await world.server.person("cem")
            let room = try await world.server.room(cem, with: [robot.person])
            world.advance(by: 299)
            #expect(try await world.drain() == 0)
            world.advance(by: 1)
            #expect(try await world.drain() == 1)
            world.advance(by: 300)
            #expect(try await world.drain() == 0)
            try await world.server.comment(cem, in: room, "hello")
            #expect(try await world.drain() == 0)
            world.advance(by: 300)
            #expect(try await world.drain() == 1)
            _ = try await world.server.as(robot.person).leaveRoom(roomID: room.id)
            world.advance(by: 300)
            #expect(try await world.drain() == 1)
            world.advance(by: 300)
            #expect(try await world.drain() == 0)
        }
    }

    /// Shows rule 25.16.
    @Test("A message that isn't taken is sent again after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, and then the webhook is off")
    func retried() async throws {
        try await WebhookFixture.with { world in
            let robot = try await world.robot()
            world.receiver.answer(503)
            #expect(try await world.send(robot) == 1)
            let hour: TimeInterval = 3600
            for pause in [5, 300, 1800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] {
                var state = try await world.state(robot)
                #expect(state.webhookState == .retrying && state.webhookError == "status 503")
                try await world.announceChange(of: robot)
                world.advance(by: pause - 0.5)
                #expect(try await world.drain() == 0, "before \(pause)")
                world.advance(by: 0.5)
                #expect(try await world.drain() == 1, "after \(pause)")
                state = try await world.state(robot)
                #expect(state.webhookState == (pause == 24 * hour ? .off : .retrying))
            }
            #expect(Set(world.receiver.messages.map(\.id)).count == 1)
            #expect(try await world.send(robot) == 0)
            world.receiver.answer(200)
            let on = try await world.server.as(world.owner).changeBot(
                BotChange(botID: robot.person.id, webhookURL: .set("https://bots.example.org/")))
            #expect(on.webhookState == .active && on.webhookError == nil && on.webhookSecret == nil)
            #expect(try await world.drain() == 1)
            #expect(try await world.state(robot).webhookState == .active)
        }
    }

    /// Shows rule 25.16.
    @Test("Any 2xx is taken and ends the attempts; 410 turns the webhook off at once; anything else and silence are tried again")
    func answers() async throws {
        try await WebhookFixture.with { world in
            let robot = try await world.robot()
            for result in [WebhookResult.answered(status: 302), .failed("no answer in time"), .answered(status: 404)] {
                world.receiver.answer(result)
                #expect(try await world.send(robot) == 1)
                #expect(try await world.state(robot).webhookState == .retrying)
                world.receiver.answer(202)
                world.advance(by: 5)
                #expect(try await world.drain() == 1)
                let state = try await world.state(robot)
                #expect(state.webhookState == .active && state.webhookError == nil)
            }
            world.receiver.answer(410)
            #expect(try await world.send(robot) == 1)
            let state = try await world.state(robot)
            #expect(state.webhookState == .off && state.webhookError == "status 410")
            world.advance(by: 86_400)
            #expect(try await world.send(robot) == 0)
        }
    }

    /// Shows rule 25.17.
    @Test("A rotated secret signs at once, and the one before it beside it for 24 hours")
    func rotated() async throws {
        try await WebhookFixture.with { world in
            let robot = try await world.robot()
            let change = BotChange(botID: robot.person.id, rotate: .secret)
            let changed = try await world.server.as(world.owner).changeBot(change)
            let second = try WebhookFixture.bytes(of: try #require(changed.webhookSecret))
            #expect(try await world.send(robot) == 1)
            let both = try #require(world.receiver.messages.last)
            #expect(both.signatures == [both.expected(second), both.expected(robot.secret)])
            world.advance(by: 86_400 - 15)
            let owner = try await world.server.tryLogIn(world.owner).expecting(201, SignedIn.self).token
            #expect(try await world.send(robot) == 1)
            #expect(world.receiver.messages.last?.signatures.count == 2)
            #expect(try await world.send(robot) == 1)
            let one = try #require(world.receiver.messages.last)
            #expect(one.signatures == [one.expected(second)])
            let third = try await world.server.call(
                .patch, "/v1/bots/\(robot.person.id)", token: owner, json: ["rotate": "secret"] as Body
            ).expecting(200, Bot.self)
            #expect(try await world.send(robot) == 1)
            let last = try #require(world.receiver.messages.last)
            let newest = try WebhookFixture.bytes(of: try #require(third.webhookSecret))
            #expect(last.signatures == [last.expected(newest), last.expected(second)])
        }
    }

    /// Shows rule 25.18.
    @Test("What a killed worker was sending is sent again under the same id; several workers send each message once")
    func killed() async throws {
        try await WebhookFixture.with { world in
            var robots: [WebhookFixture.Robot] = []
            for number in 1...20 { robots.append(try await world.robot("robot\(number)")) }
            for robot in robots { try await world.announceChange(of: robot) }
            world.advance(by: 5)
            let lost = try await world.queue.claim(limit: 5)
            #expect(lost.count == 5)
            let leased = try await world.server.database.count("webhooks WHERE leased_until <= clock_timestamp() + interval '30 seconds'")
            #expect(leased == 5)
            async let first = world.worker().drain()
            async let second = world.worker().drain()
            async let third = world.worker().drain()
            _ = try await (first, second, third)
            #expect(world.receiver.messages.count == 15)
            try await world.queue.scheduleMessages(for: [lost[0].botID])
            world.advance(by: 60)
            #expect(try await world.drain() == 0, "the lease is by the database's clock")
            try await world.server.rows("UPDATE webhooks SET leased_until = clock_timestamp() WHERE lease_id IS NOT NULL")
            #expect(try await world.drain() == 5)
            let ids = world.receiver.messages.map(\.id)
            #expect(Set(lost.map { $0.messageID.uuidString.lowercased() }).isSubset(of: ids))
            try await world.queue.finish(lost[0], .gone("status 410"))
            #expect(try await world.server.as(world.owner).listBots().items.allSatisfy { $0.webhookState == .active }, "its lease is over")
        }
    }

    /// Shows rules 15.14 and 25.18.
    @Test("Nothing is sent for a suspended bot, or a community that is suspended or moves; it is due afterwards, a deleted bot's is gone")
    func suspended() async throws {
        try await WebhookFixture.with { world in
            let (robot, gone) = (try await world.robot(), try await world.robot("gone"))
            let client = world.server.as(world.owner)
            _ = try await client.changeMember(MemberChange(userID: robot.person.id, suspended: true))
            _ = try await client.deleteBot(botID: gone.person.id)
            #expect(try await world.send(robot) == 0)
            _ = try await client.changeMember(MemberChange(userID: robot.person.id, suspended: false))
            for standing in [TenantStanding.suspended, .moving] {
                try await world.server.operators.suspendTenant(world.server.tenant, standing)
                #expect(try await world.drain() == 0)
            }
            try await world.server.operators.suspendTenant(world.server.tenant, .open)
            #expect(try await world.drain() == 1)
        }
    }

    /// Shows rule 25.15.
    @Test("A worker that runs for ever sends on the servers' announcements alone")
    func announced() async throws {
        try await WebhookFixture.with { world in
            let robot = try await world.robot()
            let listener = Listener(uri: world.server.database.workerURI, channels: [ChangeNotifier.channel], logger: .quiet)
            let (changedUsers, announcing) = AsyncStream.makeStream(of: Set<UUID>.self)
            let (ready, listening) = AsyncStream.makeStream(of: Void.self)
            let relaying = Task {
                for await event in listener.events() {
                    guard case .notification(_, let payload) = event else {
                        listening.yield()
                        continue
                    }
                    announcing.yield(ChangeNotifier.people(in: payload))
                }
            }
            let worker = try world.worker()
            let watching = Task { await worker.runUntilStopped(changedUsers: changedUsers) }
            for await _ in ready { break }
            let cem = try await world.server.person("cem")
            _ = try await world.server.room(cem, with: [robot.person])
            try await eventually("the message is due") { try await world.queue.timeUntilDue().map { $0 < 60 } ?? false }
            world.advance(by: 5)
            try await eventually("the message arrives") { world.receiver.messages.count == 1 }
            worker.stop()
            await watching.value
            relaying.cancel()
        }
    }

    /// Shows rule 25.17.
    @Test("Another master key opens no secret until the secrets are encrypted with it")
    func masterKeys() async throws {
        try await WebhookFixture.with { world in
            let robot = try await world.robot()
            let (old, new) = (try #require(Services.ofTests[MasterKey.self]), try MasterKey.random())
            let worker = WebhookWorker(
                database: world.database, masterKey: new, transport: world.receiver.transport, realTime: world.realTime.wall, logger: .quiet
            )
            try await world.announceChange(of: robot)
            world.advance(by: 5)
            try await worker.drain()
            #expect(world.receiver.messages.isEmpty)
            #expect(try await world.state(robot).webhookError == "the secret can't be opened")
            _ = try await world.server.operators.rotateMasterKey(from: old, to: new)
            world.advance(by: 5)
            try await worker.drain()
            let message = try #require(world.receiver.messages.first)
            #expect(message.signatures == [message.expected(robot.secret)])
        }
    }
}

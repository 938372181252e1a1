import DavenportAPI
import Domain
import Foundation
import Play

/// A community to try things with: the tenant `sofa`, four friends, a teacher with three students, and a fortnight of evenings, lessons and
/// puzzles that ends now.
///
/// All of it is made by the use cases that everybody's requests end in, with a clock that walks through the fortnight. So the demo can't
/// show what the product can't do.
public struct Demo: Sendable {
    private let now: Date
    private let playSecret: [UInt8]?
    private let clock: SteppingClock
    private let dependencies: Dependencies

    /// - Parameters:
    ///   - now: when the fortnight ends: this moment unless given.
    ///   - playSecret: 32 bytes that decide the puzzles' letters; random bytes unless given.
    ///   - dependencies: makes what the use cases work with, as the database's owner, with the clock that it is given.
    public init(
        endingAt now: Date = WallClock.system.now, playSecret: [UInt8]? = nil, _ dependencies: (WallClock) -> Dependencies
    ) {
        self.now = now
        self.playSecret = playSecret
        clock = SteppingClock(now)
        self.dependencies = dependencies(clock.wall)
    }

    /// Makes the tenant and plays the fortnight; does nothing where there is a tenant of that slug. One that was broken off stays as far
    /// as it came.
    /// - Returns: who can log in.
    /// - Throws: what the use cases throw: `unavailable` where the database is away.
    public func load() async throws -> DemoAccounts {
        if try await exists() { return DemoAccounts() }
        let began = now - Fortnight.length
        clock.step(to: began)
        let tenant = try await CreateTenant(dependencies)(
            slug: DemoAccounts.tenant, name: "The Sofa", features: [.watch, .class, .play], signup: .invite, hosts: [])
        if let playSecret { _ = try await ChangePlaySettings(dependencies, dependencies.wordLists)(tenant, .init(secret: playSecret)) }
        let callers = try await DemoSignUps(tenant: tenant, clock: clock, began: began, dependencies: dependencies).callers()
        try await Playback(now: now, clock: clock, dependencies: dependencies).play(
            Evenings(callers, dependencies).happenings + Lessons(now: now, callers: callers, dependencies: dependencies).happenings
                + Puzzles(now: now, callers: callers, dependencies: dependencies).happenings)
        for (friend, caller) in callers {
            _ = try await RegisterDevice(dependencies)(
                caller,
                NewDevice(
                    apnsToken: friend.apnsToken, environment: .sandbox, topic: DemoAccounts.topic, name: "\(friend.givenName)'s phone"))
        }
        return DemoAccounts()
    }

    private func exists() async throws -> Bool {
        do {
            _ = try await FindTenant(dependencies)(slug: DemoAccounts.tenant)
            return true
        } catch let problem as Problem where problem.code == .tenantNotFound {
            return false
        }
    }
}

import DavenportAPI
import Domain
import Foundation
import Play
import Watch

/// Creates a demo community: the tenant `sofa`, four friends, and a teacher with three students. It also creates a
/// fortnight of evenings, lessons and puzzles that ends now.
///
/// Every row is created by the same use cases that HTTP requests call, with a clock that walks through the fortnight.
/// So the demo can't show anything that the product can't do.
public struct Demo: Sendable {
    private let now: Date
    private let playSecret: [UInt8]?
    private let clock: SteppingClock
    private let useCases: UseCases

    /// Prepares the demo without creating anything.
    /// - Parameters:
    ///   - now: the end of the fortnight; by default the current time.
    ///   - playSecret: 32 bytes that determine the letters of the puzzles; nil uses random bytes.
    ///   - useCases: returns what use cases depend on, with the given clock and a database connection of the owner.
    public init(
        endingAt now: Date = WallClock.system.now, playSecret: [UInt8]? = nil, _ useCases: (WallClock) -> UseCases
    ) {
        self.now = now
        self.playSecret = playSecret
        clock = SteppingClock(now)
        self.useCases = useCases(clock.wall)
    }

    /// Creates the tenant and everything that happens in the fortnight. If the tenant exists, it does nothing, even if
    /// an earlier run was interrupted.
    /// - Returns: the accounts that can log in.
    /// - Throws: the errors of the use cases, such as `unavailable` if the database can't be reached.
    public func load() async throws -> DemoAccounts {
        if try await exists() { return DemoAccounts() }
        let began = now - Fortnight.length
        clock.step(to: began)
        let tenant = try await useCases.createTenant(
            slug: DemoAccounts.tenant, name: "The Sofa", features: Feature.allCases, signup: .invite, hosts: [])
        if let playSecret { _ = try await ChangePlaySettings(useCases, useCases.wordLists)(tenant, .init(secret: playSecret)) }
        let callers = try await DemoSignUps(tenant: tenant, clock: clock, began: began, useCases: useCases).callers()
        try await Playback(now: now, clock: clock, useCases: useCases).play(
            Evenings(callers, useCases).happenings + Lessons(now: now, callers: callers, useCases: useCases).happenings
                + Puzzles(now: now, callers: callers, useCases: useCases).happenings)
        if let bea = callers[.bea], let jon = callers[.jon] {
            _ = try await useCases.createReport(
                bea, NewReport(userID: jon.userID, reason: .spoiler, note: "He tells the ending before anybody has watched"))
        }
        try await inviteIntoRoom(callers)
        try await openRoom(callers)
        if let ada = callers[.ada] {
            _ = try await useCases.changeTenant(ada, TenantChange(description: .set("Friends, a teacher, one sofa. No spoilers.")))
        }
        for (friend, caller) in callers {
            let name = "\(friend.givenName)'s phone"
            switch friend.phone {
            case .iPhone(let token):
                _ = try await useCases.registerDevice(
                    caller, NewDevice(apnsToken: token, environment: .sandbox, topic: DemoAccounts.topic, name: name))
            case .android(let token):
                _ = try await useCases.registerAndroidDevice(caller, NewAndroidDevice(fcmToken: token, name: name))
            }
        }
        return DemoAccounts()
    }

    /// Leaves an invite of Ada's open, into a room of hers.
    private func inviteIntoRoom(_ callers: [Friend: Caller]) async throws {
        guard let ada = callers[.ada], let story = try Story.all.last(where: { $0.host == .ada }) else { return }
        _ = try await useCases.createInvite(ada, NewInvite(role: .member, note: "for Edda, who has seen it", roomIDs: [story.roomID]))
    }

    /// Opens the room of Ada's newest story to her friends.
    private func openRoom(_ callers: [Friend: Caller]) async throws {
        guard let ada = callers[.ada], let story = try Story.all.last(where: { $0.host == .ada }) else { return }
        _ = try await useCases.openRoom(ada, RoomReference(roomID: story.roomID))
    }

    private func exists() async throws -> Bool {
        do {
            _ = try await useCases.findTenant(slug: DemoAccounts.tenant)
            return true
        } catch let problem as Problem where problem.code == .tenantNotFound {
            return false
        }
    }
}

import DavenportAPI
import Domain
import Foundation

/// How the friends came in, one after the other: the owner by the operator's invite, the others by hers.
struct Arrival {
    let tenant: Tenant
    let clock: SteppingClock
    /// When the first one came.
    let began: Date
    let dependencies: Dependencies

    /// Everybody signed up and logged in, and who of them are friends besides.
    func callers() async throws -> [Friend: Caller] {
        let first = try await CreateOperatorInvite(dependencies)(tenant, NewInvite(role: .owner))
        let owner = try await signUp(.ada, first.code)
        var callers = [Friend.ada: owner]
        for (position, friend) in Friend.allCases.enumerated() where friend != .ada {
            clock.step(to: began + TimeInterval(position * 1200))
            let invite = try await CreateInvite(dependencies)(owner, NewInvite(role: nil, note: "for \(friend.givenName)"))
            callers[friend] = try await signUp(friend, invite.code)
        }
        try await befriend(callers)
        return callers
    }

    /// Signing up logs in, so the password is hashed once a person.
    private func signUp(_ friend: Friend, _ code: String) async throws -> Caller {
        let visitor = try await ResolveTenant(dependencies)(slug: tenant.slug, host: nil)
        let signedIn = try await SignUp(dependencies)(
            visitor,
            NewUser(
                invite: code, email: friend.email, password: DemoAccounts.password, username: friend.rawValue,
                givenName: friend.givenName, deviceName: "\(friend.givenName)'s phone"))
        return try await Authenticate(dependencies)(token: signedIn.token)
    }

    /// Invites have made the owner everybody's friend. Bea and Cem are friends too; Dora's request to Bea is open.
    private func befriend(_ callers: [Friend: Caller]) async throws {
        for (asker, other) in [(Friend.bea, Friend.cem), (.cem, .bea), (.dora, .bea)] {
            guard let caller = callers[asker], let userID = callers[other]?.userID else { continue }
            _ = try await Befriend(dependencies)(caller, UserReference(userID: userID))
        }
    }
}

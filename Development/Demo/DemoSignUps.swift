import DavenportAPI
import Domain
import Foundation

/// Signs up the people of the demo, one after another. The owner uses an operator's invite, and the others use invites
/// of the owner or the teacher.
struct DemoSignUps {
    let tenant: Tenant
    let clock: SteppingClock
    /// The time of the first sign-up.
    let began: Date
    let useCases: UseCases

    /// Signs up all people, adds further friendships, and returns a caller for each person.
    func callers() async throws -> [Friend: Caller] {
        var callers: [Friend: Caller] = [:]
        for (position, friend) in Friend.allCases.enumerated() {
            clock.step(to: began + TimeInterval(position * 900))
            let invite = NewInvite(role: friend.role, note: "for \(friend.givenName)")
            let code =
                if let inviter = friend.inviter.flatMap({ callers[$0] }) {
                    try await useCases.createInvite(inviter, invite).code
                } else {
                    try await useCases.createOperatorInvite(tenant, invite).code
                }
            callers[friend] = try await signUp(friend, code)
        }
        try await befriend(callers)
        return callers
    }

    /// Signs up a person. The returned caller uses the session that the sign-up began. A separate log-in would hash the
    /// password a second time.
    private func signUp(_ friend: Friend, _ code: String) async throws -> Caller {
        let visitor = try await useCases.resolveTenant(slug: tenant.slug, host: nil)
        let signedIn = try await useCases.signUp(
            visitor,
            NewUser(
                invite: code, email: friend.email, password: DemoAccounts.password, username: friend.rawValue,
                givenName: friend.givenName, birthday: friend.birthday, deviceName: "\(friend.givenName)'s phone"))
        return try await useCases.authenticate(token: signedIn.token)
    }

    /// Makes Bea and Cem friends, and leaves a friend request from Dora to Bea open. The sign-ups have already made
    /// each person a friend of their inviter.
    private func befriend(_ callers: [Friend: Caller]) async throws {
        for (asker, other) in [(Friend.bea, Friend.cem), (.cem, .bea), (.dora, .bea)] {
            guard let caller = callers[asker], let userID = callers[other]?.userID else { continue }
            _ = try await useCases.befriend(caller, UserReference(userID: userID))
        }
    }
}

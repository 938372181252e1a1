import DavenportAPI
import Domain
import Foundation

/// How the people of the demo came in, one after the other: the owner by the operator's invite, the others by hers and the teacher's.
struct DemoSignUps {
    let tenant: Tenant
    let clock: SteppingClock
    /// When the first one came.
    let began: Date
    let dependencies: Dependencies

    /// Everybody signed up and logged in, and who of them are friends besides.
    func callers() async throws -> [Friend: Caller] {
        var callers: [Friend: Caller] = [:]
        for (position, friend) in Friend.allCases.enumerated() {
            clock.step(to: began + TimeInterval(position * 900))
            let invite = NewInvite(role: friend.role, note: "for \(friend.givenName)")
            let code =
                if let inviter = friend.inviter.flatMap({ callers[$0] }) {
                    try await CreateInvite(dependencies)(inviter, invite).code
                } else {
                    try await CreateOperatorInvite(dependencies)(tenant, invite).code
                }
            callers[friend] = try await signUp(friend, code)
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
                givenName: friend.givenName, birthday: friend.birthday, deviceName: "\(friend.givenName)'s phone"))
        return try await Authenticate(dependencies)(token: signedIn.token)
    }

    /// Invites have made friends of who came and who invited them. Bea and Cem are friends too; Dora's request to Bea is open.
    private func befriend(_ callers: [Friend: Caller]) async throws {
        for (asker, other) in [(Friend.bea, Friend.cem), (.cem, .bea), (.dora, .bea)] {
            guard let caller = callers[asker], let userID = callers[other]?.userID else { continue }
            _ = try await Befriend(dependencies)(caller, UserReference(userID: userID))
        }
    }
}

import DavenportAPI
import Foundation
import Logging

/// Limits guesses, such as of passwords and invite codes, and floods that would keep others from logging in (rules 20).
///
/// The throttle counts wrong guesses by client address, and by client address and account together. Some kinds of
/// correct guesses count too. The counts are in the database that all servers share, and are increased before any work
/// is done.
///
/// Windows of time are fixed: a window begins with its first event, and at its end all its events expire together. So a
/// client waits for at most one window. But where one window ends and the next one begins, twice the limit can happen
/// within the length of one window.
package struct Throttle: Sendable {
    let database: Database
    let logger: Logger

    /// Runs work that may be a wrong guess:
    /// `try await throttle.attempt(.logIn(as: email, from: address), for: applicant) { … }`.
    ///
    /// Before the work, it counts both a wrong guess and a correct one. Afterwards it subtracts the count of the one
    /// that didn't happen. So a thousand concurrent requests meet the same limits as a thousand consecutive ones.
    /// - Throws: `tooManyRequests` if a limit is reached, without running the work; any error of the work.
    package func attempt<Result>(
        _ guess: Attempt, for principal: some Principal, _ work: () async throws -> Result
    ) async throws -> Result {
        let counted = try await database.transaction(for: principal) { transaction in
            let throttles = ThrottleRepository(transaction)
            let counted = try await throttles.count(guess.failures + guess.successes + guess.attempts)
            try await throttles.tidy()
            return counted
        }
        do {
            let result = try await work()
            await giveBack(counted.prefix(guess.failures.count), for: principal)
            return result
        } catch let error as Problem {
            let successes = counted.dropFirst(guess.failures.count).prefix(guess.successes.count)
            await giveBack(guess.wrong.contains(error.code) ? successes : counted[...], for: principal)
            throw error
        }
    }

    /// Subtracts counts that turned out not to apply. An error is only logged, because it must not undo the work, and
    /// the counts expire with their windows anyway.
    private func giveBack(_ counted: ArraySlice<ThrottleRepository.Counted>, for principal: some Principal) async {
        guard !counted.isEmpty else { return }
        do {
            try await database.transaction(for: principal, .singleRoundTrip) { try await ThrottleRepository($0).giveBack(Array(counted)) }
        } catch {
            logger.warning("Giving back an attempt failed, so it stays counted until its window ends: \(error)")
        }
    }
}

extension Throttle {
    /// A kind of request that may be a wrong guess, and the windows in which it is counted.
    package struct Attempt: Sendable {
        let failures: [ThrottleWindow]
        var successes: [ThrottleWindow] = []
        /// The windows in which every request counts, whether the guess is wrong or correct.
        var attempts: [ThrottleWindow] = []
        /// The errors of the work that mean a wrong guess. After any other error, nothing is counted.
        var wrong: Set<Problem.Code> = [
            .invalidCredentials, .wrongPassword, .wrongPasskey, .passkeyInvalid, .inviteInvalid, .linkInvalid, .emailTaken, .usernameTaken,
        ]

        /// A log-in with a password. There may be no account with the e-mail address.
        ///
        /// Successful log-ins count too, because each costs a password hash and begins a session.
        static func logIn(as email: String, from address: ClientAddress) -> Attempt {
            let account = email.trimmed.folded
            return Attempt(failures: .failures(at: account, from: address), successes: .logIns(to: account, from: address))
        }

        /// A request in which a signed-in user gives their current password. Correct passwords count too, because each
        /// costs a hash; only the account's owner can give one (rule 20.6).
        static func currentPassword(of caller: Caller) -> Attempt {
            Attempt(
                failures: .failures(at: caller.userID.lowercased, from: caller.address),
                successes: .perUser("confirmations", caller.userID, limit: 30, seconds: 3600))
        }

        /// A request that reveals whether an e-mail address has an account. Each request counts, because the response
        /// also reveals something if there is no account (rule 20.5).
        static func emailAddress(by caller: Caller) -> Attempt {
            Attempt(
                failures: .failures(at: caller.userID.lowercased, from: caller.address),
                attempts: .perUser("e-mail addresses", caller.userID, limit: 5, seconds: 24 * 3600))
        }

        /// A request that reveals whether a username is taken, even by a user that the caller can't find.
        static func username(by caller: Caller) -> Attempt {
            Attempt(failures: .failures(at: caller.userID.lowercased, from: caller.address))
        }

        /// A log-in with a passkey. Right ones need no count, because each needs a challenge, whose number is limited.
        static func passkey(from address: ClientAddress) -> Attempt {
            Attempt(failures: .failures(from: address))
        }

        /// A request in which a signed-in user confirms with a passkey.
        static func passkey(of caller: Caller) -> Attempt {
            Attempt(failures: .failures(at: caller.userID.lowercased, from: caller.address))
        }

        /// A request with the code of an invite, or of a link for a new password.
        static func secretCode(from address: ClientAddress) -> Attempt {
            Attempt(failures: .failures(from: address))
        }

        /// A request with a code that gives access to something in an area. Only the error `notFound` means a wrong
        /// code.
        package static func code(by caller: Caller) -> Attempt {
            Attempt(failures: .failures(from: caller.address), wrong: [.notFound])
        }

        /// A request for work that a client can cause for free by made-up input, such as checking a signature.
        ///
        /// After 25 wrong inputs in 5 minutes the user has to wait, at every client address (rule 12.54).
        /// - Parameters:
        ///   - name: the name under which such requests are counted together.
        ///   - wrong: the error of the work that means a wrong input.
        package static func work(_ name: String, by caller: Caller, wrong: Problem.Code) -> Attempt {
            Attempt(failures: .perUser(name, caller.userID, limit: 25, seconds: 5 * 60), wrong: [wrong])
        }

        /// A request for work that an unknown client can cause for free by made-up input, such as checking a signature.
        ///
        /// After 250 wrong inputs in 5 minutes the client address has to wait. The limit is high, because other servers
        /// send such requests in large numbers.
        package static func work(_ name: String, by visitor: Visitor, wrong: Problem.Code) -> Attempt {
            Attempt(failures: .failures(of: name, from: visitor.address), wrong: [wrong])
        }

        /// A sign-up without an invite. From each client address a few accounts may be created.
        static func openSignUp(from address: ClientAddress) -> Attempt {
            Attempt(failures: .failures(from: address), successes: .openSignUps(from: address))
        }
    }
}

/// A limit on the number of events of one kind within a window of time.
struct ThrottleWindow: Sendable {
    /// The name of the kind of event and of the account or address that is counted. The database stores only its keyed
    /// hash.
    let name: String
    let limit: Limit
    let seconds: TimeInterval

    /// The maximum number of events in the window.
    enum Limit: Sendable {
        case fixed(Int)
        /// The value that a rate limit has in the tenant, which an operator can change. A newcomer has only a part of
        /// it, unless all users of the tenant share it.
        case ofTenant(Allowance, userID: UUID?)
    }
}

extension [ThrottleWindow] {
    /// The windows that limit how often a user exports their own data (rule 15.8).
    static func exports(of userID: UUID) -> Self { perUser("exports", userID, limit: 3, seconds: 3600) }

    /// The windows for wrong guesses from one client address (rule 20.4).
    fileprivate static func failures(from address: ClientAddress) -> Self {
        perNetwork(address, "failures", limit: 25, seconds: 5 * 60)
    }

    /// The windows for wrong input to one kind of work. The input is counted under a name of its own, so that the limit
    /// blocks no other requests from the address (rule 12.54).
    fileprivate static func failures(of what: String, from address: ClientAddress) -> Self {
        perNetwork(address, what, limit: 250, seconds: 5 * 60)
    }

    /// The windows for wrong guesses at one account. They are counted by client address, so that nobody can lock a user
    /// out from another address (rule 20.4).
    fileprivate static func failures(at account: String, from address: ClientAddress) -> Self {
        failures(from: address) + perNetwork(address, "failures", account, limit: 10, seconds: 15 * 60)
    }

    /// The windows for log-ins to one account from one client address (rule 20.6).
    fileprivate static func logIns(to account: String, from address: ClientAddress) -> Self {
        perNetwork(address, "log-ins", account, limit: 30, seconds: 3600)
    }

    /// The windows that limit mails with links for new passwords: 3 an hour to one e-mail address, 10 an hour from one client
    /// address, and the tenant's own limit (rule 26.3).
    static func mailedPasswordLinks(to email: String, from address: ClientAddress) -> Self {
        perNetwork(address, "password mails", limit: 10, seconds: 3600) + [
            ThrottleWindow(name: "password mails to \(email.folded)", limit: .fixed(3), seconds: 3600),
            ThrottleWindow(name: Allowance.mails.name, limit: .ofTenant(.mails, userID: nil), seconds: Allowance.mails.seconds),
        ]
    }

    /// The windows that limit challenges for people who aren't signed in: 300 in 5 minutes from a client address. Each view of the
    /// sign-in page takes one, and a school may have one address (rule 27.4).
    static func passkeyChallenges(from address: ClientAddress) -> Self {
        perNetwork(address, "passkey challenges", limit: 300, seconds: 5 * 60)
    }

    /// The window that limits invites to one e-mail address, from the whole deployment: 2 in 7 days (rule 26.10).
    /// `DeploymentThrottleRepository` counts it.
    static func mailedInvites(to email: String) -> Self {
        [ThrottleWindow(name: "invites to \(email.mailbox)", limit: .fixed(2), seconds: 7 * 24 * 3600)]
    }

    /// The windows for accounts that are created by open sign-up from one client address (rule 20.6).
    fileprivate static func openSignUps(from address: ClientAddress) -> Self {
        perNetwork(address, "sign-ups", limit: 10, seconds: 3600)
    }

    /// The windows that limit how many tenants are created by the API: one an hour from a client address, and 100 a day in the
    /// whole deployment (rule 1.9). `DeploymentThrottleRepository` counts them.
    static func createdTenants(from address: ClientAddress) -> Self {
        perNetwork(address, "tenants", limit: 1, seconds: 3600)
            + [ThrottleWindow(name: "tenants", limit: .fixed(100), seconds: 24 * 3600)]
    }

    /// A window for the events of one user, from all client addresses together.
    fileprivate static func perUser(_ what: String, _ userID: UUID, limit: Int, seconds: TimeInterval) -> Self {
        [ThrottleWindow(name: "\(what) \(userID.lowercased)", limit: .fixed(limit), seconds: seconds)]
    }

    /// Makes one window for each counted network that contains the address.
    private static func perNetwork(
        _ address: ClientAddress, _ what: String, _ account: String? = nil, limit: Int, seconds: TimeInterval
    ) -> Self {
        address.networks.map { network in
            ThrottleWindow(
                name: ([what, network.name] + (account.map { [$0] } ?? [])).joined(separator: " "),
                limit: .fixed(limit * network.times), seconds: seconds)
        }
    }
}

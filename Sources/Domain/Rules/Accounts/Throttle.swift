import DavenportAPI
import Foundation
import Logging

/// Limits guesses at passwords and invites, and floods that would keep others from logging in (rules 20).
///
/// It counts failures by address, and by account and address together. It counts successes too. It counts before any
/// work is done, in the database that all servers share.
///
/// Windows are fixed: a window begins with the first failure and ends for all its failures together. A client therefore
/// waits for at most one window. At most twice the limit fits into the length of one window, across the end of another.
package struct Throttle: Sendable {
    let database: Database
    let logger: Logger

    /// Runs work that may be a guess: `try await throttle.attempt(.logIn(as: email, from: address), for: applicant) { … }`.
    ///
    /// Before the work it counts the attempt as a failure and as a success. Afterwards it subtracts the one that didn't happen. So a
    /// thousand attempts at once meet the same limits as a thousand in a row.
    /// - Throws: `tooManyRequests` before the work begins; otherwise what the work throws.
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

    /// Gives counts back. An error is only logged, because it must not undo the work, and the counts end with their window.
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
    /// A secret or fact that can be guessed, and the windows in which guesses count.
    package struct Attempt: Sendable {
        let failures: [ThrottleWindow]
        var successes: [ThrottleWindow] = []
        /// The windows in which every attempt counts, successful or not.
        var attempts: [ThrottleWindow] = []
        /// The errors that mean a wrong guess. Any other error means that it was no guess.
        var wrong: Set<Problem.Code> = [.invalidCredentials, .wrongPassword, .inviteInvalid, .emailTaken, .usernameTaken]

        /// A log-in with a password. The e-mail address may belong to no account.
        ///
        /// Successful log-ins count too, because each costs a hash and leaves a session.
        static func logIn(as email: String, from address: ClientAddress) -> Attempt {
            let account = email.trimmed.folded
            return Attempt(failures: .failures(at: account, from: address), successes: .logIns(to: account, from: address))
        }

        /// The current password of a signed-in user. Correct ones count too, because each costs a hash. Only the
        /// account's owner can give them.
        static func currentPassword(of caller: Caller) -> Attempt {
            Attempt(
                failures: .failures(at: caller.userID.lowercased, from: caller.address),
                successes: .few("confirmations", caller.userID, limit: 30, seconds: 3600))
        }

        /// Whether an e-mail address has an account. Every attempt counts, because the answer that it has none is information too.
        static func emailAddress(by caller: Caller) -> Attempt {
            Attempt(
                failures: .failures(at: caller.userID.lowercased, from: caller.address),
                attempts: .few("e-mail addresses", caller.userID, limit: 5, seconds: 24 * 3600))
        }

        /// Whether a username is taken, even by a user that the caller can't find.
        static func username(by caller: Caller) -> Attempt {
            Attempt(failures: .failures(at: caller.userID.lowercased, from: caller.address))
        }

        /// The code of an invite.
        static func invite(from address: ClientAddress) -> Attempt {
            Attempt(failures: .failures(from: address))
        }

        /// A code of an area that gives access to something. A wrong code gets only `notFound`.
        package static func code(by caller: Caller) -> Attempt {
            Attempt(failures: .failures(from: caller.address), wrong: [.notFound])
        }

        /// Work of an area that a client can cause for free with made-up input, such as checking a signature.
        ///
        /// After 25 wrong inputs in 5 minutes the user has to wait, from whatever address.
        /// - Parameters:
        ///   - name: the name under which attempts are counted together.
        ///   - wrong: the error that means a wrong input.
        package static func work(_ name: String, by caller: Caller, wrong: Problem.Code) -> Attempt {
            Attempt(failures: .few(name, caller.userID, limit: 25, seconds: 5 * 60), wrong: [wrong])
        }

        /// Work that an unknown client can cause for free with made-up input, such as checking a signature.
        ///
        /// After 250 wrong inputs in 5 minutes the address has to wait. The limit is that high because servers send many at once.
        package static func work(_ name: String, by visitor: Visitor, wrong: Problem.Code) -> Attempt {
            Attempt(failures: .failures(of: name, from: visitor.address), wrong: [wrong])
        }

        /// A sign-up without an invite. Each address may create a few accounts.
        static func openSignUp(from address: ClientAddress) -> Attempt {
            Attempt(failures: .failures(from: address), successes: .openSignUps(from: address))
        }
    }
}

/// A limit on the number of events of one kind in a fixed window of time.
struct ThrottleWindow: Sendable {
    /// The name of what is counted. Only its keyed hash is stored.
    let name: String
    let limit: Limit
    let seconds: TimeInterval

    /// The maximum number of events.
    enum Limit: Sendable {
        case fixed(Int)
        /// The tenant's value of a rate limit, which its operator can change.
        case ofTenant(Allowance)
    }
}

extension [ThrottleWindow] {
    /// The windows for exports of a user's own data.
    static func exports(of userID: UUID) -> Self { few("exports", userID, limit: 3, seconds: 3600) }

    fileprivate static func failures(from address: ClientAddress) -> Self {
        each(address, "failures", limit: 25, seconds: 5 * 60)
    }

    /// The failures of one kind of work, counted apart, so that they block nothing else from the address.
    fileprivate static func failures(of what: String, from address: ClientAddress) -> Self {
        each(address, what, limit: 250, seconds: 5 * 60)
    }

    /// The failures at an account, counted by address, so that nobody can lock out a user from another address.
    fileprivate static func failures(at account: String, from address: ClientAddress) -> Self {
        failures(from: address) + each(address, "failures", account, limit: 10, seconds: 15 * 60)
    }

    fileprivate static func logIns(to account: String, from address: ClientAddress) -> Self {
        each(address, "log-ins", account, limit: 30, seconds: 3600)
    }

    fileprivate static func openSignUps(from address: ClientAddress) -> Self {
        each(address, "sign-ups", limit: 10, seconds: 3600)
    }

    /// The events of one user, from whatever address.
    fileprivate static func few(_ what: String, _ userID: UUID, limit: Int, seconds: TimeInterval) -> Self {
        [ThrottleWindow(name: "\(what) \(userID.lowercased)", limit: .fixed(limit), seconds: seconds)]
    }

    /// Makes a window for each network that contains the address.
    private static func each(
        _ address: ClientAddress, _ what: String, _ account: String? = nil, limit: Int, seconds: TimeInterval
    ) -> Self {
        address.networks.map { network in
            ThrottleWindow(
                name: ([what, network.name] + (account.map { [$0] } ?? [])).joined(separator: " "),
                limit: .fixed(limit * network.times), seconds: seconds)
        }
    }
}
